"""A person's undo is respected by the archivists that come after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from graph.apply import apply_changes
from graph.changes import Change, DisputeFacts, MergeEntities, MergeFacts, NewFact, SupersedeFact
from graph.items import Author
from graph.undo import undo_change
from tests.graph.changing import LATER, Scene, kept, scene

CHANGES: list[Callable[[Scene], MergeEntities | MergeFacts | SupersedeFact | DisputeFacts]] = [
    lambda s: MergeEntities(keep=s["Katharina"], lose=s["Kath"], reason="a short form"),
    lambda s: MergeFacts(keep=s["home"], lose=s["bursa"]),
    lambda s: SupersedeFact(fact=s["bursa"], by=s["van"], reason="moved"),
    lambda s: DisputeFacts(a=s["cat"], b=s["likes"], reason="whose cat?"),
]


@pytest.fixture
def home() -> Iterator[Scene]:
    """A scene."""
    made = scene()
    yield made
    made.knowledge.close()


def do(home: Scene, *changes: Change) -> tuple[str, ...]:
    """Apply changes; their ids in the log."""
    return apply_changes(home.knowledge, "home", changes, now=LATER).changes


@pytest.mark.parametrize("of", CHANGES)
def test_what_was_taken_back_is_not_done_again(home: Scene, of: Callable[[Scene], Change]) -> None:
    """Proposed again, with a model or by rules, it is passed over; the caller may, and so may a redo of the undo."""
    before = kept(home.knowledge.store)
    change = of(home)
    (made,) = do(home, change)
    undone = undo_change(home.knowledge, "home", made, now=LATER).id

    assert do(home, change, replace(change, author=Author.MODEL)) == ()
    assert kept(home.knowledge.store) == before
    (again,) = do(home, replace(change, author=Author.CALLER))
    undo_change(home.knowledge, "home", again, now=LATER)
    assert undo_change(home.knowledge, "home", undone, now=LATER).undoes == undone


def test_only_the_same_two_things_are_left_apart(home: Scene) -> None:
    """What was taken back with one is still done with another, and in another way with the same."""
    (made,) = do(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"))
    undo_change(home.knowledge, "home", made, now=LATER)

    assert len(do(home, DisputeFacts(a=home["bursa"], b=home["van"], reason="?"))) == 1
    new = NewFact(ref="new:x", body="Mira lives in Oslo", sources=home.messages[:1])
    assert len(do(home, new, SupersedeFact(fact=home["bursa"], by="new:x", reason="moved"))) == 2
