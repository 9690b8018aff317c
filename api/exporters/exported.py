"""A space as the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from api.exporters.graphml import graphml_lines
from api.exporters.snapshot import snapshot
from graph.store.verbs import Store
from graph.transfer.lines import OnProgress, export_space, ignore_progress


class SpaceFormat(StrEnum):
    """The format of an exported space."""

    JSONL = "jsonl"  # all of it; can be imported
    GRAPHML = "graphml"  # for other programs


def exported_lines(
    store: Store, space: str, format: SpaceFormat, on_progress: OnProgress = ignore_progress
) -> Iterator[str]:
    """The space in this format as it is now or a little later. Raises NotFound."""
    if format is SpaceFormat.JSONL:
        return export_space(store, space, on_progress=on_progress)
    return graphml_lines(snapshot(store, space, on_progress), space)
