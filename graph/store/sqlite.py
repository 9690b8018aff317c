"""The embedded store: one SQLite file, which one process writes and any number of processes read."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from graph.store import sqlite_read, sqlite_write
from graph.store.checks import batch_of, check_changes, check_count, check_id, search_of
from graph.store.sqlite_connections import Connections
from graph.store.sqlite_read import FIND_ROWS, dropped_of, edges_of, ids_json, node_columns, nodes_of
from graph.store.sqlite_schema import KIND_NUMBERS
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Op, ReadDepth, Value, row_key, row_order


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
        statement = sqlite_read.NODES.format(columns=node_columns(reading))
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
                statement = sqlite_read.find_statement(
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
            ways = (sqlite_read.EDGES_OUT, sqlite_read.EDGES_IN)
            found = {row[:3]: row for statement in ways for row in db.execute(statement, arguments)}
        return sorted(edges_of(found.values()), key=row_key)

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        check_id(space, "space name")
        check_count("limit", limit, at_least=1)
        with self.connections.snapshot() as db:
            space_no, last = db.execute(sqlite_read.SPACE, (space,)).fetchone() or (None, 0)
            if last <= seq:
                return Changes((), (), (), last, has_more=False)
            cut = db.execute(sqlite_read.LAST_SEQ_OF_PAGE, (space_no, seq, limit, edges)).fetchone()
            until = cut[0] if cut else last
            page = (space_no, seq, until)
            nodes = nodes_of(db.execute(sqlite_read.NODES_SINCE.format(columns=node_columns(reading)), page), reading)
            found = edges_of(db.execute(sqlite_read.EDGES_SINCE, page)) if edges else ()
            dropped = [row for row in dropped_of(db.execute(sqlite_read.DROPPED_SINCE, page)) if edges or not row.kind]
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
            found = db.execute(sqlite_read.SPACE, (space,)).fetchone()
        return found[1] if found else 0

    def spaces(self) -> dict[str, int]:
        """See Store.spaces."""
        with self.connections.reading() as db:
            return dict(db.execute(sqlite_read.SPACES).fetchall())

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
