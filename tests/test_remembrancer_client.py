"""The client: the same calls with and without a server, to await or not; nothing is lost, or stored twice."""

from __future__ import annotations

import ast
import asyncio
import gc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from inspect import iscoroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from api.wiring import Service, build
from remembrancer_client import AsyncMemory, Job, Memory, ServiceError, Turn, Unreachable, httpx
from tests.api.http.test_middleware import served
from tests.house.source import ROOT, text_of

HISTORY: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "name": "Ada", "content": "My sister Nil is allergic to walnuts."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "name": "Ada", "content": "What should I not bake for Nil?"},
]
BOTH = pytest.mark.parametrize("kind", [Memory, AsyncMemory])
Kind = type[Memory] | type[AsyncMemory]
Script = list[tuple[str, dict[str, Any]]]


class Flaky(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """The way to a service, on which requests and answers are lost as scripted; then it works."""

    def __init__(self, *outcomes: Exception | httpx.Response | None) -> None:
        self.outcomes = [*outcomes]
        self.keys: list[str | None] = []
        self._way = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:  # noqa: D102
        self.keys.append(request.headers.get("Idempotency-Key"))
        outcome = self.outcomes.pop(0) if self.outcomes else None
        if isinstance(outcome, httpx.ConnectError):
            raise outcome
        if isinstance(outcome, httpx.Response):
            return outcome
        found = self._way.handle_request(request)
        answer = httpx.Response(found.status_code, headers=found.headers, content=found.read())
        if outcome is not None:
            raise outcome  # The service has done it, and nobody hears of it.
        return answer

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:  # noqa: D102
        return self.handle_request(request)

    def close(self) -> None:  # noqa: D102
        self._way.close()

    async def aclose(self) -> None:  # noqa: D102
        self.close()


@pytest.fixture
def service() -> Iterator[Service]:
    """A service whose threads do no rounds."""
    made = build(Settings(store=":memory:", rounds_enabled=False))
    yield made
    made.close()


@pytest.fixture
def url(service: Service) -> Iterator[str]:
    """Where it is served."""
    with served(create_app(service)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited between tries, without waiting."""
    waited: list[float] = []
    for kind in (Memory, AsyncMemory):
        monkeypatch.setattr(kind, "_pause", staticmethod(waited.append))
    return waited


def told(make: Callable[[], Memory | AsyncMemory], script: Script) -> list[Any]:
    """What each call of the script returns or raises."""

    async def play() -> list[Any]:
        memory, answers = make(), []
        for name, given in script:
            try:
                answer = getattr(memory, name)(**given)
                answers.append(await answer if iscoroutine(answer) else answer)
            except ServiceError as error:
                answers.append(error)
        closing = memory.close()
        if closing is not None:
            await closing
        return answers

    return asyncio.run(play())


@BOTH
def test_turn_makes_the_space_and_answers_from_what_was_said(kind: Kind, url: str) -> None:
    """The first turn needs nothing before it; a later one brings back what is not visible any more."""
    script: Script = [("add", {"messages": HISTORY[:3]}), ("turn", {"messages": HISTORY, "visible": 1})]

    added, turn = told(lambda: kind(url, space="ada lovelace"), script)

    assert [id is None for id in added.messages] == [True, False, False]
    assert turn.stored.new == turn.stored.messages[-1:]
    assert "walnuts" in turn.text
    assert turn.items[0].reason
    assert turn.put_into(HISTORY) == [HISTORY[0], {"role": "system", "content": turn.text}, HISTORY[3]]


@BOTH
def test_a_block_is_judged(kind: Kind, url: str) -> None:
    """What the reply used is useful from then on; the same again is no error, and an item of no block is one."""
    script: Script = [("add", {"messages": HISTORY[:3]}), ("turn", {"messages": HISTORY, "visible": 1})]
    _, turn = told(lambda: kind(url, space="ada"), script)
    used = next(item.id for item in turn.items if item.label == "Message")

    first, again, error, items = told(
        lambda: kind(url, space="ada"),
        [
            ("judge", {"block": turn.id, "used": [used]}),
            ("judge", {"block": turn.id, "used": [used]}),
            ("judge", {"block": turn.id, "harmful": ["m99999999"]}),
            ("items", {"label": "Message"}),
        ],
    )

    assert (first, again, error.status) == (None, None, 404)
    assert next(item.item["usefulness"] for item in items if item.id == used) == 1.0


@BOTH
def test_items_are_listed_over_pages_and_forgotten(kind: Kind, url: str) -> None:
    """All pages are read, up to the limit; a dry run leaves what it names."""
    many = [{"role": "user", "content": f"Line {n}", "id": str(n)} for n in range(205)]
    script: Script = [
        ("add", {"messages": many, "chat": "long"}),
        ("items", {"label": "Message", "limit": None}),
        ("items", {"label": "Message", "limit": 203}),
        ("forget", {"chat": "long", "dry_run": True}),
        ("forget", {"until": datetime(2020, 1, 1, tzinfo=UTC)}),
        ("forget", {"chat": "long"}),
        ("items", {}),
        ("forget_everything", {}),
        ("items", {}),
    ]

    _, everything, some, dry, _, gone, left, _, error = told(lambda: kind(url, space="ada"), script)

    assert (len(everything), len(some), everything[0].text) == (205, 203, "Line 204")
    assert (dry.counts["Message"], gone.counts["Message"], left) == (205, 205, [])
    assert (error.status, error.kind) == (404, "urn:remembrancer:not-found")


@BOTH
def test_search_tells_why(kind: Kind, url: str) -> None:
    """What is found comes best first, with its score and the reason for it; labels are kept to."""
    script: Script = [
        ("add", {"messages": HISTORY}),
        ("search", {"question": "What is Nil allergic to?", "label": ["Message", "Fact"]}),
        ("search", {"question": "Nil", "label": "Fact"}),
        ("search", {"question": "Nil", "limit": 1}),
    ]

    _, found, facts, one = told(lambda: kind(url, space="ada"), script)

    assert found[0].text == "My sister Nil is allergic to walnuts."
    assert found[0].score > found[1].score
    assert "has words like" in found[0].reason and found[0].terms["text"] > 0
    assert (facts, len(one)) == ([], 1)


@BOTH
def test_space_is_not_made_when_nobody_wants_it(kind: Kind, url: str) -> None:
    """With create=False a mistyped name is an error."""
    (error,) = told(lambda: kind(url, space="adda", create=False), [("turn", {"messages": HISTORY})])

    assert (type(error), error.status) == (ServiceError, 404)
    assert "'adda'" in str(error)


@BOTH
def test_lost_answer_is_asked_for_again(kind: Kind, url: str, service: Service, waits: list[float]) -> None:
    """Whatever is lost on the way, messages are stored once, and the caller gets the first answer."""
    busy = httpx.Response(503, headers={"Retry-After": "7"}, json={"detail": "busy", "type": "urn:busy"})
    way = Flaky(httpx.ConnectError("refused"), busy, httpx.ReadTimeout("lost"))

    (turn,) = told(lambda: kind(url, space="ada", transport=way), [("turn", {"messages": HISTORY})])

    assert len(turn.stored.new) == 3
    assert service.knowledge.space("ada").message_count == 3
    assert (len(way.keys), len(set(way.keys))) == (4, 1)
    assert 0.25 <= waits[0] <= 0.5
    assert waits[1] == 7
    assert 1 <= waits[2] <= 2


@BOTH
@pytest.mark.parametrize("is_open", [False, True])
def test_files_are_imported_and_exported(kind: Kind, is_open: bool, url: str, tmp_path: Path) -> None:
    """Imports are waited for; the same without a server. What fails says why."""
    chat, broken, file = (tmp_path / name for name in ("chat.txt", "chat.json", "ada.jsonl"))
    chat.write_text("Ada: My sister Nil is allergic to walnuts.\nBot: Noted.\n", encoding="utf-8")
    broken.write_text('[{"role": "user", "content": 7}]', encoding="utf-8")

    async def move() -> None:
        memory = kind.open(tmp_path / "ada.db") if is_open else kind(url, space="ada")

        async def ada(name: str, **given: Any) -> Any:
            answer = getattr(memory, name)(**given)
            return await answer if iscoroutine(answer) else answer

        added = await ada("wait", job=await ada("import_file", file=chat, player="Ada"))
        failing = await ada("import_file", file=broken)
        with pytest.raises(ServiceError, match=r"import-\w+ is failed: .*found 7"):
            await ada("wait", job=failing)
        file.write_bytes(await ada("export"))
        states = {job.state for job in await ada("jobs")}
        dropped, left = await ada("drop_job", job=failing.id), await ada("jobs")
        await ada("forget_everything")
        await ada("wait", job=await ada("import_file", file=file))
        items = await ada("items", label="Message")
        await ada("close")

        assert (added.result["new"], len(items)) == (2, 2)
        assert (states, dropped, len(left)) == ({"done", "failed"}, None, 1)

    asyncio.run(move())


def test_who_waits_does_not_wait_for_ever(url: str, waits: list[float]) -> None:
    """The job goes on, and is asked for again until the time is over."""
    running = {"id": "import-1", "state": "running", "done": 1, "total": 9, "error": None, "result": None}
    answers = [httpx.Response(200, json=running) for _ in range(2)]
    job = Job("import-1", "waiting", 0, 0, None, None)

    with Memory(url, space="ada", transport=Flaky(*answers)) as memory:
        with pytest.raises(TimeoutError, match="import-1 is waiting: 0 of 0"):
            memory.wait(job, seconds_max=0)
        with pytest.raises(ServiceError, match="there is no job import-1"):
            memory.wait(job)

    assert waits == [0.5] * 3


@BOTH
def test_tries_have_an_end(kind: Kind, waits: list[float]) -> None:
    """After the last try the caller is told what was wrong."""
    gone = [httpx.ConnectError("refused") for _ in range(9)]
    down = [httpx.Response(502, text="<h1>Bad gateway</h1>") for _ in range(2)]

    (unreached,) = told(lambda: kind("http://x", space="a", transport=Flaky(*gone)), [("items", {})])
    (refused,) = told(lambda: kind("http://x", space="a", transport=Flaky(*down), tries_max=2), [("items", {})])

    assert (type(unreached), unreached.status, len(waits)) == (Unreachable, 0, 3 + 1)
    assert (type(refused), str(refused)) == (Unreachable, "502: <h1>Bad gateway</h1>")


@BOTH
def test_forgetting_is_not_done_twice(kind: Kind, url: str, waits: list[float]) -> None:
    """It is tried again only if it cannot have arrived: the second answer would say that nothing was there."""
    add: Script = [("add", {"messages": HISTORY})]
    forget: Script = [("forget", {"chat": ""})]
    told(lambda: kind(url, space="ada"), add)

    (lost,) = told(lambda: kind(url, space="ada", transport=Flaky(httpx.ReadTimeout("lost"))), forget)
    told(lambda: kind(url, space="bob"), add)
    (done,) = told(lambda: kind(url, space="bob", transport=Flaky(httpx.ConnectError("refused"))), forget)

    assert isinstance(lost, Unreachable)
    assert done.counts["Message"] == 3
    assert len(waits) == 1


@BOTH
def test_store_is_opened_without_a_server(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same calls on a file, whose name is the space's; what is stored is there the next time, whoever has keys."""
    monkeypatch.setenv("REMEMBRANCER_API_KEYS", "k" * 32)
    script: Script = [("turn", {"messages": HISTORY}), ("items", {"label": "Message"}), ("items", {"kind": "nonsense"})]
    told(lambda: kind.open(tmp_path / "ada.db"), script)

    turn, items, error = told(lambda: kind.open(tmp_path / "ada.db", space="ada"), script)

    assert (turn.stored.new, len(items), error.status) == ([], 3, 422)


def test_key_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service with keys lets in who has one."""
    service = build(Settings(store=":memory:", rounds_enabled=False, api_keys=("k" * 32,)))
    with served(create_app(service)) as port:
        url = f"http://127.0.0.1:{port}"
        script: Script = [("add", {"messages": HISTORY})]

        (let_in,) = told(lambda: Memory(url, space="ada", key="k" * 32), script)
        (kept_out,) = told(lambda: Memory(url, space="ada"), script)

    service.close()
    assert (len(let_in.new), kept_out.status) == (3, 401)


def test_messages_of_the_openai_package_are_taken(url: str) -> None:
    """A reply may be passed on as it came, with fields that the service does not know, or only with calls of tools."""
    reply = {"role": "assistant", "content": "No walnuts.", "reasoning_content": "…"}
    call = {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "look_up"}}]}

    def given(fields: dict[str, Any]) -> SimpleNamespace:
        return SimpleNamespace(model_dump=lambda include: {name: fields[name] for name in include & {*fields}})

    with Memory(url, space="ada") as memory:
        stored = memory.add([*HISTORY, given(call), given(reply)])
        called = memory.item(stored.new[-2])["item"]["body"]

    assert (len(stored.new), called) == (5, "look_up()")


@pytest.mark.parametrize(("visible_from", "kept"), [(None, [1, 2, 3, 4]), (1, [1, 2, 3, 4]), (3, [2, 3, 4]), (4, [4])])
def test_block_is_put_behind_the_instructions(visible_from: int | None, kept: list[int]) -> None:
    """What it stands for is left out, but never the call of a tool whose output stays."""
    messages = [{"role": role} for role in ("system", "user", "assistant", "tool", "user")]
    turn = Turn("block", None, 1, 0, [], visible_from, None)
    empty = Turn("", None, 0, 0, [], visible_from, None)

    assert turn.put_into(messages) == [
        messages[0],
        {"role": "system", "content": "block"},
        *(messages[place] for place in kept),
    ]
    assert empty.put_into(messages) == messages


def test_both_have_the_same_calls() -> None:
    """Each call has the same name, parameters and words."""
    calls = {name for name in vars(AsyncMemory) if not name.startswith("_") and name != "close"}

    assert calls == {name for name in vars(Memory) if not name.startswith("_") and name != "close"}
    for name in calls:
        assert getattr(Memory, name).__wrapped__ is getattr(AsyncMemory, name)


def test_file_stands_alone() -> None:
    """What the command writes is the file, which needs only httpx beside Python itself, and fits on a few screens."""
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "client"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tops = {
        name.split(".")[0]
        for node in ast.parse(done.stdout).body
        for each in (node.body if isinstance(node, ast.Try) else [node])
        if isinstance(each, ast.Import | ast.ImportFrom)
        for name in ([each.module or ""] if isinstance(each, ast.ImportFrom) else [alias.name for alias in each.names])
    }

    assert done.stdout == text_of("remembrancer_client.py")
    assert tops - sys.stdlib_module_names == {"httpx2"}
    assert len(done.stdout.splitlines()) <= 500


def test_page_is_run(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The page's example for a server, the one to await and the one without a server run as they stand there."""
    monkeypatch.chdir(tmp_path)
    with_server, awaited, without = re.findall(
        r"^```python\n(.*?)^```", text_of("docs/how-to/client.md"), re.DOTALL | re.MULTILINE
    )
    model = SimpleNamespace(ask=lambda messages: "Anything without walnuts.")

    for program in (with_server, awaited, without):
        names: dict[str, Any] = {"ask_model": model.ask}
        exec(program.replace("http://localhost:8765", url), names)
        if isinstance(memory := names.get("memory"), Memory):
            memory.close()

    assert capsys.readouterr().out.count("walnuts") >= 3


@BOTH
def test_what_is_known_is_changed_by_hand(kind: Kind, url: str) -> None:
    """Each call is one change, signed and undone by its id."""
    script: Script = [
        ("add", {"messages": HISTORY}),
        ("add_fact", {"text": "Nil sings.", "about": ["Nil", "Nilüfer"], "by": "Ada"}),
        ("search", {"question": "Nil Nilüfer", "label": ["Entity"]}),
    ]
    _, made, entities = told(lambda: kind(url, space="ada"), script)
    nil, other = sorted(entity.id for entity in entities if entity.item["name"].startswith("Nil"))
    script = [
        ("edit_fact", {"fact": made.id, "text": "Nil dances.", "valid_from": datetime(2026, 1, 1, tzinfo=UTC)}),
        ("withdraw_fact", {"fact": made.id, "why": "a joke"}),
        ("edit_entity", {"entity": nil, "name": "Nil Hanım"}),
        ("merge_entities", {"keep": nil, "other": other}),
        ("split_entity", {"old": nil, "name": "Nilüfer", "facts": [made.id]}),
        ("pin", {"line": "Be brief."}),
        ("unpin", {"line": "Be brief."}),
    ]

    done = told(lambda: kind(url, space="ada"), script)
    apart, *undone = told(
        lambda: kind(url, space="ada"),
        [
            ("keep_apart", {"entity": nil, "other": done[4].id}),
            *(("undo", {"change": each.changes[0]}) for each in reversed(done[:5])),
        ],
    )
    (fact,) = told(lambda: kind(url, space="ada"), [("items", {"label": "Fact"})])[0]

    assert [len(each.changes) for each in done] == [1] * 7
    assert apart.changes == []  # A split says so already.
    assert [len(each.changes) for each in undone] == [1] * 5
    assert (fact.text, fact.item["status"]) == ("Nil sings.", "current")


def test_address_without_a_scheme_is_refused_at_once() -> None:
    """It would be tried four times as if nobody answered."""
    with pytest.raises(ValueError, match="'localhost:8765' has no scheme, expected http://"):
        Memory("localhost:8765", space="ada")


@BOTH
def test_ids_cannot_leave_their_place_in_the_path(kind: Kind, url: str) -> None:
    """An id with a slash or a question mark is an id that is not there, and no other route."""
    odd = "x/../../ada?dry_run=true#"
    script: Script = [
        ("add", {"messages": HISTORY}),
        ("edit_fact", {"fact": odd, "text": "Nil dances."}),
        ("withdraw_fact", {"fact": odd}),
        ("replace_fact", {"fact": odd, "other": "f1"}),
        ("answer_question", {"question": odd}),
        ("complete_objective", {"aim": odd}),
        ("edit_entity", {"entity": odd, "name": "Nil"}),
        ("merge_entities", {"keep": odd, "other": "e1"}),
        ("split_entity", {"old": odd, "name": "Nil"}),
        ("keep_apart", {"entity": odd, "other": "e1"}),
        ("undo", {"change": odd}),
        ("item", {"id": odd}),
    ]

    _, *errors = told(lambda: kind(url, space="ada"), script)

    assert [(type(each), each.status) for each in errors] == [(ServiceError, 404)] * 11
    assert [each.args[0] for each in errors if odd not in each.args[0]] == []


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_open", [False, True])
def test_a_memory_outlives_its_event_loop(url: str, tmp_path: Path, is_open: bool) -> None:
    """One AsyncMemory serves two calls of asyncio.run, as scripts and web workers make them."""
    memory = AsyncMemory.open(tmp_path / "s.db", space="ada") if is_open else AsyncMemory(url, space="ada")

    stored = [asyncio.run(memory.add([{"role": "user", "content": text}])) for text in ("One.", "Two.")]

    assert [len(each.new) for each in stored] == [1, 1]
    asyncio.run(memory.close())
    gc.collect()  # Python complains here about the connections of the first loop, which nobody could close.


def test_items_print_their_text(url: str) -> None:
    """A person who prints what was found reads it."""
    with Memory(url, space="ada") as memory:
        memory.add(HISTORY)

        assert str(memory.search("walnuts")[0]) == "My sister Nil is allergic to walnuts."


def test_errors_keep_their_cause() -> None:
    """What the network said is behind the error."""
    with Memory("http://127.0.0.1:1", space="ada", tries_max=1) as memory, pytest.raises(Unreachable) as raised:
        memory.add(HISTORY)

    assert isinstance(raised.value.__cause__, httpx.ConnectError)
