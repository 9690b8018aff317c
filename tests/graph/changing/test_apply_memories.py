"""Significant memories are made, brought up to date, told as one and dropped; all of it can be undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.errors import BadInput
from graph.store.verbs import Kind
from graph.values.changes import CompactMemories, JudgePresentation, NewMemory, ReviseMemory, Verdict
from graph.values.items import Author, MemoryType, SignificantMemory
from graph.values.puts import put_changed
from tests.graph.changing.cases import LATER, NOW, Scene, kept, shown


def memory(home: Scene, id: str) -> SignificantMemory:
    """It as it is now."""
    found = home.knowledge.get("home", [id])[id]
    assert isinstance(found, SignificantMemory)
    return found


def test_new_memory_happened_when_it_was_said(home: Scene) -> None:
    """It is of the time of its first message, and was accessed when it was made."""
    made = memory(home, home["move"])

    assert (made.created_at, made.accessed_at, made.places) == (NOW, NOW, ("Van",))
    edges = home.knowledge.store.edges("home", [made.id], [Kind.ABOUT, Kind.STATED_IN], 9)
    assert {(edge.kind, edge.target) for edge in edges} == {
        (Kind.ABOUT, home["Van"]),
        (Kind.STATED_IN, home.messages[3]),
    }


def test_revised_memory_keeps_what_it_had(home: Scene) -> None:
    """Names and triggers are added, and its access time stays."""  # ACCEPTANCE 2.12
    change = ReviseMemory(memory=home["move"], body="They moved to Van", participants=("Mira",), triggers=("boxes",))

    apply_changes(home.knowledge, "home", [change], now=LATER)

    made = memory(home, home["move"])
    assert (made.body, made.participants, made.places) == ("They moved to Van", ("Mira",), ("Van",))
    assert (made.updated_at, made.accessed_at, made.triggers) == (LATER, NOW, ("boxes",))


def test_compacted_memories_come_back(home: Scene) -> None:
    """One has the names, triggers and edges of all, and undo puts all back."""  # ACCEPTANCE 2.13
    before = kept(home.knowledge.store)
    change = CompactMemories(
        members=(home["move"], home["nap"]),
        type=MemoryType.CHARACTER_BOND,
        body="A move",
        importance=9,
        triggers=("boat", "Van"),
    )
    members = [memory(home, home[name]) for name in ("move", "nap")]

    applied = apply_changes(home.knowledge, "home", [change], now=LATER)

    [whole] = [each.entry.id for each in home.knowledge.index("home").moments()]
    made = memory(home, whole)
    assert (made.type, made.importance, made.participants, made.places) == ("character_bond", 9, ("Mira",), ("Van",))
    assert made.triggers[:2] == ("boat", "Van")
    assert set(made.triggers) == {"boat", "Van", *(each for one in members for each in one.triggers)}
    edges = home.knowledge.store.edges("home", [whole], [Kind.ABOUT, Kind.STATED_IN], 9)
    assert {edge.target for edge in edges} == {home["Mira"], home["Van"], home.messages[3]}

    undo_change(home.knowledge, "home", applied.changes[0], now=LATER)

    assert kept(home.knowledge.store) == before


def test_what_a_compacted_memory_helped_with_the_one_in_its_place_did(home: Scene) -> None:
    """Blocks for messages like it find the whole."""
    block = shown(home.knowledge, (home["nap"],))
    change = CompactMemories(members=(home["move"], home["nap"]), type=MemoryType.GOAL, body="A move")

    for each in (JudgePresentation(block=block, items=(home["nap"],), verdict=Verdict.USEFUL), change):
        apply_changes(home.knowledge, "home", [each], now=LATER)

    [whole] = [each.entry.id for each in home.knowledge.index("home").moments()]
    edges = home.knowledge.store.edges("home", [whole], [Kind.HELPED_WITH], 9)
    assert [edge.target for edge in edges] == [home.knowledge.block("home", block).query]


def test_compaction_that_was_undone_is_not_repeated(home: Scene) -> None:
    """Neither rules nor a model do again what a person has taken back."""
    change = CompactMemories(members=(home["move"], home["nap"]), type=MemoryType.GOAL, body="A move")
    [logged] = apply_changes(home.knowledge, "home", [change], now=LATER).changes
    undo_change(home.knowledge, "home", logged, now=LATER)
    before = kept(home.knowledge.store)

    apply_changes(home.knowledge, "home", [change, replace(change, author=Author.MODEL)], now=LATER)

    assert kept(home.knowledge.store) == before


def test_one_memory_cannot_be_told_as_one(home: Scene) -> None:
    """There must be two at least."""
    with pytest.raises(BadInput, match="at least 2"):
        apply_changes(
            home.knowledge,
            "home",
            [CompactMemories(members=(home["nap"], home["nap"]), type=MemoryType.GOAL, body="A move")],
            now=LATER,
        )


def test_memory_that_was_shown_since_can_still_be_undone(home: Scene) -> None:
    """Its access time is nobody's decision."""
    applied = apply_changes(home.knowledge, "home", [NewMemory(type=MemoryType.GOAL, body="Find a boat")], now=NOW)
    [made] = [
        each.entry.id for each in home.knowledge.index("home").moments() if each.entry.id not in home.ids.values()
    ]
    before = memory(home, made)
    touched = put_changed(before, replace(before, accessed_at=LATER))
    home.knowledge.change("home", lambda plan: plan.add(touched))

    undo_change(home.knowledge, "home", applied.changes[0], now=LATER)

    assert home.knowledge.get("home", [made]) == {}
