"""A space as two tables of comma-separated values, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import IO

from api.exporters.snapshot import Snapshot
from graph.store.verbs import Value

NODE_COLUMNS = ("id", "label", "version", "seq")
EDGE_COLUMNS = ("source", "kind", "target", "seq")


def write_nodes(still: Snapshot, file: IO[str]) -> int:
    """One row a node: NODE_COLUMNS, then a column for each property by name. The number of rows is returned."""
    names = list(still.node_types())
    return _write(
        file,
        [*NODE_COLUMNS, *names],
        ([node.id, node.label, node.version, node.seq, *_cells(node.properties, names)] for node in still.nodes()),
    )


def write_edges(still: Snapshot, file: IO[str]) -> int:
    """One row an edge: EDGE_COLUMNS, then a column for each property by name. The number of rows is returned."""
    names = list(still.edge_types())
    return _write(
        file,
        [*EDGE_COLUMNS, *names],
        ([edge.source, edge.kind, edge.target, edge.seq, *_cells(edge.properties, names)] for edge in still.edges()),
    )


def _write(file: IO[str], columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> int:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(columns)
    count = 0
    for row in rows:
        table.writerow(row)
        count += 1
    return count


def _cells(properties: Mapping[str, Value], names: Sequence[str]) -> list[str]:
    return [_cell(properties.get(name)) for name in names]


def _cell(value: Value) -> str:
    """Text as it is, an absent value as nothing, and all else as JSON writes it."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
