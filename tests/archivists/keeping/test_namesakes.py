"""Entities of one name and type are one."""

from __future__ import annotations

from dataclasses import replace

from archivists.keeping.archivist import Proposal
from archivists.keeping.namesakes import NAMESAKES
from archivists.round_policy import RoundPolicy
from graph.values.changes import MergeEntities
from graph.values.items import EntityType
from tests.archivists.building import entity, talk_of, window_of


def test_stored_namesakes_are_merged_into_the_older() -> None:
    """The younger one is lost, and the log says why."""
    first, second = (replace(entity(name, kind=EntityType.PLACE), id=name) for name in ("Oslo", "OSLO"))
    window = window_of(talk_of("Nora: Hi."), entities=[first, second])

    merged = NAMESAKES.by_rules(Proposal(window=window), RoundPolicy())

    assert merged.changes == (MergeEntities(keep="OSLO", lose="Oslo", reason="the same name and type"),)
