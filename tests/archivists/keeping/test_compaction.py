"""Significant memories above their number: merged by a model, else set aside, and brought back by undoing it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.keeping.compaction import prune, set_aside
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import DropMemory, NewMemory
from graph.values.codec import item_of
from graph.values.items import MemoryType, SignificantMemory
from tests.archivists.building import START, talk_of, window_of


def memory(number: int, importance: int, *, kind: MemoryType = MemoryType.DISCOVERY) -> SignificantMemory:
    """A known memory; the later number was used later."""
    at = START - timedelta(days=90 - number)
    return SignificantMemory(
        id=f"y{number}",
        type=kind,
        body=f"Memory {number}.",
        importance=importance,
        created_at=at,
        updated_at=at,
        accessed_at=at,
    )


def holding(*memories: SignificantMemory) -> Window:
    """A window in which these are known."""
    return replace(window_of(talk_of("Nora: Well.")), moments=memories)


PROMISE = memory(1, 2, kind=MemoryType.PROMISE)


def test_the_least_important_are_set_aside_and_promises_last() -> None:
    """Of equal ones, the longest unused; new ones count."""
    window = holding(PROMISE, memory(2, 5), memory(3, 3), memory(4, 3), memory(5, 9))
    new = NewMemory(ref="new:1", type=MemoryType.DISCOVERY, body="New.", importance=7, sources=("m00000001",))

    def dropped(most: int, *changes: NewMemory) -> list[str]:
        return [each.memory for each in set_aside(window, changes, RoundPolicy(memories_max=most))]

    assert [dropped(5), dropped(4), dropped(2)] == [[], ["y3"], ["y3", "y4", "y2"]]
    assert dropped(5, new) == ["y3"]
    assert dropped(1)[-1] == "y5"


@pytest.mark.parametrize(("days", "expected"), [(0, []), (30, ["y2"])])
def test_only_a_space_that_says_so_forgets_what_is_unused(days: int, expected: list[str]) -> None:
    """Important ones and promises stay."""
    assert [each.memory for each in prune(holding(PROMISE, memory(2, 1)), RoundPolicy(unused_days=days))] == expected


def test_what_was_set_aside_comes_back_by_undoing(now: datetime) -> None:
    """Nothing is lost."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    new = NewMemory(ref="new:1", type=MemoryType.DISCOVERY, body="The gate fell.", importance=3, sources=())
    [id] = apply_changes(knowledge, "a", [new], now=now).ids.values()
    apply_changes(knowledge, "a", [DropMemory(memory=id, reason="more than 0 memories")], now=now)

    def kept() -> list[str]:
        return [item_of(node, SignificantMemory).body for node in knowledge.store.find("a", Label.MEMORY, limit=9)]

    assert kept() == []
    [drop] = [
        each for each in knowledge.store.find("a", Label.CHANGE, limit=9) if each.properties["kind"] == "DropMemory"
    ]
    undo_change(knowledge, "a", drop.id, now=now)
    assert kept() == ["The gate fell."]
    knowledge.close()
