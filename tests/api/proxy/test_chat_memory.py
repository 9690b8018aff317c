"""What memory does around a chat: what was said is stored once, whoever is first."""

from __future__ import annotations

import json
import socket
from threading import Event, Thread
from time import sleep
from urllib.parse import urlsplit

import pytest

from api.proxy import chat_memory, passage
from api.proxy.chat_body import ChatBody
from api.proxy.chat_memory import Chat, ChatMemory
from graph.errors import ForgottenMeanwhile, StoreUnavailable
from graph.intake import append
from graph.intake.recognise import Line
from graph.values.items import Role
from tests.api.captured import capture_logs
from tests.api.proxy.scripted_upstream import Answer, completed, streamed
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


def test_reply_made_anew_stands_in_place_of_the_one_before() -> None:
    """A second reply replaces the first, which is not in the block for it; an edited question replaces its branch."""
    asked = "Where does the ferry to Tarn leave?"
    replies = ("At the old quay.", "At pier nine.", "At noon.", "At one.")
    with proxied(*map(completed, replies)) as (address, service, upstream):
        turns = ((asked,), (asked,), (asked, "At pier nine.", "When?"), (asked, "At pier nine.", "When on Sundays?"))
        for number, said in enumerate(turns):
            ask(address, CHAT, chat(*said), {"X-Script": str(number)})
            eventually(lambda: stored(service)[-1][1], replies[number])
        bodies = [body for _, body in stored(service)]

    assert bodies == [asked, "At pier nine.", "When on Sundays?", "At one."]
    assert not any("old quay" in str(each.messages) for each in upstream.asked)


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
        memory_of.store("ada", remembered)

        later = memory_of.before(Chat("ada", remembered.chat, longer))
        assert later is not None
        memory_of.store("ada", later)
        memory_of.after("ada", remembered, Line(role=Role.ASSISTANT, body="Hello!"))
        messages = stored(service)

    assert [role for role, _ in messages] == [Role.USER, Role.ASSISTANT, Role.USER]


def test_upstream_is_asked_before_anything_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question does not wait for the store, but no byte of the answer is passed on before: what has one is kept."""
    with proxied(completed("Noted."), streamed("In ", "Izmir.")) as (address, service, upstream):
        knowledge, asked = service.knowledge, []
        append = knowledge.append

        def append_late(*args: object, **more: object) -> object:
            eventually(lambda: len(upstream.asked) > len(asked) // 2, True)  # Each chat appends twice.
            asked.append(len(upstream.asked))
            sleep(0.05)
            return append(*args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(knowledge, "append", append_late)
        ask(address, CHAT, chat("My sister Nil moved to Izmir in March."))
        eventually(lambda: len(asked), 2)
        got = ask(address, CHAT, chat("Where does my sister Nil live?"), {"X-Script": "1"})
        block = knowledge.block("ada", got.headers["x-remembrancer-block"])
        said = [text for role, text in stored(service) if role == "user"]

    assert "moved to Izmir" in block.body
    assert said == ["My sister Nil moved to Izmir in March.", "Where does my sister Nil live?"]


@pytest.mark.parametrize("verb", ["append", "record_block"])
def test_storing_that_fails_once_fails_no_chat(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    """The answer says so, and the log what it was; what was said is stored with the reply, when the store is back."""
    with proxied(completed("Yes.")) as (address, service, upstream), capture_logs() as logs:
        works = getattr(service.knowledge, verb)

        def fail_once(*_: object, **__: object) -> None:
            monkeypatch.setattr(service.knowledge, verb, works)
            raise StoreUnavailable("gone")

        ask(address, CHAT, chat("My sister Nil moved to Izmir in March."))
        eventually(lambda: len(stored(service)), 2)
        monkeypatch.setattr(service.knowledge, verb, fail_once)
        got = ask(address, CHAT, chat("Where does my sister Nil live?"))
        eventually(lambda: stored(service)[2:], [("user", "Where does my sister Nil live?"), ("assistant", "Yes.")])

    assert (got.status, got.headers["x-remembrancer-memory"]) == (200, "failed")
    assert "moved to Izmir" in str(upstream.asked[1].messages[-1])
    assert [line["error"] for line in logs if line["event"] == "memory failed"] == ["gone"]


def test_storing_that_takes_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer goes on, and what was said is stored all the same."""
    monkeypatch.setattr(passage, "MEMORY_SECONDS_MAX", 0.05)
    with proxied(completed("Yes."), reranker_ms=1) as (address, service, _):
        service.knowledge.create_space("ada", now=service.now())
        append = service.knowledge.append
        slow = lambda *args, **more: (sleep(0.3), append(*args, **more))[1]  # noqa: E731
        monkeypatch.setattr(service.knowledge, "append", slow)

        got = ask(address, CHAT, chat("Are you there?"))

        eventually(lambda: [text for _, text in stored(service)][:1], ["Are you there?"])
    assert (got.status, got.headers["x-remembrancer-memory"]) == (200, "late")


