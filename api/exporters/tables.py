"""Exports nodes or edges as a CSV file, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import IO

from api.exporters.snapshot import value_types
from graph.store.verbs import Edge, Node, Value

NODE_COLUMNS = ("id", "label", "version", "seq")
EDGE_COLUMNS = ("source", "kind", "target", "seq")


def write_table(rows: Sequence[Node | Edge], columns: Sequence[str], file: IO[str]) -> None:
    """Write a row for each of these: NODE_COLUMNS or EDGE_COLUMNS, then a column for each property."""
    names = list(value_types(rows))
    table = csv.writer(file, lineterminator="\n")
    table.writerow([*columns, *names])
    for row in rows:
        own = [getattr(row, column) for column in columns]
        table.writerow(own + [_cell_of(row.properties.get(name)) for name in names])


def _cell_of(value: Value) -> str:
    """Text as it is, "" for an absent value, and JSON for anything else."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
