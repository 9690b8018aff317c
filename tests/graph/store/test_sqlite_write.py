"""What one write does to the rows; what it promises is in the contract."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from graph.errors import NotFound, StoreError
from graph.store import sqlite_write
from graph.store.checks import batch_of
from graph.store.sqlite import SqliteStore
from graph.store.sqlite_connections import Connections
from graph.store.verbs import DropNode, Dropped, Kind, Label, Node, PutEdge, PutNode, Value


def test_update_touches_only_what_changes() -> None:
    """A put sets the columns whose values are new: an index of the others is not written."""
    connections = Connections(None, read_only=False)
    statements: list[str] = []

    def write(**properties: Value) -> None:
        with connections.writing() as db:
            sqlite_write.write(db, "s", batch_of([PutNode(Label.MESSAGE, "m1", properties)]))

    write(chat="a", position=1.0, body="text")
    with connections.writing() as db:
        db.set_trace_callback(statements.append)
    write(chat="b", position=1.0, container="s1")
    connections.close()

    (update,) = [statement for statement in statements if statement.startswith("UPDATE nodes")]
    assert "find_chat = 'b'" in update
    assert "find_position" not in update
    assert "body" not in update


def test_what_is_dropped_for_good_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No verb finds it in any process while its rows are still there; who opens the file next deletes them."""
    path = tmp_path / "store.db"
    store, other = _linked(SqliteStore(path)), SqliteStore(path, read_only=True)
    monkeypatch.setattr(SqliteStore, "_delete_leaving", lambda self: None)

    store.write("s", [DropNode("m1", is_final=True)])

    for each in (store, other):
        assert each.nodes("s", ["m1", "m2"]).keys() == {"m2"}
        for order, where in (("id", None), ("position", {"chat": "c"}), ("position", {"chat": ("c", "d")})):
            assert [node.id for node in each.find("s", Label.MESSAGE, where, order=order, limit=1)] == ["m2"]
        for ids in (["m1"], ["e1"], ["m2"], ["m1", "e1", "m2"]):
            found = each.edges("s", ids, [Kind.MENTIONS, Kind.BRANCHES_FROM], 1)
            assert [(edge.source, edge.target) for edge in found] == [("m2", "e1")] * (ids != ["m1"])
        seen = each.since("s", 0)
        assert ([node.id for node in seen.nodes], [edge.source for edge in seen.edges]) == (["e1", "m2"], ["m2"])
        assert seen.dropped == [Dropped("m1", None, None, 2)]
    with pytest.raises(NotFound, match="node m1 does not exist"):
        store.write("s", [PutEdge("m2", Kind.BRANCHES_FROM, "m1")])
    assert _rows(path) == (3, 4, 1)
    other.close()
    store.close()
    monkeypatch.undo()
    SqliteStore(path).close()
    assert _rows(path) == (2, 1, 0)


