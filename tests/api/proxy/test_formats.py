"""OpenAI's responses and Anthropic's messages get the same memory as chats; all other routes of the upstream pass."""

from __future__ import annotations

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.proxy.scripted_upstream import STREAM, Answer, completed, streamed
from tests.api.proxy.test_passage import CHAT, GUARDED, OWNER, UPSTREAM_KEY, Got, ask, chat, eventually, proxied, stored

RESPONSES, MESSAGES = "/proxy/ada/v1/responses", "/proxy/ada/v1/messages"
TOLD = "My sister Nil moved to Izmir in March."
QUESTION = "Where does my sister Nil live?"
CALL = {"type": "function_call", "call_id": "c1", "name": "look_up", "arguments": "{}"}
SAID = [("user", TOLD), ("assistant", "Noted."), ("user", QUESTION), ("assistant", "In Izmir.")]


def document(value: object) -> Answer:
    """One JSON document."""
    return Answer((json.dumps(value).encode(),), is_chunked=False)


def events(*told: dict[str, Any], cut: int = 0) -> Answer:
    """A stream of named events, as both APIs send them; without the last `cut` of them."""
    pieces = [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in told]
    return Answer(tuple(pieces[: len(pieces) - cut]), headers=STREAM)


def response(id: str, *output: dict[str, Any]) -> dict[str, Any]:
    """A response of OpenAI's."""
    return {"id": id, "object": "response", "status": "completed", "output": [*output]}


def spoken(text: str) -> dict[str, Any]:
    """What the assistant says in a response."""
    parts = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": parts}


def response_events(id: str, text: str) -> list[dict[str, Any]]:
    """The events of a streamed response."""
    words = [{"type": "response.output_text.delta", "delta": letter, "output_index": 0} for letter in text]
    whole = {"type": "response.completed", "response": response(id, spoken(text))}
    return [{"type": "response.created", "response": {**response(id), "status": "in_progress"}}, *words, whole]


def message(*content: dict[str, Any]) -> dict[str, Any]:
    """A message of Anthropic's."""
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": [*content], "stop_reason": "end_turn"}


