"""Reads from a SQLite store. Each verb is one or two statements, and each statement uses an index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from functools import cache

from graph.store.checks import Search
from graph.store.sqlite_schema import KIND_NUMBERS, KINDS, LABEL_NUMBERS, LABELS, NODE_KIND, find_column
from graph.store.verbs import Changes, Dropped, Edge, Kind, Label, Node, ReadDepth, Value, row_key, row_order

_decode = json.JSONDecoder().raw_decode  # Faster than `decode`, which looks for blanks around the text.

NodeRow = tuple[str, int, int, int, str, *tuple[str | bytes | None, ...]]
EdgeRow = tuple[str, int, str, str, int]
DroppedRow = tuple[str, int, str, int]

SPACE = "SELECT no, seq FROM spaces WHERE name = ?"
SPACES = f"""
SELECT name FROM spaces
WHERE EXISTS (SELECT 1 FROM nodes WHERE space_no = no AND label = {LABEL_NUMBERS[Label.SPACE]}) ORDER BY name
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
"""The numbers of rows that statements of finds have, so that few are prepared. SQLite takes 32,766 parameters."""


def seq(db: sqlite3.Connection, space: str) -> int:
    """The space's last seq."""
    found = db.execute(SPACE, (space,)).fetchone()
    return found[1] if found else 0


def nodes(db: sqlite3.Connection, space: str, ids: Collection[str], reading: ReadDepth) -> dict[str, Node]:
    """The nodes that exist, in the order of `ids`."""
    found = {
        node.id: node for node in _nodes_of(db.execute(nodes_statement(reading), (space, _ids_json(ids))), reading)
    }
    return {id: found[id] for id in ids if id in found}


def find(db: sqlite3.Connection, space: str, search: Search) -> list[Node]:
    """The nodes that match any row of the search, in order."""
    names, rows = search.names, search.rows
    after: tuple[Value, ...] = search.after or ()
    if search.order == "id":
        after = after[1:]
    found: list[Node] = []
    for start in range(0, len(rows), FIND_ROWS[-1]):
        page = rows[start : start + FIND_ROWS[-1]]
        count = next(count for count in FIND_ROWS if count >= len(page))
        statement = find_statement(
            search.label, names, search.order, search.is_descending, len(after), search.reading, count
        )
        values = [value for row in page for value in row]
        values += [None] * (len(names) * (count - len(page)))  # Rows of NULL match no node.
        found += _nodes_of(db.execute(statement, (*values, space, *after, search.limit)), search.reading)
    if len(rows) > FIND_ROWS[-1]:
        found.sort(key=lambda node: (_order_value(node, search.order), node.id), reverse=search.is_descending)
    return found[: search.limit]


def edges(db: sqlite3.Connection, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
    """The edges at these nodes, at most `cap` for each node, direction and kind."""
    arguments = (space, _ids_json(set(ids)), json.dumps([KIND_NUMBERS[kind] for kind in set(kinds)]), cap)
    found = {row[:3]: row for statement in (EDGES_OUT, EDGES_IN) for row in db.execute(statement, arguments)}
    return sorted(_edges_of(found.values()), key=row_key)


def since(db: sqlite3.Connection, space: str, seq: int, limit: int, reading: ReadDepth, with_edges: bool) -> Changes:
    """Whole writes after `seq`, about `limit` rows. `db` must see one state meanwhile."""
    space_no, last = db.execute(SPACE, (space,)).fetchone() or (None, 0)
    if last <= seq:
        return Changes((), (), (), last, has_more=False)
    cut = db.execute(LAST_SEQ_OF_PAGE, (space_no, seq, limit, with_edges)).fetchone()
    until = cut[0] if cut else last
    page = (space_no, seq, until)
    nodes = _nodes_of(db.execute(nodes_since_statement(reading), page), reading)
    edges = _edges_of(db.execute(EDGES_SINCE, page)) if with_edges else ()
    dropped = [row for row in _dropped_of(db.execute(DROPPED_SINCE, page)) if with_edges or row.kind is None]
    return Changes(
        nodes,
        sorted(edges, key=row_order),
        sorted(dropped, key=row_order),
        until,
        has_more=until < last,
    )


@cache
def nodes_statement(reading: ReadDepth) -> str:
    """Nodes by id."""
    return (
        f"SELECT {_node_columns(reading)} FROM nodes n"
        " WHERE n.space_no = (SELECT no FROM spaces WHERE name = ?) AND n.id IN (SELECT value FROM json_each(?))"
    )


@cache
def nodes_since_statement(reading: ReadDepth) -> str:
    """Nodes by seq."""
    condition = "n.space_no = ? AND n.seq > ? AND n.seq <= ?"
    return f"SELECT {_node_columns(reading)} FROM nodes n WHERE {condition} ORDER BY n.seq, n.id"


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
        return f"SELECT {_node_columns(reading)} {matching}"
    row = f"({', '.join('?' * len(names))})"
    return (
        f"WITH want ({', '.join(f'value_{place}' for place in range(len(names)))})"
        f" AS (VALUES {', '.join([row] * row_count)})"
        f" SELECT {_node_columns(reading)} FROM want w CROSS JOIN nodes n WHERE n.rowid IN (SELECT n.rowid {matching})"
        f" {ordered}"
    )


def _node_columns(reading: ReadDepth) -> str:
    return ", ".join(f"n.{name}" for name in ("id", "label", "version", "seq", "properties", *reading.value))


def _ids_json(ids: Collection[str]) -> str:
    """The ids as JSON, without those that contain NUL: json_each would cut them, and find another node."""
    return json.dumps([id for id in ids if "\0" not in id])


def _nodes_of(rows: Iterable[NodeRow], reading: ReadDepth) -> list[Node]:
    long_names = reading.value
    found = []
    rows = list(rows)
    for (id, label, version, seq, _, *long), properties in zip(rows, _parsed([row[4] for row in rows]), strict=True):
        for name, value in zip(long_names, long, strict=True):
            if value is not None:
                properties[name] = value
        found.append(Node(LABELS[label], id, properties, version, seq))
    return found


def _edges_of(rows: Iterable[EdgeRow]) -> list[Edge]:
    rows = list(rows)
    return [
        Edge(source, KINDS[kind], target, properties, seq)
        for (source, kind, target, _, seq), properties in zip(rows, _parsed([row[3] for row in rows]), strict=True)
    ]


def _dropped_of(rows: Iterable[DroppedRow]) -> list[Dropped]:
    return [
        Dropped(source, None, None, seq) if kind == NODE_KIND else Dropped(source, KINDS[kind], target, seq)
        for source, kind, target, seq in rows
    ]


def _order_value(node: Node, order: str) -> Value:
    return node.id if order == "id" else node.properties[order]


def _parsed(texts: list[str]) -> list[dict[str, Value]]:
    """The properties in these JSON texts, with tuples instead of lists. Parsed at once, so that names are shared."""
    found: list[dict[str, Value]] = _decode(f"[{','.join(texts)}]")[0]
    for text, values in zip(texts, found, strict=True):
        if "[" in text:
            for name, value in values.items():
                if isinstance(value, list):
                    values[name] = tuple(value)
    return found
