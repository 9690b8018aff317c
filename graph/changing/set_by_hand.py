"""Keeps what a caller has set: an archivist's change leaves it alone, and what contradicts it stands beside it."""

from __future__ import annotations

from dataclasses import fields, replace

from graph.changing.apply_entities import same_entity
from graph.changing.change_batch import ChangeBatch
from graph.values.changes import (
    Change,
    DisputeFacts,
    Grounds,
    MergeEntities,
    MergeFacts,
    NewEntity,
    ReviseEntity,
    ReviseFact,
    SupersedeFact,
)
from graph.values.items import Author, Entity, EntityType, Fact, FactStatus


def leaving_what_is_set(batch: ChangeBatch, change: Change) -> Change | None:
    """The change, without what would overrule a caller; None if nothing is left of it.

    A fact that would replace a caller's fact stands beside it, and both are disputed. Entities that were found to be
    different are not merged. A caller's own change is always applied. Mostly no read.
    """
    if change.author is Author.CALLER:
        return change
    match change:
        case ReviseFact() if _is_set(batch, change.fact):
            return None
        case MergeFacts() if _is_set(batch, change.lose):
            return None
        case SupersedeFact() if _is_set(batch, change.fact):
            grounds = {each.name: getattr(change, each.name) for each in fields(Grounds)}
            return DisputeFacts(a=change.fact, b=change.by, reason=change.reason, **grounds)
        case NewEntity():
            return _without_fixed_aliases(batch, change)
        case ReviseEntity():
            return _without_fixed(batch.entity(change.entity), change)
        case MergeEntities():
            return _merge_allowed(change, batch.entity(change.keep), batch.entity(change.lose))
    return change


def _is_set(batch: ChangeBatch, fact: str) -> bool:
    row = batch.get(fact, Fact)
    return row.author is Author.CALLER or row.status is FactStatus.WITHDRAWN


def _without_fixed(entity: Entity, change: ReviseEntity) -> ReviseEntity | None:
    left = replace(
        change,
        name=None if "name" in entity.fixed else change.name,
        type=None if "type" in entity.fixed else change.type,
        aliases=None if "aliases" in entity.fixed else change.aliases,
    )
    return None if (left.name, left.type, left.aliases) == (None, None, None) else left


def _without_fixed_aliases(batch: ChangeBatch, change: NewEntity) -> NewEntity:
    known = same_entity(batch, change.name, change.type)
    if known is None or not known.fixed:
        return change
    type = EntityType.UNKNOWN if "type" in known.fixed else change.type
    return replace(change, type=type, aliases=() if "aliases" in known.fixed else change.aliases)


def _merge_allowed(change: MergeEntities, keep: Entity, lose: Entity) -> MergeEntities | None:
    """The merge, which keeps the entity that a caller has named; None if they are known to be two."""
    is_refused = keep.id in lose.compared_with or lose.id in keep.compared_with
    if is_refused or (keep.fixed and lose.fixed) or "aliases" in (*keep.fixed, *lose.fixed):
        return None
    return replace(change, keep=change.lose, lose=change.keep) if lose.fixed else change
