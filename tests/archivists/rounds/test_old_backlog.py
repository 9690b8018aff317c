"""What nobody has read for long is not read by surprise."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds import old_backlog
from archivists.rounds.due import is_due
from archivists.rounds.old_backlog import let_old_wait
from benchmarks.all_rounds import run_rounds
from graph.changing.apply import apply_changes
from graph.intake.import_backlog import Stretch, unread_imports
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, ReadDepth
from graph.values.changes import CompleteConversation
from graph.values.items import Author
from tests.archivists.rounds.test_round import story

POLICY = RoundPolicy()
DAY = timedelta(days=1)


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with a space in which 30 messages were said in one conversation, and 12 ten days later in another."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", story(30, now), now=now)
    graph.append("a", story(12, now + 10 * DAY), now=now + 10 * DAY)
    yield graph
    graph.close()


def statuses(knowledge: KnowledgeGraph) -> list[object]:
    """Those of all conversations, oldest first."""
    return [node.properties["status"] for node in knowledge.store.find("a", Label.CONVERSATION, limit=9)]


@pytest.mark.parametrize("page", [7, 1_000])
def test_old_messages_wait(
    knowledge: KnowledgeGraph, now: datetime, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They become a stretch like that of an import; what is new is read, and they are once somebody asks."""
    monkeypatch.setattr(old_backlog, "PAGE", page)
    at = now + 11 * DAY

    waiting = let_old_wait(knowledge, "a", now=at, policy=POLICY)

    space = knowledge.space("a")
    messages = knowledge.store.find("a", Label.MESSAGE, limit=99)
    assert (waiting, let_old_wait(knowledge, "a", now=at, policy=POLICY)) == (30, 0)
    assert list(unread_imports(space)) == [Stretch("", messages[29].id)]
    assert statuses(knowledge) == ["imported", "active"]
    assert is_due(knowledge, "a", now=at, policy=POLICY)
    reports = run_rounds(knowledge, "a", owner="me", now=at, policy=POLICY)
    assert sum(report.messages for report in reports) == 12
    asked = run_rounds(knowledge, "a", owner="me", now=at, policy=RoundPolicy(reads_imports=True))
    assert sum(report.messages for report in asked) == 30


@pytest.mark.parametrize(("days", "waiting"), [(0, 0), (6.9, 0), (7.0, 0), (7.1, 30)])
def test_a_week_is_caught_up(knowledge: KnowledgeGraph, now: datetime, days: float, waiting: int) -> None:
    """After an outage that was shorter, all is read."""
    first = knowledge.messages("a", limit=99)[0].sent_at

    assert let_old_wait(knowledge, "a", now=first + days * DAY, policy=POLICY) == waiting


def test_conversation_that_was_read_in_part_is_still_closed(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Only a conversation of which nothing was read waits as a whole."""
    knowledge.change_space("a", lambda space: space)
    messages = knowledge.store.find("a", Label.MESSAGE, limit=99)
    run_rounds(knowledge, "a", owner="me", now=now, policy=RoundPolicy(window_messages_max=20, round_messages=1))
    assert knowledge.space("a").rounded_to == messages[-1].id

    assert let_old_wait(knowledge, "a", now=now + 99 * DAY, policy=POLICY) == 0
    assert "imported" not in statuses(knowledge)


def test_complete_conversation_that_waits_is_not_found_by_its_title(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Its title may be forgotten while it waits: no search has it at hand (found by the simulator, seed 169)."""
    first = knowledge.store.find("a", Label.CONVERSATION, limit=1)[0]
    done = CompleteConversation(conversation=first.id, title="The walnut", author=Author.CALLER)
    apply_changes(knowledge, "a", [done], now=now)

    assert let_old_wait(knowledge, "a", now=now + 11 * DAY, policy=POLICY) == 30

    node = knowledge.store.nodes("a", [first.id], ReadDepth.INDEX)[first.id]
    assert node.properties["terms"] == ""