def test_second_chat_has_its_block_while_the_first_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the write of a history takes, reading does not wait for it."""
    monkeypatch.setattr(passage, "MEMORY_SECONDS_MAX", 1.0)
    with proxied(completed("Yes."), reranker_ms=1) as (address, service, upstream):
        ask(address, CHAT, chat(TALK[0]))
        eventually(lambda: len(stored(service)), 2)
        write, is_writing, may_end = service.knowledge.store.write, Event(), Event()
        slow = lambda *args, **more: (is_writing.set(), may_end.wait(20), write(*args, **more))[2]  # noqa: E731
        monkeypatch.setattr(service.knowledge.store, "write", slow)
        first = Thread(target=ask, args=(address, CHAT, chat(*TALK[1:6])))
        first.start()
        assert is_writing.wait(20)

        second = ask(address, CHAT, chat("Where does my sister Nil live?"))
        may_end.set()
        first.join()

    assert "x-remembrancer-block" in second.headers
    assert "moved to Izmir" in str(upstream.asked[-1].messages[-1])


def test_space_that_is_deleted_meanwhile_is_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The block is given once, and what was said before the deletion is stored nowhere."""
    with proxied(completed("Yes.")) as (_, service, _):
        body = ChatBody.of(json.dumps(chat("Hi")).encode())
        assert body is not None
        service.knowledge.create_space("ada", now=service.now())
        memory_of = ChatMemory(service)
        remembered = memory_of.before(Chat("ada", None, body))
        assert remembered is not None
        service.delete_space("ada")

        with pytest.raises(ForgottenMeanwhile):
            memory_of.store("ada", remembered)

        assert service.knowledge.spaces() == []


def test_caller_that_hangs_up_while_it_is_stored_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each chat is counted once, whoever still waits for the answer."""
    with proxied(completed("Yes.")) as (address, service, _):
        service.knowledge.create_space("ada", now=service.now())
        append, is_storing, has_left = service.knowledge.append, Event(), Event()

        def slow(*args: object, **more: object) -> object:
            is_storing.set()
            has_left.wait(10)
            return append(*args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(service.knowledge, "append", slow)
        url, content = urlsplit(address), json.dumps(chat("Are you there?")).encode()
        head = f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with socket.create_connection((url.hostname, url.port or 0), timeout=10) as caller:
            caller.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            is_storing.wait(10)
        counted = lambda: 'chats_total{memory="empty"} 1.0' in ask(address, "/metrics").body.decode()  # noqa: E731

        eventually(counted, True)
        has_left.set()


def test_little_is_held_until_what_was_said_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes count, not pieces: an upstream that sends much at once waits, and all of it arrives."""
    monkeypatch.setattr(passage, "HELD_BYTES_MAX", 100)
    with proxied(Answer((b"x" * 60,) * 5, pause_seconds=0.01)) as (address, service, _):
        append = service.knowledge.append
        monkeypatch.setattr(service.knowledge, "append", lambda *args, **more: (sleep(0.2), append(*args, **more))[1])

        got = ask(address, CHAT, chat("Are you there?"))

    assert (got.is_whole, len(got.body)) == (True, 300)


def test_a_history_longer_than_one_write_takes_is_stored_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """In parts, each line once, in its order."""
    monkeypatch.setattr(append, "NEW_MESSAGES_MAX", 3)
    monkeypatch.setattr(chat_memory, "NEW_MESSAGES_MAX", 3)
    said = [*TALK, "Where does Nil live?"]
    with proxied(completed("In Izmir.")) as (address, service, _):
        assert ask(address, CHAT, chat(*said)).headers["x-remembrancer-memory"] == "empty"  # All of it is in sight.
        eventually(lambda: len(stored(service)), len(said) + 1)
        assert [body for _, body in stored(service)] == [*said, "In Izmir."]
