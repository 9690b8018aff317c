"""Chats go through the proxy: bytes as they come, a block for the turn, and memory that never stands in the way."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest

from api.access_keys import KeyScope, Rights
from api.proxy import passage
from api.wiring import Service
from graph.errors import StoreUnavailable
from tests.api.captured import capture_logs
from tests.api.proxy.scripted_upstream import JSON, STREAM, Answer, ScriptedUpstream, completed, event, streamed
from tests.api.serving import serving

OWNER = "the-owner-of-the-service"
UPSTREAM_KEY = "sk-the-key-of-the-provider"
CHAT = "/proxy/ada/v1/chat/completions"
PATIENCE_SECONDS = 10.0
STREAMS = 60


@dataclass(frozen=True)
class Got:
    """An answer as it arrived."""

    status: int
    headers: dict[str, str]
    body: bytes
    is_whole: bool


def ask(address: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Got:
    """A request on a connection of its own; a POST when there is a body."""
    url = urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=PATIENCE_SECONDS)
    content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json"} if content else {}
    try:
        connection.request("POST" if content else "GET", url.path + path, content, {**sent, **(headers or {})})
        answer = connection.getresponse()
        is_whole = True
        try:
            came = answer.read()
        except http.client.IncompleteRead as error:
            came, is_whole = error.partial, False
        found = {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()
    return Got(answer.status, found, came, is_whole)


def chat(*said: str, system: str | None = "Be kind.") -> dict[str, object]:
    """A chat in which user and assistant take turns; the user begins."""
    roles = ("user", "assistant")
    messages = [{"role": roles[number % 2], "content": text} for number, text in enumerate(said)]
    return {"model": "small", "messages": [{"role": "system", "content": system}, *messages] if system else messages}


def stored(service: Service, space: str = "ada") -> list[tuple[str, str]]:
    """What the space has in its messages, in their order."""
    return [(message.role.value, message.body) for message in service.knowledge.messages(space, limit=100)]


def eventually(found: object, wanted: object) -> None:
    """What `found()` returns is what is wanted, soon."""
    assert callable(found)
    until = monotonic() + PATIENCE_SECONDS
    while (value := found()) != wanted and monotonic() < until:
        sleep(0.01)
    assert value == wanted


@contextmanager
def proxied(*answers: Answer, **settings: object) -> Iterator[tuple[str, Service, ScriptedUpstream]]:
    """A service with a scripted upstream."""
    with (
        ScriptedUpstream(*answers).serving() as upstream,
        serving(**{"upstream": upstream.address} | settings) as (address, service),
    ):
        yield address, service, upstream


def test_second_conversation_knows_the_first() -> None:
    """A block is put in for the turn, is stored nowhere, and the answer says so."""
    with proxied(completed("Noted."), streamed("In ", "Izmir.")) as (address, service, upstream):
        first = ask(address, CHAT, chat("My sister Nil moved to Izmir in March."))
        second = ask(address, CHAT, chat("Where does my sister Nil live?"), {"X-Script": "1"})
        eventually(lambda: len(stored(service)), 4)
        messages = stored(service)

    assert (first.headers["x-remembrancer-memory"], second.headers["x-remembrancer-memory"]) == ("empty", "block")
    assert first.headers["x-remembrancer-chat"] != second.headers["x-remembrancer-chat"]
    assert "moved to Izmir" in str(upstream.asked[1].messages[1]["content"])
    assert upstream.asked[1].messages[0] == {"role": "system", "content": "Be kind."}
    assert "<memory>" not in str(messages)
    assert messages == [
        ("user", "My sister Nil moved to Izmir in March."),
        ("assistant", "Noted."),
        ("user", "Where does my sister Nil live?"),
        ("assistant", "In Izmir."),
    ]


def test_history_says_which_chat_it_is() -> None:
    """A history that goes on, a request that is sent again, a reply made anew and a new chat are told apart."""
    with proxied(completed("Hello!"), completed("Fine."), Answer((b"{}",), status=500)) as (address, service, _):

        def name(said: Sequence[str], script: int = 0, **headers: str) -> str:
            got = ask(address, CHAT, chat(*said), {"X-Script": str(script), **headers})
            if got.status == 200:
                eventually(lambda: stored(service)[-1][0], "assistant")
            return got.headers["x-remembrancer-chat"]

        first = name(["Hi"])
        again = name(["Hi"])
        goes_on = name(["Hi", "Hello!", "How are you?"], 1)
        later = name(["Hi", "Hello!", "How are you?", "Fine.", "Good."], 2)
        retried = name(["Hi", "Hello!", "How are you?", "Fine.", "Good."])
        failed = name(["A new one"], 2)
        tried_again = name(["A new one"])
        named = name(["Hi", "Hello!", "Now?"], **{"X-Remembrancer-Chat": "tea%20time"})
        bodies = [message.body for message in service.knowledge.messages("ada", chat=goes_on, limit=50)]

    assert first != again
    assert goes_on == later == retried == again
    assert failed == tried_again not in (first, again)
    assert named == "tea%20time"
    assert bodies == ["Hi", "Hello!", "How are you?", "Fine.", "Good.", "Hello!"]


def test_question_stays_while_tools_are_called() -> None:
    """Output of a tool is no question: the block is for what the user asked."""
    asked = [
        {"role": "user", "content": "Where does Nil live?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "t", "type": "function", "function": {}}]},
        {"role": "tool", "tool_call_id": "t", "content": "The weather is fine."},
    ]
    with proxied(completed("Noted.")) as (address, service, upstream):
        ask(address, CHAT, chat("My sister Nil moved to Izmir in March."))
        first = ask(address, CHAT, {"messages": asked[:1]})
        ask(address, CHAT, {"messages": asked, "tools": [{"x": 1}]})
        name = first.headers["x-remembrancer-chat"]
        bodies = [message.body for message in service.knowledge.messages("ada", chat=name, limit=50)]

    sent = upstream.asked[2].messages
    assert "moved to Izmir" in str(sent[0]["content"])
    assert sent[1:] == asked[1:]
    assert bodies[:1] == ["Where does Nil live?"]


def answers_of(seed: int) -> Answer:
    """One of many kinds of answers: whole, streamed, with tools, errors, split in the midst of letters, broken off."""
    random = Random(seed)
    words = ["Schön", "ığüş", "🌊🏄‍♀️", "plain ", "\u2028", '"quoted"', "\\n", "漢字", "e\u0301"]
    said = "".join(random.choices(words, k=random.randint(1, 60)))
    vendor = {"X-Request-Id": f"r{seed}", "OpenAI-Processing-Ms": "12", "X-RateLimit-Remaining": str(seed)}
    match random.randrange(5):
        case 0:
            content, headers = completed(said).pieces[0], JSON
        case 1:
            error = {"error": {"message": said, "type": "rate_limit", "code": None, "param": None}}
            content, headers = json.dumps(error, indent=2).encode(), JSON
        case _:
            calls = [{"index": 0, "id": "t", "function": {"name": "f", "arguments": json.dumps({"a": said})}}]
            deltas: list[dict[str, object]] = [{"role": "assistant"}, *({"content": letter} for letter in said)]
            if random.random() < 0.4:
                deltas.append({"tool_calls": calls})
            content, headers = b"".join(map(event, deltas)) + b"data: [DONE]\n\n", STREAM
            if random.random() < 0.2:
                content = content.replace(b"\n", b"\r\n")
    cuts = sorted(random.sample(range(len(content)), k=min(len(content) - 1, random.randint(0, 12))))
    pieces = tuple(content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True))
    return Answer(
        pieces=tuple(piece for piece in pieces if piece),
        status=random.choice([200, 200, 200, 400, 401, 429, 500, 529]),
        headers={**headers, **vendor},
        is_chunked=random.random() < 0.7,
        breaks_off=random.random() < 0.15,
        pause_seconds=random.choice([0, 0, 0, 0.002]),
    )


@pytest.mark.parametrize("streams", [STREAMS, pytest.param(500, marks=pytest.mark.soak)])
def test_bytes_pass_unchanged(streams: int) -> None:
    """Answers of all kinds are the same with the proxy and without it: status, headers, bytes, and how they end."""
    upstream = ScriptedUpstream(*map(answers_of, range(streams)))
    with upstream.serving(), serving(upstream=upstream.address) as (address, _):

        def both(number: int) -> tuple[Got, Got]:
            body, script = chat(f"Question {number}?"), {"X-Script": str(number), "Authorization": "Bearer sk-mine"}
            space = f"/proxy/space-{number % 7}/v1/chat/completions"
            return ask(upstream.address, "/chat/completions", body, script), ask(address, space, body, script)

        with ThreadPoolExecutor(8) as threads:
            pairs = list(threads.map(both, range(streams)))

    framing = {"transfer-encoding", "date", "connection", "vary"}
    for direct, through in pairs:
        theirs = {name: value for name, value in through.headers.items() if not name.startswith("x-remembrancer-")}
        assert {**theirs, **dict.fromkeys(framing)} == {**direct.headers, **dict.fromkeys(framing)}
        assert replace(through, headers={}) == replace(direct, headers={})
        assert through.headers["x-remembrancer-memory"] in ("block", "empty")
    assert sum(not direct.is_whole for direct, _ in pairs) > streams // 20


def test_caller_that_hangs_up_ends_the_answer() -> None:
    """The upstream's connection is closed, and what came until then is the reply."""
    words = [f"word{number} " for number in range(400)]
    with proxied(streamed(*words, pause_seconds=0.02)) as (address, service, upstream):
        url = urlsplit(address)
        content = json.dumps(chat("Tell me a long story.")).encode()
        head = f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with socket.create_connection((url.hostname, url.port or 0), timeout=PATIENCE_SECONDS) as caller:
            caller.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            came = b""
            while b"word3 " not in came:
                came += caller.recv(65536)

        eventually(lambda: upstream.asked[0].was_left, True)
        eventually(lambda: len(stored(service)), 2)
        said = stored(service)[1][1]

    assert said.startswith("word0 word1 word2 word3 ")
    assert "word390" not in said


