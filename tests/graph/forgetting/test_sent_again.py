"""What was forgotten stays forgotten, also for a client that sends its whole history again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Store
from graph.transfer.lines import export_space
from graph.values.items import Message, Role

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SAID = ("I moved to Lyon.", "Nice!", "The gate code is Brunhilde.", "I will keep that.", "ok", "Good.", "ok", "Fine.")


def lines_of(said: Sequence[str], first: int = 0, **kept: object) -> list[Line]:
    """User and assistant in turn."""
    roles = (Role.USER, Role.ASSISTANT)
    return [Line(role=roles[(first + n) % 2], body=body, **kept) for n, body in enumerate(said)]  # type: ignore[arg-type]


def made(store: Store, chat: str, lines: Sequence[Line]) -> tuple[KnowledgeGraph, list[str]]:
    """A space with these lines, and their ids."""
    knowledge = KnowledgeGraph(store)
    knowledge.create_space("s", now=NOW)
    return knowledge, [*knowledge.append("s", lines, chat=chat, now=NOW).messages]


def kept(knowledge: KnowledgeGraph, chat: str) -> list[str]:
    """What is stored of the chat, in order."""
    return [item.body for item in knowledge.messages("s", chat=chat, limit=50) if isinstance(item, Message)]


@pytest.mark.parametrize("chat", ["talk", ""])
@pytest.mark.parametrize("gone", [(2,), (0,), (3,), (2, 3), (4,), (7,), (0, 1, 2), tuple(range(len(SAID)))])
def test_history_brings_nothing_back(store: Store, chat: str, gone: tuple[int, ...]) -> None:
    """Wherever it stood, however much it was, and however often it is sent; what is new is stored."""
    history = lines_of(SAID)
    knowledge, ids = made(store, chat, history)
    forget(knowledge, "s", Target(messages=tuple(ids[n] for n in gone)), now=NOW)
    left = [body for n, body in enumerate(SAID) if n not in gone]

    again = knowledge.append("s", history, chat=chat, now=NOW)
    more = knowledge.append("s", [*history, *lines_of(["ok", "Done."])], chat=chat, now=NOW)

    assert again.messages == tuple("" if n in gone else id for n, id in enumerate(ids))
    assert len(more.new) == 2 and kept(knowledge, chat) == [*left, "ok", "Done."]


def test_a_client_that_deleted_it_too_goes_on(store: Store) -> None:
    """Its history lacks the line."""
    knowledge, ids = made(store, "talk", lines_of(SAID))
    forget(knowledge, "s", Target(messages=(ids[2],)), now=NOW)
    history = [line for n, line in enumerate(lines_of(SAID)) if n != 2]

    more = knowledge.append("s", [*history, *lines_of(["What now?"])], chat="talk", now=NOW)

    assert len(more.new) == 1


def test_who_says_it_again_says_it(store: Store) -> None:
    """Alone, in another chat, or later in the same one."""
    knowledge, ids = made(store, "talk", lines_of(SAID))
    forget(knowledge, "s", Target(messages=(ids[2],)), now=NOW)

    for chat, lines in (
        ("talk", lines_of([SAID[2]])),
        ("other", lines_of(["Hello.", "Hi.", SAID[2]])),
        ("other", lines_of([*SAID[:2], SAID[2]])),
    ):
        assert knowledge.append("s", lines, chat=chat, now=NOW).messages[-1], chat


def test_a_command_that_is_given_again_is_stored(store: Store) -> None:
    """A game sends each interaction alone, with the same words as one that was forgotten."""
    knowledge, ids = made(store, "", lines_of(["look", "Dust.", "go north", "A hall."]))
    forget(knowledge, "s", Target(messages=tuple(ids[:2])), now=NOW)

    assert len(knowledge.append("s", lines_of(["look", "Dust."]), chat="", now=NOW).new) == 2


@pytest.mark.parametrize("how", [{"external_id": "x"}, {"sent_at": NOW}])
def test_one_line_is_known_by_its_id_or_its_time(store: Store, how: dict[str, object]) -> None:
    """A program that sends each message by itself sends it again; at another time it is said again."""
    [line] = lines_of([SAID[2]], **how)
    knowledge, ids = made(store, "talk", [line])
    forget(knowledge, "s", Target(messages=(ids[0],)), now=NOW)

    assert knowledge.append("s", [line], chat="talk", now=NOW).messages == ("",)
    later = lines_of([SAID[2]], sent_at=NOW + timedelta(hours=1))
    assert knowledge.append("s", later, chat="talk", now=NOW).messages[0]


def test_block_is_made_for_a_line_that_was_forgotten(store: Store) -> None:
    """The chat goes on, and nothing of it is kept."""
    knowledge, ids = made(store, "talk", lines_of(SAID[:3]))
    forget(knowledge, "s", Target(messages=(ids[2],)), now=NOW)

    request = TurnRequest(space="s", chat="talk", lines=tuple(lines_of(SAID[:3])), budget_tokens=500)
    turn = take_turn(knowledge, request, now=NOW)

    assert turn.block.query == "" and kept(knowledge, "talk") == [*SAID[:2]]
    assert "Brunhilde" not in "".join(map(str, export_space(store, "s")))