def test_rows_of_what_is_dropped_for_good_go_in_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many edges a node has: other writers wait for one step at a time."""
    monkeypatch.setattr(sqlite_write, "LEAVING_ROWS", 3)
    connections = Connections(None, read_only=False)
    nodes = [PutNode(Label.FACT, f"f{number}", {}) for number in range(9)]
    edges = [PutEdge(f"f{number}", Kind.CONTRADICTS, "f8") for number in range(8)]
    with connections.writing() as db:
        sqlite_write.write(db, "s", batch_of([*nodes, *edges]))
        sqlite_write.write(db, "s", batch_of([DropNode(put.id, is_final=True) for put in nodes]))
        before, steps = db.total_changes, list[int]()
        while sqlite_write.delete_leaving(db):
            steps.append(db.total_changes - before)
            before = db.total_changes

        left = [db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("nodes", "edges", "leaving")]
    connections.close()

    assert (left, max(steps), sum(steps)) == ([(0,)] * 3, 8, 8 + 9 + 9)


def test_write_that_drops_nothing_is_one_transaction() -> None:
    """An append does not wait a second time for other writers."""
    store, statements = _linked(SqliteStore(None)), list[str]()
    with store.connections.writing() as db:
        db.set_trace_callback(statements.append)

    statements.clear()
    store.write_alone("s", lambda: [PutNode(Label.MESSAGE, "m3", {})])
    alone = statements.count("BEGIN IMMEDIATE")
    store.write_alone("s", lambda: [DropNode("m3", is_final=True)])

    assert (alone, statements.count("BEGIN IMMEDIATE")) == (1, 4)
    store.close()


def test_scrubbing_deletes_what_a_write_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk may fail between a write that drops nodes for good and the steps that delete their rows."""
    store = _linked(SqliteStore(tmp_path / "store.db"))

    def fail(_: sqlite3.Connection) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite_write, "delete_leaving", fail)
        store.write("s", [DropNode("m1", is_final=True)])

    assert store.scrub()
    assert _rows(tmp_path / "store.db") == (2, 1, 0)
    store.close()


def test_error_behind_a_write_is_not_the_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write holds, so that nobody is told otherwise; the rows go with the next opening."""
    path = tmp_path / "store.db"
    store = _linked(SqliteStore(path))

    def fail(db: sqlite3.Connection) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite_write, "delete_leaving", fail)
    assert store.write("s", [DropNode("m1", is_final=True)]) == 2
    assert store.write_alone("s", lambda: [DropNode("e1", is_final=True)]) == 3
    with pytest.raises(StoreError):
        store.scrub()
    store.close()
    SqliteStore(path).close()  # It can be read, and what is hidden is found by nobody.

    monkeypatch.undo()
    store = SqliteStore(path)
    assert store.nodes("s", ["m1", "e1", "m2"]).keys() == {"m2"}
    store.close()
    assert _rows(path) == (1, 0, 0)


def test_file_that_could_not_be_opened_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the opening, the file can be opened again by the same process."""
    path = tmp_path / "store.db"

    def interrupt(db: sqlite3.Connection) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(sqlite_write, "delete_leaving", interrupt)
    with pytest.raises(KeyboardInterrupt):
        SqliteStore(path)

    monkeypatch.undo()
    SqliteStore(path).close()


def test_id_that_was_dropped_for_good_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the former node is left, though its rows were there still. Loading does the same."""
    monkeypatch.setattr(SqliteStore, "_delete_leaving", lambda self: None)
    store, copy = _linked(SqliteStore(None)), _linked(SqliteStore(None))
    for each in (store, copy):
        each.write("s", [DropNode("m1", is_final=True)])

    store.write("s", [PutNode(Label.MESSAGE, "m1", {"body": "new"}, expect=0)])
    copy.load("s", store.since("s", 0))

    for each in (store, copy):
        assert each.nodes("s", ["m1"]) == {"m1": Node(Label.MESSAGE, "m1", {"body": "new"}, 1, 3)}
        assert each.edges("s", ["m1"], list(Kind), 9) == []
        each.close()


def _linked(store: SqliteStore) -> SqliteStore:
    """Two messages of one chat, of which the first is linked with everything."""
    messages = [PutNode(Label.MESSAGE, f"m{number}", {"chat": "c", "position": number}) for number in (1, 2)]
    edges = [("m1", Kind.MENTIONS, "e1"), ("m2", Kind.MENTIONS, "e1"), ("m2", Kind.BRANCHES_FROM, "m1")]
    edges.append(("m1", Kind.BRANCHES_FROM, "m1"))
    store.write("s", [PutNode(Label.ENTITY, "e1", {}), *messages, *(PutEdge(*edge) for edge in edges)])
    return store


def _rows(path: Path) -> tuple[int, ...]:
    with closing(sqlite3.connect(path)) as db:
        return tuple(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("nodes", "edges", "leaving"))