def test_caller_that_hangs_up_early_ends_the_question() -> None:
    """An upstream that has not answered yet is left, too."""
    with proxied(Answer((b" ",) * 400, pause_seconds=0.02, headers=JSON)) as (address, _, upstream):
        url = urlsplit(address)
        with socket.create_connection((url.hostname, url.port or 0), timeout=PATIENCE_SECONDS) as caller:
            content = json.dumps(chat("Wait.")).encode()
            head = f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            caller.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            eventually(lambda: len(upstream.asked), 1)

        eventually(lambda: upstream.asked[0].was_left, True)


def test_memory_that_fails_never_fails_the_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question goes on as it came, and a header and the log say why there is no block."""
    with proxied(completed("Yes.")) as (address, service, upstream):

        def fail(*_: object, **__: object) -> None:
            raise StoreUnavailable("gone")

        def break_down(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        got = []
        for failure in (fail, break_down):
            monkeypatch.setattr(service, "plan", failure)
            with capture_logs() as logs:
                got.append(ask(address, CHAT, chat("Are you there?")))
            assert [line["event"] for line in logs if line["level"] == "error"] == ["memory failed"]

    assert [(each.status, each.headers["x-remembrancer-memory"]) for each in got] == [(200, "failed")] * 2
    assert json.loads(upstream.asked[1].body) == chat("Are you there?")
    assert json.loads(got[1].body)["choices"][0]["message"]["content"] == "Yes."


def test_memory_that_is_late_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chat goes on without a block; what was said is stored all the same."""
    monkeypatch.setattr(passage, "MEMORY_SECONDS_MAX", 0.05)
    with proxied(completed("Yes."), reranker_ms=1) as (address, service, _):
        plan = service.plan
        monkeypatch.setattr(service, "plan", lambda *args: (sleep(0.3), plan(*args))[1])

        got = ask(address, CHAT, chat("Are you there?"))

        eventually(lambda: len(stored(service)), 1)
    assert (got.status, got.headers["x-remembrancer-memory"]) == (200, "late")


