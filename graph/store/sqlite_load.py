"""Loads rows of another space into a SQLite store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from graph.store.sqlite_schema import KIND_NUMBERS, LABEL_NUMBERS, NODE_KIND
from graph.store.sqlite_write import (
    EDGE_KEY,
    INSERT_NODE,
    PUT_EDGE,
    check_ends,
    edge_json,
    make_room,
    node_row,
    to_json,
)
from graph.store.verbs import Changes, Dropped, Edge, Kind, Label, Node, Row, row_key

CLEARED_ROWS = 250
"""Rows that one transaction of `clear_some` deletes: 6 ms on a busy machine. 2,000 took no less time in all, and 43 ms
at a time."""

SPACE_ID = "space"

Key = tuple[str, int, str]
"""Source, number of the kind, and target; for a node its id, NODE_KIND and "". The same as in table `dropped`."""

_RAISE_SEQ = """
INSERT INTO spaces (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq) RETURNING no
"""
_NODES_HERE = "SELECT id, seq FROM nodes WHERE space_no = ? AND id IN (SELECT value FROM json_each(?))"
_GONE_NODES = f"""
SELECT source, seq FROM dropped
WHERE space_no = ? AND kind = {NODE_KIND} AND target = '' AND source IN (SELECT value FROM json_each(?))
"""
_ROWS_HERE = """
SELECT x.source, x.kind, x.target, x.seq FROM json_each(?2) k CROSS JOIN {table} x
ON x.space_no = ?1 AND x.source = json_extract(k.value, '$[0]') AND x.kind = json_extract(k.value, '$[1]')
AND x.target = json_extract(k.value, '$[2]')
"""


def load(db: sqlite3.Connection, space: str, changes: Changes) -> None:
    """Load each row unless the space has a newer one with the same key, in the open transaction."""
    if not changes.seq:
        return
    ((space_no,),) = db.execute(_RAISE_SEQ, (space, changes.seq))
    given: list[Row] = [*changes.nodes, *changes.edges, *changes.dropped]
    rows = {_number_key(row): row for row in given}
    make_room(db, space_no, {source for source, _, _ in rows})
    here = _seqs_here(db, space_no, rows)
    newer = {key: row for key, row in rows.items() if row.seq > here.get(key, 0)}
    for source, kind, target in newer.keys() & here.keys():
        if kind == NODE_KIND:
            db.execute("DELETE FROM nodes WHERE space_no = ? AND id = ?", (space_no, source))
        else:
            db.execute(f"DELETE FROM edges WHERE {EDGE_KEY}", (space_no, source, kind, target))
        db.execute(f"DELETE FROM dropped WHERE {EDGE_KEY}", (space_no, source, kind, target))
    nodes = [row for row in newer.values() if isinstance(row, Node)]
    db.executemany(INSERT_NODE, [node_row(space_no, node) for node in nodes])
    gone = [(space_no, *key, row.seq) for key, row in newer.items() if isinstance(row, Dropped)]
    db.executemany("INSERT INTO dropped (space_no, source, kind, target, seq) VALUES (?, ?, ?, ?, ?)", gone)
    for _, source, kind, _, _ in gone:
        if kind == NODE_KIND:
            db.execute("DELETE FROM edges WHERE space_no = ? AND source = ?", (space_no, source))
            db.execute("DELETE FROM edges WHERE space_no = ? AND target = ?", (space_no, source))
    edges = [row for row in newer.values() if isinstance(row, Edge)]
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    gone_at: dict[str, int] = dict(db.execute(_GONE_NODES, (space_no, to_json([*ends]))))
    edges = [edge for edge in edges if max(gone_at.get(end, 0) for end in (edge.source, edge.target)) < edge.seq]
    check_ends(db, space_no, edges)
    edge_rows = [(space_no, *_number_key(edge), edge.seq, edge_json(edge)) for edge in edges]
    db.executemany(PUT_EDGE, edge_rows)


def clear_some(db: sqlite3.Connection, space: str, seq: int) -> bool:
    """Delete some rows of the space except its Space node; False if none are left, or the node has another seq."""
    held = "SELECT no FROM spaces JOIN nodes n ON n.space_no = no AND n.id = ? AND n.seq = ? WHERE name = ?"
    found = db.execute(held, (SPACE_ID, seq, space)).fetchone()
    if found is None:
        return False
    (no,) = found
    is_other = f"space_no = ? AND label <> {LABEL_NUMBERS[Label.SPACE]}"
    some = f"SELECT rowid FROM nodes WHERE {is_other} LIMIT {CLEARED_ROWS}"
    if db.execute(f"DELETE FROM nodes WHERE rowid IN ({some})", (no,)).rowcount:
        return True
    db.execute("DELETE FROM leaving WHERE space_no = ?", (no,))
    for table in ("edges", "dropped"):
        keys = f"SELECT source, kind, target FROM {table} WHERE space_no = ?1 LIMIT {CLEARED_ROWS}"
        some = f"DELETE FROM {table} WHERE space_no = ?1 AND (source, kind, target) IN ({keys})"
        if db.execute(some, (no,)).rowcount:
            return True
    return False


def drop_some_tombstones(db: sqlite3.Connection, space: str, seq: int) -> bool:
    """Delete some tombstones up to this seq, except that of the Space node; False if none are left."""
    old = f"""
        SELECT d.source, d.kind, d.target FROM spaces s JOIN dropped d ON d.space_no = s.no
        WHERE s.name = ?1 AND d.seq <= ?2 AND d.source <> '{SPACE_ID}' LIMIT {CLEARED_ROWS}
    """
    keys = "space_no = (SELECT no FROM spaces WHERE name = ?1) AND (source, kind, target)"
    return db.execute(f"DELETE FROM dropped WHERE {keys} IN ({old})", (space, seq)).rowcount > 0


def _number_key(row: Row) -> Key:
    source, kind, target = row_key(row)
    return source, KIND_NUMBERS[Kind(kind)] if kind else NODE_KIND, target


def _seqs_here(db: sqlite3.Connection, space_no: int, keys: Iterable[Key]) -> dict[Key, int]:
    keys = list(keys)
    ids = to_json([source for source, kind, _ in keys if kind == NODE_KIND])
    here = {(id, NODE_KIND, ""): seq for id, seq in db.execute(_NODES_HERE, (space_no, ids))}
    for table in ("edges", "dropped"):
        for source, kind, target, seq in db.execute(_ROWS_HERE.format(table=table), (space_no, to_json(keys))):
            here[source, kind, target] = seq
    return here
