"""The embedded store: one SQLite file, which one process writes and any number of processes read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from graph.store import sqlite_load, sqlite_read, sqlite_write
from graph.store.checks import batch_of, check_changes, check_count, check_id, search_of
from graph.store.sqlite_connections import Connections
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Op, ReadDepth, Value


class SqliteStore:
    """A graph.store.verbs.Store in one file, or in memory if `path` is None.

    Writes wait for each other; reads wait for nobody. While the store is open, no other process can open the file for
    writing. A `read_only` store sees what another process writes.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        """Open the store; make it if it does not exist. Raises StoreLocked, StoreTooNew and StoreError."""
        place = path and path.expanduser().resolve()
        self._connections = Connections(place, read_only=read_only)

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write; one transaction and one fsync."""
        self._connections.check_writable()
        check_id(space, "space name")
        batch = batch_of(ops)
        if not ops:
            return self.seq(space)
        with self._connections.writing() as db:
            return sqlite_write.write(db, space, batch)

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """See Store.write_alone. Writers of other spaces also wait."""
        with self._connections.alone():
            return self.write(space, decide())

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        if not ids:
            return {}
        check_id(space, "space name")
        with self._connections.reading() as db:
            return sqlite_read.nodes(db, space, ids, reading)

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
        with self._connections.reading() as db:
            return sqlite_read.find(db, space, search)

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges; the cost grows with `cap`, not with how many edges a node has."""
        check_id(space, "space name")
        check_count("cap", cap)
        with self._connections.reading() as db:
            return sqlite_read.edges(db, space, ids, kinds, cap)

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        check_id(space, "space name")
        check_count("limit", limit, at_least=1)
        with self._connections.snapshot() as db:
            return sqlite_read.since(db, space, seq, limit, reading, edges)

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load; one fsync."""
        self._connections.check_writable()
        check_id(space, "space name")
        check_changes(changes)
        with self._connections.writing() as db:
            sqlite_load.load(db, space, changes)

    def discard(self, space: str) -> None:
        """See Store.discard; one transaction."""
        check_id(space, "space name")
        with self._connections.writing() as db:
            sqlite_load.discard(db, space)

    def seq(self, space: str) -> int:
        """See Store.seq."""
        check_id(space, "space name")
        with self._connections.reading() as db:
            return sqlite_read.seq(db, space)

    def spaces(self) -> list[str]:
        """See Store.spaces."""
        with self._connections.reading() as db:
            return [name for (name,) in db.execute(sqlite_read.SPACES)]

    def names(self) -> list[str]:
        """See Store.names."""
        with self._connections.reading() as db:
            return [name for (name,) in db.execute("SELECT name FROM spaces ORDER BY name")]

    def close(self) -> None:
        """See Store.close. Closing twice is no error."""
        self._connections.close()
