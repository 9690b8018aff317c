"""A reply that drifts from its block is asked for once more, if the chat wants that; no reply is lost by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

import pytest

from api.proxy import passage
from api.wiring import Service
from graph.errors import StoreUnavailable
from graph.intake.recognise import Line
from graph.store.verbs import Label
from graph.values.items import Role
from tests.api.captured import capture_logs
from tests.api.proxy.scripted_upstream import Answer, ScriptedUpstream, completed, streamed
from tests.api.proxy.test_passage import CHAT, Got, ask, chat, eventually, proxied, stored

KNOWN = "My sister Nil moved to Izmir in March."
QUESTION = "Where does my sister Nil live?"
FINE, DRIFTS, DRIFTS_TOO = "Nil lives in Izmir.", "Zelda won 500 medals on Mars.", "Otto lost 900 umbrellas near Venus."
ANSWERS = tuple(map(completed, ("Noted.", FINE, DRIFTS, DRIFTS_TOO)))
CHECKED = {"X-Remembrancer-Check": "on"}


@contextmanager
def known(*more: Answer, **settings: object) -> Iterator[tuple[str, Service, ScriptedUpstream]]:
    """A service that knows where Nil lives; `more` answers have the numbers from 4 on."""
    with proxied(*ANSWERS, *more, **settings) as (address, service, upstream):
        ask(address, CHAT, chat(KNOWN))
        eventually(lambda: len(stored(service)), 2)
        upstream.asked.clear()
        yield address, service, upstream


def asked(address: str, script: str, body: object = None, **headers: str) -> Got:
    """The question with its reply checked."""
    return ask(address, CHAT, body or chat(QUESTION), CHECKED | headers | {"X-Script": script})


def replies(service: Service) -> list[str]:
    """What the assistant has said since, as it is stored."""
    return [body for role, body in stored(service) if role == "assistant"][1:]


def test_supported_reply_is_passed_on() -> None:
    """One call of the upstream, and the bytes as they came."""
    with known() as (address, service, upstream):
        got = asked(address, "1")
        eventually(lambda: replies(service), [FINE])

    assert (got.headers["x-remembrancer-check"], got.body) == ("fine", ANSWERS[1].pieces[0])
    assert len(upstream.asked) == 1


@pytest.mark.parametrize(("script", "reply", "drifts"), [("2,1", FINE, [False]), ("2,3,1", DRIFTS_TOO, [False, True])])
def test_drift_is_asked_for_once_more(script: str, reply: str, drifts: list[bool]) -> None:
    """The second reply is passed on and stored, whatever it says; a second drift is only logged."""
    with known(budget_tokens=96) as (address, service, upstream), capture_logs() as logs:
        said = [Line(role=Role.USER, body=body) for body in ("Zelda won medals for tulips.", *["Rain again."] * 60)]
        service.knowledge.append("ada", said, chat="old", now=service.now())
        got = asked(address, script)
        eventually(lambda: replies(service), [reply])
        blocks = service.knowledge.store.find("ada", Label.BLOCK, order="-created_at", limit=9)

    assert got.headers["x-remembrancer-check"] == "second"
    assert reply.encode() in got.body
    first, second = upstream.asked
    assert first.messages[0] == second.messages[0]
    assert ["won medals for tulips" in str(each.messages) for each in (first, second)] == [False, True]
    assert got.headers["x-remembrancer-block"] == blocks[0].id
    assert blocks[0].properties["replaces"] == blocks[1].id
    assert [line["second"] for line in logs if line["event"] == "drift"] == drifts


def test_nobody_is_checked_unasked() -> None:
    """Not without the header, not a stream, and not a reply without a block or words."""
    tools = Answer((b'{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[]}}]}',))
    with known(streamed("Zelda ", "won."), tools) as (address, _, upstream):
        plain = ask(address, CHAT, chat(QUESTION), {"X-Script": "2"})
        stream = asked(address, "4", {**chat(QUESTION), "stream": True})
        wordless = asked(address, "5")
        empty = ask(address, CHAT.replace("ada", "bob"), chat("Hi"), CHECKED | {"X-Script": "2"})

    assert ["x-remembrancer-check" in each.headers for each in (plain, stream)] == [False, False]
    assert [each.headers["x-remembrancer-check"] for each in (wordless, empty)] == ["off", "off"]
    assert (plain.body, wordless.body) == (ANSWERS[2].pieces[0], tools.pieces[0])
    assert len(upstream.asked) == 4


@pytest.mark.parametrize(
    "second",
    [
        Answer((b'{"error":{}}',), status=429),
        Answer((b'{"choi',), breaks_off=True),
        Answer((b"{}",)),
        Answer((b"{}",), status=999),
    ],
    ids=["refused", "broken off", "empty", "no answer"],
)
def test_failed_second_try_leaves_the_first_reply(second: Answer) -> None:
    """It is passed on and stored as if it had not been checked."""
    with known(second) as (address, service, upstream):
        got = asked(address, "2,4")
        eventually(lambda: replies(service), [DRIFTS])

    assert (got.status, got.headers["x-remembrancer-check"], got.body) == (200, "failed", ANSWERS[2].pieces[0])
    assert (len(upstream.asked), got.headers["x-remembrancer-memory"]) == (2, "block")


def test_failed_check_leaves_the_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the store fails, something breaks down or it takes too long, the reply goes on as it came."""
    monkeypatch.setattr(passage, "MEMORY_SECONDS_MAX", 0.5)
    with known() as (address, service, upstream):

        def fail(*_: object, **__: object) -> None:
            raise StoreUnavailable("gone")

        def break_down(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        got = []
        for check in (fail, break_down, lambda *_, **__: sleep(0.8)):
            monkeypatch.setattr(service, "check_draft", check)
            got.append(asked(address, "2"))

    assert {(each.status, each.headers["x-remembrancer-check"]) for each in got} == {(200, "failed")}
    assert {each.body for each in got} == {ANSWERS[2].pieces[0]}
    assert len(upstream.asked) == 3


def test_reply_that_breaks_off_is_passed_on_as_it_came() -> None:
    """There is nothing whole to check; the connection ends where the upstream's did."""
    with known(Answer((ANSWERS[2].pieces[0][:-30],), breaks_off=True)) as (address, _, upstream):
        got = asked(address, "4")

    assert (got.is_whole, got.body) == (False, ANSWERS[2].pieces[0][:-30])
    assert (got.headers["x-remembrancer-check"], len(upstream.asked)) == ("off", 1)