def test_upstream_that_is_away_is_told(tmp_path: Path) -> None:
    """502, in words; the message is stored, and no key is in what is told."""
    (tmp_path / "key").write_text(UPSTREAM_KEY)
    with serving(upstream="http://127.0.0.1:9/v1", upstream_key_file=tmp_path / "key") as (address, service):
        with capture_logs() as logs:
            got = ask(address, CHAT, chat("Hello?"))
        messages = stored(service)

    assert (got.status, got.headers["content-type"]) == (502, "application/problem+json")
    assert "the upstream does not answer" in json.loads(got.body)["detail"]
    assert messages == [("user", "Hello?")]
    assert UPSTREAM_KEY not in f"{logs}{got}"


@pytest.mark.parametrize("status", [101, 600, 999])
def test_status_that_no_answer_has_is_told(status: int) -> None:
    """It cannot be passed on; the connection stays, and the caller gets a 502 in words."""
    with proxied(Answer((b"{}",), status=status)) as (address, _, __), capture_logs() as logs:
        got = ask(address, CHAT, chat("Hello?"))

    assert (got.status, got.headers["x-remembrancer-memory"]) == (502, "empty")
    assert f"the upstream answers with status {status}" in str(logs)


def test_reply_that_cannot_be_stored_is_told_in_one_line() -> None:
    """The caller has it whole; the log says why memory has not, without a traceback."""
    long = "x" * 400_001
    with proxied(completed(long)) as (address, _, _), capture_logs() as logs:
        got = ask(address, CHAT, chat("Go on."))
        eventually(lambda: [line for line in logs if line["event"] == "memory failed"] != [], True)

    failed = [line for line in logs if line["event"] == "memory failed"]
    assert got.body == completed(long).pieces[0]
    assert [("400,001" in str(line["error"]), "exc_info" in line) for line in failed] == [(True, False)]


