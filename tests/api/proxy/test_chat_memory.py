"""What memory does around a chat: the history of a request may be shorter, what is stored never is."""

from __future__ import annotations

import json
from time import sleep

import pytest

from api.proxy.chat_body import ChatBody
from api.proxy.chat_memory import Chat, ChatMemory
from graph.changing.apply import apply_changes
from graph.errors import ForgottenMeanwhile, StoreUnavailable
from graph.values.changes import NewSummary
from graph.values.items import Role
from tests.api.captured import capture_logs
from tests.api.proxy.scripted_upstream import completed, streamed
from tests.api.proxy.test_passage import CHAT, ask, chat, eventually, proxied, stored

TALK = [
    "My sister Nil moved to Izmir in March.",
    "How does she like it?",
    "She likes the harbour.",
    "I am glad.",
    "She has a boat now.",
    "A sailing boat?",
    "Yes, a small one.",
    "What is its name?",
]


def test_history_is_shortened_where_summaries_stand_for_it() -> None:
    """Only if the request says so, and only what the block's summaries hold; all of it is stored, and stays stored."""
    question = [*TALK, "Where does Nil live?"]
    with proxied(completed(TALK[-1]), completed("In Izmir.")) as (address, service, upstream):
        name = ask(address, CHAT, chat(*TALK[:-1])).headers["x-remembrancer-chat"]
        eventually(lambda: len(stored(service)), len(TALK))
        before = service.knowledge.messages("ada", chat=name, limit=20)
        summary = NewSummary(
            ref="new:s", level=1, members=tuple(each.id for each in before[:4]), conversation=before[0].conversation,
            body="They talk about the town where the sister of Ada settled.",
        )  # fmt: skip
        apply_changes(service.knowledge, "ada", [summary], now=service.now())
        sizes: list[dict[str, str]] = [{}, *({"X-Remembrancer-History": size} for size in ("8", "1000", "short"))]
        *got, wrong = [ask(address, CHAT, chat(*question), {"X-Script": "1", **size}) for size in sizes]
        eventually(lambda: len(stored(service)), len(question) + 1)
        bodies = [body for _, body in stored(service)]

    sent = [[str(each["content"]) for each in asked.messages] for asked in upstream.asked]
    assert len(upstream.asked) == 4
    assert sent[1][1:-1] == sent[3][1:-1] == TALK
    assert sent[2][0] == "Be kind."
    assert sent[2][1:-1] == TALK[4:]
    assert summary.body in sent[2][-1]
    assert sent[2][-1].endswith(question[-1])
    assert [each.headers.get("x-remembrancer-left-out") for each in got] == [None, "4", None]
    assert wrong.status == 422
    assert {each.headers["x-remembrancer-chat"] for each in got} == {name}
    assert bodies == [*question, "In Izmir."]


def test_reply_comes_once_whoever_is_first() -> None:
    """A history that has the reply already, since the caller was quicker than our write, doubles nothing."""
    with proxied(completed("Hello!")) as (_, service, _):
        memory_of = ChatMemory(service)
        body = ChatBody.of(json.dumps(chat("Hi")).encode())
        longer = ChatBody.of(json.dumps(chat("Hi", "Hello!", "How are you?")).encode())
        assert body is not None
        assert longer is not None
        remembered = memory_of.before(Chat("ada", None, body))
        assert remembered is not None

        memory_of.before(Chat("ada", remembered.chat, longer))
        memory_of.after("ada", remembered, "Hello!")
        messages = stored(service)

    assert [role for role, _ in messages] == [Role.USER, Role.ASSISTANT, Role.USER]


def test_block_is_kept_while_the_upstream_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question does not wait for it, and who has the end of the answer finds it; the message was stored before."""
    with proxied(completed("Noted."), streamed("In ", "Izmir.")) as (address, service, upstream):
        knowledge, found = service.knowledge, []
        record = knowledge.record_block

        def keep(*args: object, **more: object) -> object:
            found.append((len(upstream.asked), [text for role, text in stored(service) if role == "user"]))
            sleep(0.05)
            return record(*args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(knowledge, "record_block", keep)
        ask(address, CHAT, chat("My sister Nil moved to Izmir in March."))
        got = ask(address, CHAT, chat("Where does my sister Nil live?"), {"X-Script": "1"})
        block = knowledge.block("ada", got.headers["x-remembrancer-block"])

    said = ["My sister Nil moved to Izmir in March.", "Where does my sister Nil live?"]
    assert found == [(1, said[:1]), (2, said)]
    assert "moved to Izmir" in block.body


def test_block_that_cannot_be_kept_is_told_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chat has had it; message and reply are stored all the same. Of a block that says what is gone, nothing is."""
    with proxied(completed("Yes.")) as (address, service, upstream), capture_logs() as logs:
        for error in (StoreUnavailable("gone"), ForgottenMeanwhile()):

            def fail(*_: object, error: Exception = error, **__: object) -> None:
                raise error

            monkeypatch.setattr(service.knowledge, "record_block", fail)
            got = ask(address, CHAT, chat(f"Are you there, {type(error).__name__}?"))
            assert got.status == 200
            eventually(lambda: stored(service)[-1], ("assistant", "Yes."))

    assert [line["error"] for line in logs if line["event"] == "memory failed"] == ["gone"]
    assert len(upstream.asked) == 2
