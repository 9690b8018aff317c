"""What a person took back is not done again by an archivist: the same two things are left apart."""

from __future__ import annotations

from graph.applying import Applying
from graph.changes import Change, DisputeFacts, MergeEntities, MergeFacts, SupersedeFact
from graph.codec import item_of
from graph.items import AppliedChange, Author
from graph.store import Kind


def is_taken_back(applying: Applying, change: Change) -> bool:
    """Whether a change of this kind between the same two things was undone, and the undo stands.

    A caller's change is never held back. One read for a change that brings two known things together, two more if
    both were touched by one change before.
    """
    pair = _pair(change)
    if pair is None or change.author is Author.CALLER:
        return False
    ids = [applying.resolve(ref) for ref in pair]
    applying.draft.read_edges(ids, [Kind.CHANGED])
    first, second = ({edge.source for edge in applying.draft.edges([id], [Kind.CHANGED])} for id in ids)
    undos = [found for found in _changes(applying, first & second) if found.undoes is not None and not found.undone_by]
    undone = _changes(applying, {undo.undoes for undo in undos if undo.undoes is not None})
    return any(found.kind == type(change).__name__ for found in undone)


def _pair(change: Change) -> tuple[str, str] | None:
    match change:
        case MergeEntities() | MergeFacts():
            return change.keep, change.lose
        case SupersedeFact():
            return change.fact, change.by
        case DisputeFacts():
            return change.a, change.b
    return None


def _changes(applying: Applying, ids: set[str]) -> list[AppliedChange]:
    applying.draft.read(ids)
    return [item_of(node, AppliedChange) for id in sorted(ids) if (node := applying.draft.node(id)) is not None]