def test_no_upstream_is_told() -> None:
    """The error says which setting is missing."""
    with serving() as (address, _):
        got = ask(address, CHAT, chat("Hello?"))

    assert got.status == 404
    assert "REMEMBRANCER_UPSTREAM" in json.loads(got.body)["detail"]


def test_redirects_are_not_followed() -> None:
    """Where requests go is the settings' to say, not the upstream's or the caller's."""
    with proxied(Answer((b"",), status=307, headers={"Location": "http://127.0.0.1:1/"}, is_chunked=False)) as (
        address,
        *_,
    ):
        got = ask(address, CHAT, chat("Hello?"), {"Host": "127.0.0.1:1"})

    assert (got.status, got.headers["location"]) == (307, "http://127.0.0.1:1/")


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/v1/models?limit=2", "GET /v1/models?limit=2 HTTP/1.1"),
        ("/proxy/ada/v1/models/meta/llama%203", "GET /v1/models/meta/llama%203 HTTP/1.1"),
    ],
)
def test_other_routes_pass(path: str, wanted: str) -> None:
    """With their questions; nothing is remembered."""
    with proxied(Answer((b'{"data":[]}',))) as (address, service, upstream):
        got = ask(address, path)
        post = ask(address, "/proxy/ada/v1/embeddings", {"model": "m", "input": "Hi"})
        way_out = ask(address, "/v1/models/%2e%2e/files")
        spaces = service.knowledge.spaces()

    assert (got.status, got.body, post.status, way_out.status) == (200, b'{"data":[]}', 200, 404)
    assert [asked.line for asked in upstream.asked] == [wanted, "POST /v1/embeddings HTTP/1.1"]
    assert json.loads(upstream.asked[1].body) == {"model": "m", "input": "Hi"}
    assert spaces == []


def test_memory_can_be_left_out() -> None:
    """Of a question that is none of the user's, such as one for a chat's title."""
    with proxied(completed("A title")) as (address, service, upstream):
        got = ask(address, CHAT, chat("Name this chat."), {"X-Remembrancer-Memory": "off"})
        spaces = service.knowledge.spaces()

    assert (got.status, got.headers["x-remembrancer-memory"], spaces) == (200, "off", [])
    assert json.loads(upstream.asked[0].body) == chat("Name this chat.")


def test_what_is_no_chat_is_the_upstreams_to_refuse() -> None:
    """Its own words reach the caller."""
    refusal = Answer((b'{"error":{"message":"messages is missing"}}',), status=400)
    with proxied(refusal) as (address, _, upstream):
        got = ask(address, CHAT, b'{"model":"m"')

    assert (got.status, got.body, upstream.asked[0].body) == (400, refusal.pieces[0], b'{"model":"m"')


GUARDED: dict[str, object] = {"api_keys": (OWNER,)}
KEPT: dict[str, object] = {"upstream_key_file": "key"}


