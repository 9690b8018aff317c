"""Entities of one name and type are one."""

from __future__ import annotations

from dataclasses import replace

from archivists.keeping.namesakes import merge_namesakes
from graph.values.changes import MergeEntities
from graph.values.items import EntityType
from tests.archivists.building import entity

PLACE, UNKNOWN = EntityType.PLACE, EntityType.UNKNOWN


def test_stored_namesakes_are_merged_into_the_older() -> None:
    """One of unknown type goes with the only other type; between two it stays alone."""
    first = replace(entity("Oslo", kind=UNKNOWN), id="e1")
    town = replace(entity("OSLO", kind=PLACE), id="e2")
    ship = replace(entity("Oslo", kind=EntityType.THING), id="e3")

    assert merge_namesakes([town, first]) == [MergeEntities(keep="e1", lose="e2", reason="the same name and type")]
    assert merge_namesakes([first, town, ship]) == []
    assert merge_namesakes([ship, town]) == []
