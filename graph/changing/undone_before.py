"""What a person took back is not done again by an archivist: the same two things are left apart.

A model's merge becomes the note that the two are two, so that the next round does not pay for the same question.
"""

from __future__ import annotations

from graph.changing.change_batch import ChangeBatch
from graph.store.verbs import Kind
from graph.values.changes import Change, DisputeFacts, KeepApart, MergeEntities, MergeFacts, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Author

TAKEN_BACK = "somebody has taken it back before"


def standing(applying: ChangeBatch, change: Change) -> Change | None:
    """The change, or what is left of one that was taken back before: None by rules."""
    if not is_undone_before(applying, change):
        return change
    pair = _pair(change)
    if change.author is not Author.MODEL or pair is None:
        return None
    return KeepApart(
        a=pair[0],
        b=pair[1],
        reason=TAKEN_BACK,
        author=change.author,
        archivist=change.archivist,
        prompt_version=change.prompt_version,
        why=change.why,
        evidence=change.evidence,
    )


def is_undone_before(applying: ChangeBatch, change: Change) -> bool:
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


def _changes(applying: ChangeBatch, ids: set[str]) -> list[AppliedChange]:
    applying.draft.read(ids)
    return [item_of(node, AppliedChange) for id in sorted(ids) if (node := applying.draft.node(id)) is not None]
