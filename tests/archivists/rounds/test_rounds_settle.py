"""What rounds make of statements that come after others, and of blocks, on a real store."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph, Presented
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.values.codec import item_of
from graph.values.items import Block, Fact, FactStatus, Role

POLICY = RoundPolicy()
DAY = timedelta(days=1)


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    yield graph
    graph.close()


def tell(knowledge: KnowledgeGraph, at: datetime, *bodies: str, sender: str = "Nora") -> None:
    """Lines are said, a minute apart, and read."""
    lines = [
        Line(role=Role.USER, sender=sender, body=body, sent_at=at + timedelta(minutes=i))
        for i, body in enumerate(bodies)
    ]
    knowledge.append("a", lines, now=at)
    run_rounds(knowledge, "a", owner="me", now=at + timedelta(hours=1), policy=POLICY)


def facts(knowledge: KnowledgeGraph) -> list[Fact]:
    """All facts, oldest first."""
    return [item_of(node, Fact) for node in knowledge.store.find("a", Label.FACT, limit=100)]


@pytest.mark.parametrize(
    ("earlier", "later", "sender"),
    [
        ("I live in Bergen.", "We moved to Oslo last week.", "Nora"),
        ("I live in Bergen.", "We moved to Oslo last week.", "user"),
        ("Bergen'de yaşıyorum.", "Artık Oslo'da yaşıyorum.", "Nora"),
    ],
)
def test_move_ends_the_old_home(
    knowledge: KnowledgeGraph, now: datetime, earlier: str, later: str, sender: str
) -> None:
    """The earlier statement is kept with its times and its reason; the later one holds from when it was said."""
    tell(knowledge, now, earlier, "I like the rain.", sender=sender)
    tell(knowledge, now + DAY, later, "Nice here.", sender=sender)

    old, new = (fact for fact in facts(knowledge) if "Bergen" in fact.body or "Oslo" in fact.body)
    assert (old.status, old.valid_from, old.valid_to) == (FactStatus.SUPERSEDED, now, now + DAY)
    assert (new.status, new.valid_from, new.valid_to) == (FactStatus.CURRENT, now + DAY, None)
    assert old.reason is not None and old.reason.startswith("another home: Oslo")
    [edge] = knowledge.store.edges("a", [old.id], [Kind.SUPERSEDED_BY], 9)
    assert (edge.source, edge.target) == (old.id, new.id)


def test_fuller_statement_keeps_both_sources(knowledge: KnowledgeGraph, now: datetime) -> None:
    """The shorter one is a duplicate of it."""
    tell(knowledge, now, "I have a cat at home.", "Yes.")
    tell(knowledge, now + DAY, "I have a grey cat at home with one eye.", "Yes.")

    short, full = facts(knowledge)
    assert (short.status, full.status) == (FactStatus.SUPERSEDED, FactStatus.CURRENT)
    assert len(knowledge.store.edges("a", [full.id], [Kind.STATED_IN], 9)) == 2


def test_restated_facts_are_not_added(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Said again in other order, in the passive or with less, it is known."""
    tell(knowledge, now, "I live in Bergen with two cats.", "Nordlys hired my sister Ada.")
    tell(
        knowledge,
        now + DAY,
        "I live in Bergen!",
        "My sister Ada was hired by Nordlys.",
        "I live in Bergen with 2 cats.",
    )

    assert [fact.body for fact in facts(knowledge)] == [
        "Nora: I live in Bergen with two cats.",
        "Nora: Nordlys hired my sister Ada.",
    ]
    told = [len(knowledge.store.edges("a", [fact.id], [Kind.STATED_IN], 9)) for fact in facts(knowledge)]
    assert told == [3, 2]


def test_shown_items_earn_their_usefulness(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What the reply takes up gains, what it does not loses nothing by rules."""
    tell(knowledge, now, "I'm allergic to hazelnuts.", "I live in Bergen.")
    nuts, home = facts(knowledge)
    question = Line(role=Role.USER, body="What cake?", sent_at=now + DAY)
    asked = knowledge.append("a", [question], chat="new", now=now + DAY).messages[0]
    block = Block(
        id="",
        chat="new",
        query=str(asked),
        body=f"- {nuts.body}\n- {home.body}",
        tokens=1,
        budget_tokens=9,
        shown=(nuts.id, home.id),
        near_misses="[]",
        left_out_count=0,
        visible_from=None,
        created_at=now + DAY,
    )
    shown = [Presented(fact.id, 1, "facts", 1.0, {}, "because", 1) for fact in (nuts, home)]
    knowledge.record_block("a", block, shown)
    reply = Line(
        role=Role.ASSISTANT, sender="assistant", body="No hazelnuts, since you are allergic.", sent_at=now + DAY
    )
    knowledge.append("a", [reply], chat="new", now=now + DAY)
    run_rounds(knowledge, "a", owner="me", now=now + DAY, policy=POLICY)

    after = {fact.id: fact.usefulness for fact in facts(knowledge)}
    assert after[nuts.id] > 0 >= after[home.id]
