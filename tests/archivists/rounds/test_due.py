"""When a space needs a round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import run_round
from benchmarks.all_rounds import run_rounds
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewFact, ReviseFact, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import Fact, FactStatus, Role
from tests.archivists.rounds.test_round import story

POLICY = RoundPolicy()
DAY = timedelta(days=1)
TOWNS = ("Bergen", "Oslo")


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    yield graph
    graph.close()


@pytest.fixture
def read(knowledge: KnowledgeGraph, now: datetime) -> KnowledgeGraph:
    """The graph with a long conversation that rounds have read."""
    ids = knowledge.append("a", story(30, now), now=now).messages
    towns = [NewFact(ref=f"new:{n}", body=f"Nora lives in {town}.", sources=ids[:3]) for n, town in enumerate(TOWNS)]
    apply_changes(knowledge, "a", towns, now=now)
    run_rounds(knowledge, "a", owner="me", now=now + timedelta(hours=1), policy=POLICY)
    return knowledge


@pytest.mark.parametrize(("count", "expected"), [(9, False), (10, True), (11, True)])
def test_due_is_every_tenth_message(knowledge: KnowledgeGraph, now: datetime, count: int, expected: bool) -> None:
    """Ten unread messages are enough, nine are not."""
    knowledge.append("a", story(count, now), now=now)

    assert is_due(knowledge, "a", now=now, policy=POLICY) is expected


def test_due_is_a_conversation_that_fell_silent(knowledge: KnowledgeGraph, now: datetime) -> None:
    """One message is enough, once nothing can follow it."""
    knowledge.append("a", story(1, now), now=now)

    assert not is_due(knowledge, "a", now=now, policy=POLICY)
    assert is_due(knowledge, "a", now=now + DAY, policy=POLICY)


def test_correction_makes_a_round_due(read: KnowledgeGraph, now: datetime) -> None:
    """What somebody corrects is stale at once, and told anew though nobody says more; then nothing is due."""
    facts = [item_of(node, Fact) for node in read.store.find("a", Label.FACT, limit=99)]
    one, other = [fact for fact in facts if fact.status is FactStatus.CURRENT][:2]
    apply_changes(read, "a", [SupersedeFact(fact=one.id, by=other.id, reason="wrong")], now=now)
    before = read.index("a").stale()
    later = now + timedelta(hours=2)

    while is_due(read, "a", now=later, policy=POLICY):
        report = run_round(read, "a", owner="me", now=later, policy=POLICY)
        assert report is not None and report.messages == 0 and report.changes

    assert any(id.startswith("s") for id in before)
    assert read.index("a").stale() == []
    kinds = {node.properties["kind"] for node in read.store.find("a", Label.CHANGE, limit=999)}
    assert "ReplaceSummary" in kinds


def test_stale_texts_wait_for_what_is_unread(read: KnowledgeGraph, now: datetime) -> None:
    """A line that is no round's worth yet is not read early for their sake."""
    fact = next(iter(read.store.find("a", Label.FACT, limit=1)))
    apply_changes(read, "a", [ReviseFact(fact=fact.id, body="Nora has a dog.")], now=now)
    at = now + timedelta(hours=2)
    assert read.index("a").stale() and is_due(read, "a", now=at, policy=POLICY)

    read.append("a", [Line(role=Role.USER, sender="Nora", body="Good night.")], now=at)

    assert not is_due(read, "a", now=at, policy=POLICY)
    assert is_due(read, "a", now=at + timedelta(hours=7), policy=POLICY)


def test_stale_texts_are_not_looked_for_in_every_space(read: KnowledgeGraph, now: datetime) -> None:
    """A space whose index is not in memory, with nothing to read, is not loaded to find out."""
    fact = next(iter(read.store.find("a", Label.FACT, limit=1)))
    apply_changes(read, "a", [ReviseFact(fact=fact.id, body="Nora has a dog.")], now=now)
    other = KnowledgeGraph(read.store)

    assert not is_due(other, "a", now=now + timedelta(hours=2), policy=POLICY)
    assert other.index_at_hand("a") is None
    other.index("a")
    assert is_due(other, "a", now=now + timedelta(hours=2), policy=POLICY)
