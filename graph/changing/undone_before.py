"""Keeps archivists from repeating a merge, supersession or dispute that a person has undone.

If a model proposes it again, the two are noted as different, so that the next round does not pay for the question.
"""

from __future__ import annotations

from graph.changing.change_batch import ChangeBatch
from graph.store.verbs import Kind
from graph.values.changes import (
    Change,
    CompactMemories,
    DisputeFacts,
    KeepApart,
    MergeEntities,
    MergeFacts,
    SupersedeFact,
)
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Author


def unless_undone_before(batch: ChangeBatch, change: Change) -> Change | None:
    """The change to apply: the proposed one; if it was undone before, KeepApart for a model and None for rules.

    A caller's change is always applied, and so is one whose undo was undone. One read for a change of two things, two
    more if one change touched both.
    """
    pair = pair_of(change)
    if pair is None or change.author is Author.CALLER:
        return change
    ids = [batch.resolve(ref) for ref in pair]
    batch.draft.read_edges(ids, [Kind.CHANGED])
    first, second = ({edge.source for edge in batch.draft.edges([id], [Kind.CHANGED])} for id in ids)
    undos = [each.undoes for each in _logged_changes(batch, first & second) if each.undoes and not each.undone_by]
    if all(undone.kind != type(change).__name__ for undone in _logged_changes(batch, set(undos))):
        return change
    if change.author is not Author.MODEL or isinstance(change, CompactMemories):
        return None
    return KeepApart(
        a=pair[0],
        b=pair[1],
        reason="somebody has taken it back before",
        author=change.author,
        archivist=change.archivist,
        prompt_version=change.prompt_version,
        why=change.why,
        evidence=change.evidence,
    )


def pair_of(change: Change) -> tuple[str, str] | None:
    """The first two things that a change merges, supersedes or disputes, by id or ref; None for other changes."""
    match change:
        case MergeEntities() | MergeFacts():
            return change.keep, change.lose
        case SupersedeFact():
            return change.fact, change.by
        case DisputeFacts():
            return change.a, change.b
        case CompactMemories(members=(first, second, *_)):
            return first, second
    return None


def _logged_changes(batch: ChangeBatch, ids: set[str]) -> list[AppliedChange]:
    batch.draft.read(ids)
    return [item_of(node, AppliedChange) for id in sorted(ids) if (node := batch.draft.node(id)) is not None]
