"""What goes with what is forgotten."""

from __future__ import annotations

from datetime import timedelta

from graph.changing.apply import apply_changes
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target, pages
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import UnsettleFact
from graph.values.items import Fact
from tests.graph.forgetting.planted import NOW, SPACE, plant


def test_a_doubt_goes_with_the_message_that_raised_it() -> None:
    """A fact does not keep the time of a message that is forgotten."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    made = plant(knowledge, 20)
    times = [NOW + timedelta(minutes=15), NOW + timedelta(minutes=16)]
    facts = [node.id for node in pages(knowledge, SPACE, Label.FACT)][:2]
    doubts = [UnsettleFact(fact=id, since=at) for id, at in zip(facts, times, strict=True)]
    apply_changes(knowledge, SPACE, doubts, now=NOW)

    forget(knowledge, SPACE, Target(messages=made.messages[15:16]), now=NOW)

    left = knowledge.get(SPACE, facts).values()
    assert [fact.unsure_since for fact in left if isinstance(fact, Fact)] == [None, times[1]]
