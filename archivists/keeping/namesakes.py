"""Merges entities of one name and type. `archivists.compare.name_likeness` decides which, and when."""

from __future__ import annotations

from archivists.compare.name_likeness import same_pairs
from archivists.keeping.archivist import Archivist
from archivists.questions.read import Reading
from graph.values.changes import MergeEntities

NAMESAKES: Archivist[Reading] = Archivist(
    name="namesakes",
    by_rules=lambda proposal, policy: proposal.plus(
        MergeEntities(keep=pair.one.id, lose=pair.other.id, reason="the same name and type")
        for pair in same_pairs(proposal.window.entities)
    ),
)
