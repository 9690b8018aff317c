"""The embedded store: one SQLite file, which one process writes and any number of processes read."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from graph.store import sqlite_write
from graph.store.checks import batch_of, check_changes, check_count, check_id, search_of
from graph.store.sqlite_connections import Connections
from graph.store.sqlite_schema import KIND_NUMBERS, KINDS, LABEL_NUMBERS, LABELS, NODE_KIND, find_column
from graph.store.verbs import Changes, Dropped, Edge, Kind, Label, Node, Op, ReadDepth, Value, row_key, row_order

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


class SqliteStore:
    """A graph.store.verbs.Store in one file, or in memory if `path` is None.

    Writes wait for each other; reads wait for nobody. While the store is open, no other process can open the file for
    writing. A `read_only` store sees what another process writes.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        """Open the store; make it if it does not exist. Raises StoreLocked, StoreTooNew and StoreError."""
        self.connections = Connections(path and path.expanduser().resolve(), read_only=read_only)

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write; one transaction and one fsync."""
        self.connections.check_writable()
        check_id(space, "space name")
        batch = batch_of(ops)
        if not ops:
            return self.seq(space)
        with self.connections.writing() as db:
            return sqlite_write.write(db, space, batch)

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """See Store.write_alone. Writers of other spaces also wait."""
        with self.connections.writers:
            return self.write(space, decide())

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        check_id(space, "space name")
        if not ids:
            return {}
        statement = NODES.format(columns=node_columns(reading))
        with self.connections.reading() as db:
            found = {node.id: node for node in nodes_of(db.execute(statement, (space, ids_json(ids))), reading)}
        return {id: found[id] for id in ids if id in found}

    def find(
        self,
        space: str,
        label: Label,
        where: Mapping[str, Value] | None = None,
        *,
        order: str = "id",
        after: tuple[Value, str] | None = None,
        limit: int,
        reading: ReadDepth = ReadDepth.BODY,
    ) -> list[Node]:
        """See Store.find."""
        check_id(space, "space name")
        search = search_of(label, where, order, after, limit, reading)
        behind: tuple[Value, ...] = search.after or ()
        if search.order == "id":
            behind = behind[1:]
        found: list[Node] = []
        with self.connections.reading() as db:
            for start in range(0, len(search.rows), FIND_ROWS[-1]):
                page = search.rows[start : start + FIND_ROWS[-1]]
                count = next(count for count in FIND_ROWS if count >= len(page))
                values = [value for row in page for value in row]
                values += [None] * (len(search.names) * (count - len(page)))  # Rows of NULL match no node.
                statement = find_statement(
                    label, search.names, search.order, search.is_descending, len(behind), reading, count
                )
                found += nodes_of(db.execute(statement, (*values, space, *behind, limit)), reading)
        if len(search.rows) > FIND_ROWS[-1]:
            found.sort(
                key=lambda node: (node.id if search.order == "id" else node.properties[search.order], node.id),
                reverse=search.is_descending,
            )
        return found[:limit]

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges; the cost grows with `cap`, not with how many edges a node has."""
        check_id(space, "space name")
        check_count("cap", cap)
        arguments = (space, ids_json(set(ids)), json.dumps([KIND_NUMBERS[kind] for kind in set(kinds)]), cap)
        with self.connections.reading() as db:
            ways = (EDGES_OUT, EDGES_IN)
            found = {row[:3]: row for statement in ways for row in db.execute(statement, arguments)}
        return sorted(edges_of(found.values()), key=row_key)

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        check_id(space, "space name")
        check_count("limit", limit, at_least=1)
        with self.connections.snapshot() as db:
            space_no, last = db.execute(SPACE, (space,)).fetchone() or (None, 0)
            if last <= seq:
                return Changes((), (), (), last, has_more=False)
            cut = db.execute(LAST_SEQ_OF_PAGE, (space_no, seq, limit, edges)).fetchone()
            until = cut[0] if cut else last
            page = (space_no, seq, until)
            nodes = nodes_of(db.execute(NODES_SINCE.format(columns=node_columns(reading)), page), reading)
            found = edges_of(db.execute(EDGES_SINCE, page)) if edges else ()
            dropped = [row for row in dropped_of(db.execute(DROPPED_SINCE, page)) if edges or not row.kind]
        return Changes(
            nodes, sorted(found, key=row_order), sorted(dropped, key=row_order), until, has_more=until < last
        )

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load; one fsync."""
        check_id(space, "space name")
        check_changes(changes)
        with self.connections.writing() as db:
            sqlite_write.load(db, space, changes)

    def clear(self, space: str, seq: int | None = None) -> None:
        """See Store.clear; some hundred rows in each transaction, so that other spaces' writes wait only briefly."""
        check_id(space, "space name")
        while True:
            with self.connections.writing() as db:
                if not sqlite_write.clear_some(db, space, seq):
                    return

    def drop_tombstones(self, space: str, seq: int) -> None:
        """See Store.drop_tombstones; some hundred in each transaction."""
        check_id(space, "space name")
        while True:
            with self.connections.writing() as db:
                if not sqlite_write.drop_some_tombstones(db, space, seq):
                    return

    def scrub(self) -> bool:
        """See Store.scrub."""
        return self.connections.scrub()

    def seq(self, space: str) -> int:
        """See Store.seq."""
        check_id(space, "space name")
        with self.connections.reading() as db:
            found = db.execute(SPACE, (space,)).fetchone()
        return found[1] if found else 0

    def spaces(self) -> dict[str, int]:
        """See Store.spaces."""
        with self.connections.reading() as db:
            return dict(db.execute(SPACES).fetchall())

    def names(self) -> list[str]:
        """See Store.names."""
        with self.connections.reading() as db:
            return [name for (name,) in db.execute("SELECT name FROM spaces ORDER BY name")]

    def check(self) -> None:
        """See Store.check."""
        self.connections.check()

    def verify(self) -> None:
        """See Store.verify; two seconds for each gigabyte, beside other work."""
        self.connections.verify()

    def close(self) -> None:
        """See Store.close. Closing twice is no error."""
        self.connections.close()


_decode = json.JSONDecoder().raw_decode  # Faster than `decode`, which looks for blanks around the text.

NodeRow = tuple[str, int, int, int, str, *tuple[str | bytes | None, ...]]
EdgeRow = tuple[str, int, str, str, int]
DroppedRow = tuple[str, int, str, int]
