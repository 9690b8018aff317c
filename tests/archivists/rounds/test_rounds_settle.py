"""What rounds make of blocks, on a real store."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewFact
from graph.values.codec import item_of
from graph.values.items import Block, Fact, Role
from graph.values.presented import Presented

POLICY = RoundPolicy()
DAY = timedelta(days=1)


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A graph with an empty space."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    yield graph
    graph.close()


def facts(knowledge: KnowledgeGraph) -> list[Fact]:
    """All facts, oldest first."""
    return [item_of(node, Fact) for node in knowledge.store.find("a", Label.FACT, limit=100)]


def test_shown_items_earn_their_usefulness(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What the reply takes up gains, what it does not loses nothing by rules."""
    said = ("I'm allergic to hazelnuts.", "I live in Bergen.")
    lines = [Line(role=Role.USER, sender="Nora", body=body, sent_at=now) for body in said]
    sources = knowledge.append("a", lines, now=now).messages
    told = [
        NewFact(ref=f"new:{id}", body=f"Nora: {body}", sources=(id,)) for id, body in zip(sources, said, strict=True)
    ]
    apply_changes(knowledge, "a", told, now=now)
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