@pytest.mark.parametrize(
    ("settings", "headers", "passed_on"),
    [
        ({}, {"Authorization": "Bearer sk-mine"}, "Bearer sk-mine"),
        ({}, {}, None),
        (KEPT, {"Authorization": "Bearer sk-mine"}, f"Bearer {UPSTREAM_KEY}"),
        (GUARDED, {"Authorization": f"Bearer {OWNER}"}, None),
        (GUARDED, {"X-Remembrancer-Key": OWNER, "Authorization": "Bearer sk-mine"}, "Bearer sk-mine"),
        (GUARDED, {"X-Remembrancer-Key": OWNER, "Authorization": f"Bearer {OWNER}"}, None),
        (GUARDED | KEPT, {"Authorization": f"Bearer {OWNER}"}, f"Bearer {UPSTREAM_KEY}"),
        (
            GUARDED | KEPT,
            {"X-Remembrancer-Key": OWNER, "Authorization": "Bearer sk-mine"},
            f"Bearer {UPSTREAM_KEY}",
        ),
    ],
)
def test_keys_go_where_they_belong(
    settings: dict[str, object], headers: dict[str, str], passed_on: str | None, tmp_path: Path
) -> None:
    """Ours never reaches the upstream; the caller's does where the service has none of its own."""
    vendor = {"OpenAI-Organization": "org", "User-Agent": "x/1", "Cookie": "a=b"}
    (tmp_path / "key").write_text(UPSTREAM_KEY)
    if "upstream_key_file" in settings:
        settings = settings | {"upstream_key_file": tmp_path / "key"}
    with proxied(completed("Yes."), **settings) as (address, _, upstream):
        got = ask(address, CHAT, chat("Hello?"), headers | vendor)

    (asked,) = upstream.asked
    assert got.status == 200
    assert asked.headers.get("authorization") == passed_on
    assert (asked.headers["openai-organization"], asked.headers["user-agent"]) == ("org", "x/1")
    assert "cookie" not in asked.headers
    assert [name for name in asked.headers if name.startswith("x-remembrancer")] == []
    assert OWNER not in str(asked)


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"Authorization": "Bearer sk-mine"}, "Authorization is another key"),
        ({"X-Remembrancer-Key": "sk-mine-of-sixteen"}, "X-Remembrancer-Key is another key"),
        ({"X-Remembrancer-Key": "sk-mine-of-sixteen", "Authorization": f"Bearer {OWNER}"}, "X-Remembrancer-Key is"),
        ({}, "Authorization is nothing"),
    ],
)
def test_nobody_comes_in_without_a_key(headers: dict[str, str], told: str) -> None:
    """And nothing goes out; the error says where which key belongs."""
    with proxied(completed("Yes."), **GUARDED) as (address, _, upstream):
        got = ask(address, CHAT, chat("Hello?"), headers)

    assert (got.status, upstream.asked) == (401, [])
    assert told in json.loads(got.body)["detail"]
    assert json.loads(got.body)["error"]["message"] == json.loads(got.body)["detail"]


def test_spaces_are_named_in_one_of_three_ways() -> None:
    """In the base URL, in a header, or by a key that opens one; others are not there."""
    with proxied(completed("Yes."), **GUARDED) as (address, service, upstream):
        _, one = service.keys.create("one", Rights(KeyScope.WRITE, ("bö",)))
        _, reader = service.keys.create("reader", Rights(KeyScope.READ, ("bö",)))

        def status(path: str, key: str, **headers: str) -> tuple[int, str]:
            got = ask(address, path, chat("Hello?"), {"Authorization": f"Bearer {key}", **headers})
            return got.status, str(json.loads(got.body).get("detail", ""))[:40]

        plain = "/v1/chat/completions"
        taken = [
            status(CHAT, OWNER),
            status(plain, OWNER, **{"X-Remembrancer-Space": "b%C3%B6"}),
            status(plain, one),
            status("/proxy/b%C3%B6/v1/chat/completions", one),
        ]
        refused = [
            status(plain, OWNER),
            status(plain, OWNER, **{"X-Remembrancer-Space": "a/b"}),
            status(CHAT, one),
            status(plain, one, **{"X-Remembrancer-Space": "ada"}),
            status(plain, reader),
        ]
        spaces = service.knowledge.spaces()

    assert [status for status, _ in taken] == [200] * 4
    assert [status for status, _ in refused] == [422, 422, 404, 403, 403]
    assert refused[0][1].startswith("the chat has no space")
    assert (sorted(spaces), len(upstream.asked)) == (["ada", "bö"], 4)


def test_replies_are_stored_when_the_service_ends() -> None:
    """A stream that is under way comes to its end first."""
    words = [f"word{number} " for number in range(30)]
    with ScriptedUpstream(streamed(*words, pause_seconds=0.02)).serving() as upstream:
        with ThreadPoolExecutor(1) as thread:
            with serving(upstream=upstream.address) as (address, service):
                keep, service.close = service.close, lambda: None  # type: ignore[method-assign]
                asking = thread.submit(ask, address, CHAT, chat("Go on."))
                eventually(lambda: len(upstream.asked), 1)
            got = asking.result()
        messages = stored(service)
        keep()

    assert got.is_whole
    assert b"[DONE]" in got.body
    assert messages[1] == ("assistant", "".join(words))
