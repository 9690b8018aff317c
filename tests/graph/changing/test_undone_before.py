"""A person's undo is respected by the archivists that come after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from graph.changing.undoing import undo_change
from graph.values.changes import Change, DisputeFacts, MergeEntities, MergeFacts, NewFact, SupersedeFact
from graph.values.items import AppliedChange, Author
from tests.graph.changing.cases import LATER, Scene, do, kept

CHANGES: list[Callable[[Scene], MergeEntities | MergeFacts | SupersedeFact | DisputeFacts]] = [
    lambda s: MergeEntities(keep=s["Katharina"], lose=s["Kath"], reason="a short form"),
    lambda s: MergeFacts(keep=s["home"], lose=s["bursa"]),
    lambda s: SupersedeFact(fact=s["bursa"], by=s["van"], reason="moved"),
    lambda s: DisputeFacts(a=s["cat"], b=s["likes"], reason="whose cat?"),
]


@pytest.mark.parametrize("of", CHANGES)
def test_what_was_taken_back_is_not_done_again(home: Scene, of: Callable[[Scene], Change]) -> None:
    """Proposed again by rules it is passed over; the caller may, and so may a redo of the undo."""
    before = kept(home.knowledge.store)
    change = of(home)
    (made,) = do(home, change)
    undone = undo_change(home.knowledge, "home", made, now=LATER).id

    assert do(home, change) == ()
    assert kept(home.knowledge.store) == before
    (again,) = do(home, replace(change, author=Author.CALLER))
    undo_change(home.knowledge, "home", again, now=LATER)
    assert undo_change(home.knowledge, "home", undone, now=LATER).undoes == undone


@pytest.mark.parametrize("of", CHANGES)
def test_model_learns_what_was_taken_back(home: Scene, of: Callable[[Scene], Change]) -> None:
    """Proposed again by a model it is noted once that the two are two, and nothing else."""
    change = of(home)
    (made,) = do(home, change)
    undo_change(home.knowledge, "home", made, now=LATER)

    (noted,) = do(home, replace(change, author=Author.MODEL))

    [log] = home.knowledge.get("home", [noted]).values()
    assert isinstance(log, AppliedChange)
    assert (log.kind, log.author) == ("KeepApart", Author.MODEL)
    assert do(home, replace(change, author=Author.MODEL)) == ()


def test_only_the_same_two_things_are_left_apart(home: Scene) -> None:
    """What was taken back with one is still done with another, and in another way with the same."""
    (made,) = do(home, SupersedeFact(fact=home["bursa"], by=home["van"], reason="moved"))
    undo_change(home.knowledge, "home", made, now=LATER)

    assert len(do(home, DisputeFacts(a=home["bursa"], b=home["van"], reason="?"))) == 1
    new = NewFact(ref="new:x", body="Mira lives in Oslo", sources=home.messages[:1])
    assert len(do(home, new, SupersedeFact(fact=home["bursa"], by="new:x", reason="moved"))) == 2
