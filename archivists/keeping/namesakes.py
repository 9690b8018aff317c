"""Entities of one name and type are merged. Names that only may mean one entity are a model's to judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archivists.compare.name_likeness import key_of
from archivists.keeping.archivist import Archivist
from archivists.questions.read import Reading
from graph.values.changes import MergeEntities
from graph.values.items import Entity, EntityType


def merge_namesakes(entities: Sequence[Entity]) -> list[MergeEntities]:
    """Entities of one name and type are merged into the older one. Pure.

    An entity whose type is unknown is merged too when all its namesakes are of one type.
    """
    by_name: dict[str, list[Entity]] = {}
    for entity in sorted(entities, key=lambda entity: entity.id):
        by_name.setdefault(key_of(entity.name), []).append(entity)
    return [change for namesakes in by_name.values() for change in _merges(namesakes)]


def _merges(namesakes: Sequence[Entity]) -> Iterator[MergeEntities]:
    types = {entity.type for entity in namesakes} - {EntityType.UNKNOWN}
    kept: dict[EntityType, Entity] = {}
    for entity in namesakes:
        type = entity.type
        if type is EntityType.UNKNOWN and len(types) == 1:
            [type] = types
        keep = kept.setdefault(type, entity)
        if keep is not entity:
            yield MergeEntities(keep=keep.id, lose=entity.id, reason="the same name and type")


NAMESAKES: Archivist[Reading] = Archivist(
    name="namesakes",
    by_rules=lambda proposal, policy: proposal.plus(merge_namesakes(proposal.window.entities)),
)
