"""The statements that read a SQLite store, each by an index, and what their rows become."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from functools import cache

from graph.store.sqlite_schema import KINDS, LABEL_NUMBERS, LABELS, NODE_KIND, find_column
from graph.store.verbs import Dropped, Edge, Label, Node, ReadDepth, Value

_decode = json.JSONDecoder().raw_decode  # Faster than `decode`, which looks for blanks around the text.

NodeRow = tuple[str, int, int, int, str, *tuple[str | bytes | None, ...]]
EdgeRow = tuple[str, int, str, str, int]
DroppedRow = tuple[str, int, str, int]


SPACE = "SELECT no, seq FROM spaces WHERE name = ?"
SPACES = f"""
SELECT name, seq FROM spaces
WHERE EXISTS (SELECT 1 FROM nodes n WHERE n.space_no = no AND n.label = {LABEL_NUMBERS[Label.SPACE]})
ORDER BY name
"""
EDGES = """
SELECT e.source, e.kind, e.target, e.properties, e.seq
FROM (SELECT no FROM spaces WHERE name = ?1) s CROSS JOIN json_each(?2) i CROSS JOIN json_each(?3) k
CROSS JOIN edges e ON e.space_no = s.no AND e.{here} = i.value AND e.kind = k.value AND e.{there} IN (
    SELECT x.{there} FROM edges x WHERE x.space_no = s.no AND x.{here} = i.value AND x.kind = k.value
    ORDER BY x.{there} DESC LIMIT ?4
)
"""
EDGES_OUT = EDGES.format(here="source", there="target")
EDGES_IN = EDGES.format(here="target", there="source")
NODES = """
SELECT {columns} FROM nodes n
WHERE n.space_no = (SELECT no FROM spaces WHERE name = ?) AND n.id IN (SELECT value FROM json_each(?))
"""
NODES_SINCE = "SELECT {columns} FROM nodes n WHERE n.space_no = ? AND n.seq > ? AND n.seq <= ? ORDER BY n.seq, n.id"
LAST_SEQ_OF_PAGE = """
SELECT seq FROM (
    SELECT seq FROM nodes WHERE space_no = ?1 AND seq > ?2
    UNION ALL SELECT seq FROM edges WHERE space_no = ?1 AND seq > ?2 AND ?4
    UNION ALL SELECT seq FROM dropped WHERE space_no = ?1 AND seq > ?2 AND (?4 OR kind = 0)
) ORDER BY seq LIMIT 1 OFFSET ?3 - 1
"""
EDGES_SINCE = "SELECT source, kind, target, properties, seq FROM edges WHERE space_no = ? AND seq > ? AND seq <= ?"
DROPPED_SINCE = "SELECT source, kind, target, seq FROM dropped WHERE space_no = ? AND seq > ? AND seq <= ?"
FIND_ROWS = (1, 8, 64, 512, 4_096)
"""The numbers of rows that a find statement may have, so that few are prepared. SQLite takes 32,766 parameters."""


@cache
def find_statement(
    label: Label,
    names: tuple[str, ...],
    order: str,
    is_descending: bool,
    after_count: int,
    reading: ReadDepth,
    row_count: int,
) -> str:
    """Nodes equal to any of `row_count` rows of values of `names`; parameters: rows, space, after, limit.

    Each row reads at most `limit` nodes from the index, so many rows never require sorting all matches.
    """
    first = len(names) * row_count + 1  # of the parameters after the values
    limit = first + after_count + 1
    columns = [f"n.{find_column(name)}" for name in names]
    keys = ["n.id"] if order == "id" else [f"n.{find_column(order)}", "n.id"]
    is_one = row_count == 1
    conditions = [
        f"n.space_no = (SELECT no FROM spaces WHERE name = ?{first})",
        f"n.label = {LABEL_NUMBERS[label]}",
        *(f"{column} = {f'?{place + 1}' if is_one else f'w.value_{place}'}" for place, column in enumerate(columns)),
        *(f"{key} IS NOT NULL" for key in keys[:-1]),
    ]
    if after_count:
        behind = ", ".join(f"?{first + 1 + place}" for place in range(after_count))
        conditions.append(f"({', '.join(keys)}) {'<' if is_descending else '>'} ({behind})")
    ordered = f"ORDER BY {', '.join(f'{key} DESC' if is_descending else key for key in keys)} LIMIT ?{limit}"
    matching = f"FROM nodes n WHERE {' AND '.join(conditions)} {ordered}"
    if is_one:
        return f"SELECT {node_columns(reading)} {matching}"
    row = f"({', '.join('?' * len(names))})"
    return (
        f"WITH want ({', '.join(f'value_{place}' for place in range(len(names)))})"
        f" AS (VALUES {', '.join([row] * row_count)})"
        f" SELECT {node_columns(reading)} FROM want w CROSS JOIN nodes n WHERE n.rowid IN (SELECT n.rowid {matching})"
        f" {ordered}"
    )


def node_columns(reading: ReadDepth) -> str:
    """The columns that `nodes_of` reads."""
    return ", ".join(f"n.{name}" for name in ("id", "label", "version", "seq", "properties", *reading.value))


def ids_json(ids: Collection[str]) -> str:
    """The ids as JSON, without those that contain NUL: json_each would cut them, and find another node."""
    return json.dumps([id for id in ids if "\0" not in id])


def nodes_of(rows: Iterable[NodeRow], reading: ReadDepth) -> list[Node]:
    """The nodes in rows of `node_columns`."""
    long_names = reading.value
    found = []
    rows = list(rows)
    for (id, label, version, seq, _, *long), properties in zip(rows, _parsed([row[4] for row in rows]), strict=True):
        for name, value in zip(long_names, long, strict=True):
            if value is not None:
                properties[name] = value
        found.append(Node(LABELS[label], id, properties, version, seq))
    return found


def edges_of(rows: Iterable[EdgeRow]) -> list[Edge]:
    """The edges in rows of EDGES_OUT, EDGES_IN and EDGES_SINCE."""
    rows = list(rows)
    return [
        Edge(source, KINDS[kind], target, properties, seq)
        for (source, kind, target, _, seq), properties in zip(rows, _parsed([row[3] for row in rows]), strict=True)
    ]


def dropped_of(rows: Iterable[DroppedRow]) -> list[Dropped]:
    """The tombstones in rows of DROPPED_SINCE."""
    return [
        Dropped(source, None, None, seq) if kind == NODE_KIND else Dropped(source, KINDS[kind], target, seq)
        for source, kind, target, seq in rows
    ]


def _parsed(texts: list[str]) -> list[dict[str, Value]]:
    """The properties in these JSON texts, with tuples instead of lists. Parsed at once, so that names are shared."""
    found: list[dict[str, Value]] = _decode(f"[{','.join(texts)}]")[0]
    for text, values in zip(texts, found, strict=True):
        if "[" in text:
            for name, value in values.items():
                if isinstance(value, list):
                    values[name] = tuple(value)
    return found
