"""Exports a space as two CSV files, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import IO

from api.exporters.snapshot import Snapshot
from graph.store.verbs import Value

NODE_COLUMNS = ("id", "label", "version", "seq")
EDGE_COLUMNS = ("source", "kind", "target", "seq")


def write_nodes(found: Snapshot, file: IO[str]) -> int:
    """Write one row for each node: NODE_COLUMNS, then a column for each property. Returns the number of rows."""
    names = list(found.node_types())
    return _write(
        file,
        [*NODE_COLUMNS, *names],
        ([node.id, node.label, node.version, node.seq, *_cells_of(node.properties, names)] for node in found.nodes()),
    )


def write_edges(found: Snapshot, file: IO[str]) -> int:
    """Write one row for each edge: EDGE_COLUMNS, then a column for each property. Returns the number of rows."""
    names = list(found.edge_types())
    return _write(
        file,
        [*EDGE_COLUMNS, *names],
        ([edge.source, edge.kind, edge.target, edge.seq, *_cells_of(edge.properties, names)] for edge in found.edges()),
    )


def _write(file: IO[str], columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> int:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(columns)
    count = 0
    for row in rows:
        table.writerow(row)
        count += 1
    return count


def _cells_of(properties: Mapping[str, Value], names: Sequence[str]) -> list[str]:
    return [_cell_of(properties.get(name)) for name in names]


def _cell_of(value: Value) -> str:
    """Text as it is, "" for an absent value, and JSON for anything else."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