def message_events(text: str) -> list[dict[str, Any]]:
    """The events of a streamed message that thinks first."""
    return [
        {"type": "message_start", "message": message()},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
        *({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": each}} for each in text),
        {"type": "content_block_stop", "index": 1},
        {"type": "message_stop"},
    ]


NOTED = document(message({"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Noted."}))


@pytest.mark.parametrize("is_streamed", [False, True])
@pytest.mark.parametrize("instructions", [None, "", "Be kind."])
def test_chained_responses(instructions: str | None, is_streamed: bool) -> None:
    """Two turns of one response chain are one chat; each block is in the instructions of its own turn only."""
    later = events(*response_events("resp_2", "In Izmir."))
    with proxied(document(response("resp_1", spoken("Noted."))), later if is_streamed else document(
        response("resp_2", spoken("In Izmir."))
    ), completed("Yes.")) as (address, service, upstream):  # fmt: skip
        ask(address, CHAT, chat("Nil is allergic to walnuts."), {"X-Script": "2"})
        eventually(lambda: len(stored(service)), 2)
        body: dict[str, Any] = {"model": "m", "input": TOLD, "instructions": instructions}
        first = ask(address, RESPONSES, body)
        eventually(lambda: len(stored(service)), 4)
        items = [{"role": "user", "content": [{"type": "input_text", "text": QUESTION}]}]
        chained = {"model": "m", "previous_response_id": "resp_1", "input": items, "stream": is_streamed}
        second = ask(address, RESPONSES, chained, {"X-Script": "1"})
        eventually(lambda: stored(service)[2:], SAID)

    sent = [json.loads(asked.body) for asked in upstream.asked[1:]]
    assert [each["input"] for each in sent] == [TOLD, items]
    assert [each["instructions"].startswith(instructions or "<memory>") for each in sent] == [True, not instructions]
    assert all("walnuts" in each["instructions"] and each["instructions"].count("<memory>") == 1 for each in sent)
    assert TOLD not in sent[1]["instructions"]  # The upstream keeps it, so the assistant sees it.
    assert first.headers["x-remembrancer-chat"] == second.headers["x-remembrancer-chat"]
    assert second.body == b"".join((later if is_streamed else document(response("resp_2", spoken("In Izmir.")))).pieces)
    assert "<memory>" not in str(stored)


def test_responses_with_tools() -> None:
    """A response that only calls a tool is a line, by which the next request goes on; its result is one, too."""
    answers = document(response("resp_1", CALL)), document(response("resp_2", spoken("In Izmir.")))
    with proxied(*answers) as (address, service, _):
        ask(address, RESPONSES, {"input": QUESTION, "tools": [{"type": "function", "name": "look_up"}]})
        eventually(lambda: len(stored(service)), 2)
        result = [{"type": "function_call_output", "call_id": "c1", "output": "Izmir"}]
        ask(address, RESPONSES, {"previous_response_id": "resp_1", "input": result}, {"X-Script": "1"})
        eventually(
            lambda: stored(service),
            [("user", QUESTION), ("tool", "look_up()"), ("tool", "Izmir"), ("assistant", "In Izmir.")],
        )


def test_whole_history_of_responses() -> None:
    """A client that keeps the history itself sends it each time, with the items that it got."""
    with proxied(document(response("resp_1", spoken("Noted."))), document(response("resp_2", spoken("In Izmir.")))) as (
        address,
        service,
        _,
    ):
        ask(address, RESPONSES, {"input": TOLD, "store": False})
        eventually(lambda: len(stored(service)), 2)
        history = [{"role": "user", "content": TOLD}, spoken("Noted."), {"role": "user", "content": QUESTION}]
        ask(address, RESPONSES, {"input": history, "store": False}, {"X-Script": "1"})
        eventually(lambda: stored(service), SAID)


@pytest.mark.parametrize("is_streamed", [False, True])
def test_messages_of_anthropic(is_streamed: bool) -> None:
    """The second conversation knows the first; thoughts are not stored, and nothing but the block is new."""
    later = (
        events(*message_events("In Izmir."))
        if is_streamed
        else document(message({"type": "text", "text": "In Izmir."}))
    )
    system = [{"type": "text", "text": "Be kind.", "cache_control": {"type": "ephemeral"}}]
    with proxied(NOTED, later) as (address, service, upstream):
        ask(address, MESSAGES, {"system": system, "messages": [{"role": "user", "content": TOLD}], "max_tokens": 9})
        eventually(lambda: len(stored(service)), 2)
        asked = {"system": system, "messages": [{"role": "user", "content": [{"type": "text", "text": QUESTION}]}]}
        got = ask(address, MESSAGES, {**asked, "stream": is_streamed}, {"X-Script": "1"})
        eventually(lambda: stored(service), SAID)

    sent = json.loads(upstream.asked[1].body)
    block, question = sent["messages"][0]["content"]
    assert (sent["system"], question["text"]) == (system, QUESTION)
    assert "moved to Izmir" in block["text"]
    assert (got.status, got.body) == (200, b"".join(later.pieces))


def test_tools_of_anthropic() -> None:
    """While tools are called, the block stays with the question, and results stay the first parts of their message."""
    use = {"type": "tool_use", "id": "t1", "name": "look_up", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "Izmir"}]}
    asked = [
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "s"}, use]},
        {"role": "user", "content": [result]},
    ]
    mixed = [*asked[:2], {"role": "user", "content": [result, {"type": "text", "text": "And Def?"}]}]
    with proxied(NOTED) as (address, service, upstream):
        ask(address, MESSAGES, {"messages": [{"role": "user", "content": TOLD}]})
        eventually(lambda: len(stored(service)), 2)
        ask(address, MESSAGES, {"messages": asked})
        ask(address, MESSAGES, {"messages": mixed})
        eventually(lambda: ("user", "And Def?") in stored(service), True)
        said = stored(service)

    first, second = (asked.messages for asked in upstream.asked[1:])
    assert "moved to Izmir" in str(first[0]["content"]) and first[1:] == asked[1:]
    assert second[:2] == mixed[:2]
    assert [part["type"] for part in second[2]["content"]] == ["tool_result", "text", "text"]  # type: ignore[attr-defined]
    assert ("tool", "look_up()") in said and ("tool", "Izmir") in said
    assert "Hm." not in str(said)


@pytest.mark.parametrize("system", [None, "Be kind.", [{"type": "text", "text": "Be kind."}], []])
def test_block_as_an_instruction_of_anthropic(system: object) -> None:
    """With the placement `system`, it stands behind the instructions, where the format has them."""
    with proxied(NOTED, block_placement="system") as (address, service, upstream):
        ask(address, MESSAGES, {"messages": [{"role": "user", "content": TOLD}]})
        eventually(lambda: len(stored(service)), 2)
        body = {"messages": [{"role": "user", "content": QUESTION}]} | (
            {"system": system} if system is not None else {}
        )
        ask(address, MESSAGES, body)

    sent = json.loads(upstream.asked[1].body)
    told = sent["system"] if isinstance(sent["system"], str) else "".join(part["text"] for part in sent["system"])
    assert told.startswith("Be kind." if system else "<memory>")
    assert "moved to Izmir" in told
    assert sent["messages"] == body["messages"]


