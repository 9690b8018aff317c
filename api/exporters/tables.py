"""Exports a space as two CSV files, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from typing import IO

from api.exporters.snapshot import Snapshot, Types
from graph.store.verbs import Edge, Node, Value

NODE_COLUMNS = ("id", "label", "version", "seq")
EDGE_COLUMNS = ("source", "kind", "target", "seq")


def write_nodes(found: Snapshot, file: IO[str]) -> int:
    """Write one row for each node: NODE_COLUMNS, then a column for each property. Returns the number of rows."""
    return _write(file, NODE_COLUMNS, found.node_types(), found.nodes())


def write_edges(found: Snapshot, file: IO[str]) -> int:
    """Write one row for each edge: EDGE_COLUMNS, then a column for each property. Returns the number of rows."""
    return _write(file, EDGE_COLUMNS, found.edge_types(), found.edges())


def _write(file: IO[str], columns: Sequence[str], properties: Types, rows: Iterable[Node | Edge]) -> int:
    table = csv.writer(file, lineterminator="\n")
    table.writerow([*columns, *properties])
    count = 0
    for row in rows:
        own = [getattr(row, column) for column in columns]
        table.writerow(own + [_cell_of(row.properties.get(name)) for name in properties])
        count += 1
    return count


def _cell_of(value: Value) -> str:
    """Text as it is, "" for an absent value, and JSON for anything else."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