@pytest.mark.parametrize(
    ("path", "body", "answer"),
    [
        (CHAT, chat(TOLD), Answer(streamed("No", "ted.").pieces[:-2], headers=STREAM)),
        (RESPONSES, {"input": TOLD}, events(*response_events("resp_1", "No"), cut=1)),
        (MESSAGES, {"messages": [{"role": "user", "content": TOLD}]}, events(*message_events("No"), cut=2)),
    ],
)
def test_stream_that_is_cut_off_is_marked(path: str, body: object, answer: Answer) -> None:
    """What came is stored, and says that more would have come."""
    with proxied(answer) as (address, service, _):
        ask(address, path, body)
        eventually(lambda: len(stored(service)), 2)
        reply = service.knowledge.messages("ada", limit=2)[1]

    assert (reply.body, reply.extra) == ("No", '{"cut_off":true}')


@pytest.mark.parametrize("status", [400, 401, 429])
@pytest.mark.parametrize(
    ("path", "body"),
    [(CHAT, chat(TOLD)), (RESPONSES, {"input": TOLD}), (MESSAGES, {"messages": [{"role": "user", "content": TOLD}]})],
)
def test_what_the_upstream_refuses_is_no_memory(path: str, body: object, status: int) -> None:
    """Its words reach the caller, and the same request later is stored once."""
    refusal = Answer((b'{"error":{"message":"no"}}',), status=status)
    with proxied(refusal, completed("Noted.")) as (address, service, _):
        got = ask(address, path, body)
        before = stored(service)
        again = ask(address, path, body, {"X-Script": "1"})
        eventually(lambda: ("user", TOLD) in stored(service), True)
        messages = [text for role, text in stored(service) if role == "user"]

    assert (got.status, got.body, before) == (status, refusal.pieces[0], [])
    assert (again.status, messages) == (200, [TOLD])


@pytest.mark.parametrize("path", [CHAT, RESPONSES, MESSAGES])
def test_parallel_retries_are_one(path: str) -> None:
    """A request that is sent again while the first is under way is stored once, with one reply."""
    answers = {CHAT: completed("Noted."), RESPONSES: document(response("resp_1", spoken("Noted."))), MESSAGES: NOTED}
    slow = Answer(answers[path].pieces, headers=answers[path].headers, pause_seconds=0.3)
    body = {"input": TOLD} if path == RESPONSES else {"messages": [{"role": "user", "content": TOLD}]}
    with proxied(slow) as (address, service, _):
        service.knowledge.create_space("ada", now=service.now())
        with ThreadPoolExecutor(6) as threads:
            names = [
                got.headers["x-remembrancer-chat"] for got in threads.map(lambda _: ask(address, path, body), range(6))
            ]
        eventually(lambda: stored(service), SAID[:2])

    assert len(set(names)) == 1


def send(address: str, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Got:
    """A request as it is."""
    url = urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=10)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    got = Got(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read(), True)
    connection.close()
    return got


FORM = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n\x00\xff\r\n--x--\r\n'
PASSED = [
    ("POST", "/embeddings", b'{"input":["a"],"model":"m"}', "application/json"),
    ("POST", "/moderations", b'{"input":"a"}', "application/json"),
    ("POST", "/images/generations", b'{"prompt":"a"}', "application/json"),
    ("POST", "/audio/transcriptions", FORM, "multipart/form-data; boundary=x"),
    ("POST", "/completions", b'{"prompt":"a"}', "application/json"),
    ("POST", "/messages/count_tokens", b'{"messages":[]}', "application/json"),
    ("GET", "/models/ft:small:org", None, ""),
    ("GET", "/files?limit=2&after=a%2Fb", None, ""),
    ("POST", "/files", FORM, "multipart/form-data; boundary=x"),
    ("DELETE", "/files/f1", None, ""),
    ("GET", "/responses/resp_1", None, ""),
    ("POST", "/responses/resp_1/cancel", None, ""),
    ("POST", "/batches", b"{}", "application/json"),
    ("GET", "/chat/completions", None, ""),
]
OPEN_COUNT = 7  # of the first, which keep nothing


@pytest.mark.parametrize("base", ["/v1", "/proxy/ada/v1"])
@pytest.mark.parametrize(("method", "path", "body", "type"), PASSED)
def test_all_else_passes_with_the_callers_key(base: str, method: str, path: str, body: bytes | None, type: str) -> None:
    """Unchanged, both ways, and nothing is remembered."""
    answer = Answer((b"\x00\xffone", b"two"), headers={"Content-Type": "application/octet-stream", "X-Vendor": "y"})
    headers = {"Authorization": "Bearer sk-mine"} | ({"Content-Type": type} if type else {})
    with proxied(answer) as (address, service, upstream):
        got = send(address, method, base + path, body, headers)
        spaces = service.knowledge.spaces()

    (asked,) = upstream.asked
    assert (got.status, got.body, got.headers["x-vendor"], spaces) == (200, b"\x00\xffonetwo", "y", [])
    assert (asked.line, asked.body) == (f"{method} /v1{path} HTTP/1.1", body or b"")
    assert (asked.headers["authorization"], asked.headers.get("content-type", "")) == ("Bearer sk-mine", type)


@pytest.mark.parametrize("number", range(len(PASSED)))
def test_key_that_the_service_keeps_reaches_nothing_kept(number: int, tmp_path: Path) -> None:
    """Callers share it, so files, batches and stored responses would be open to all; the answer says so."""
    (tmp_path / "key").write_text(UPSTREAM_KEY)
    method, path, body, type = PASSED[number]
    with proxied(Answer((b"{}",)), upstream_key_file=tmp_path / "key") as (address, _, upstream):
        got = send(address, method, "/proxy/ada/v1" + path, body, {"Content-Type": type} if type else {})

    assert (got.status, len(upstream.asked)) == ((200, 1) if number < OPEN_COUNT else (403, 0))
    assert number < OPEN_COUNT or "service's own key" in json.loads(got.body)["detail"]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"store": False}, 200),
        ({}, 403),
        ({"store": True}, 403),
        ({"store": False, "previous_response_id": "resp_1"}, 403),
        ({"store": False, "conversation": "conv_1"}, 403),
    ],
)
def test_responses_with_the_services_key_are_not_kept(more: dict[str, object], status: int, tmp_path: Path) -> None:
    """A stored response would be open to every caller, whatever memory does."""
    (tmp_path / "key").write_text(UPSTREAM_KEY)
    with proxied(document(response("r", spoken("Hi."))), upstream_key_file=tmp_path / "key") as (address, _, upstream):
        got = [
            ask(address, RESPONSES, {"input": "Hi", **more}, {"X-Remembrancer-Memory": way}) for way in ("on", "off")
        ]

    assert ([each.status for each in got], len(upstream.asked)) == ([status] * 2, 2 if status == 200 else 0)


@pytest.mark.parametrize(
    ("settings", "headers", "passed_on"),
    [
        ({}, {"x-api-key": "sk-ant-mine"}, "sk-ant-mine"),
        (GUARDED, {"x-api-key": OWNER}, None),
        (GUARDED, {"X-Remembrancer-Key": OWNER, "x-api-key": "sk-ant-mine"}, "sk-ant-mine"),
        (GUARDED, {"Authorization": f"Bearer {OWNER}", "x-api-key": "sk-ant-mine"}, "sk-ant-mine"),
        (GUARDED, {"X-Remembrancer-Key": OWNER, "x-api-key": OWNER}, None),
        (GUARDED | {"upstream_key_file": "key"}, {"x-api-key": OWNER}, UPSTREAM_KEY),
    ],
)
def test_keys_of_anthropics_clients(
    settings: dict[str, object], headers: dict[str, str], passed_on: str | None, tmp_path: Path
) -> None:
    """They send keys in a header of their own, ours or the upstream's."""
    (tmp_path / "key").write_text(UPSTREAM_KEY)
    if "upstream_key_file" in settings:
        settings = settings | {"upstream_key_file": tmp_path / "key"}
    with proxied(NOTED, **settings) as (address, _, upstream):
        got = ask(address, MESSAGES, {"messages": [{"role": "user", "content": TOLD}]}, headers)

    (asked,) = upstream.asked
    assert (got.status, asked.headers.get("x-api-key"), asked.headers.get("authorization")) == (200, passed_on, None)
    assert OWNER not in str(asked)
