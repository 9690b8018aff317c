"""One writer, many readers, one lock."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from graph.errors import DiskFailed, RemembrancerError, StoreDamaged, StoreError, StoreLocked, TooLarge
from graph.store import sqlite_connections
from graph.store.sqlite import SqliteStore
from graph.store.sqlite_connections import Connections, reading_uri, translate
from graph.store.verbs import Label, PutNode


def test_second_writer_is_refused(tmp_path: Path) -> None:
    """While a store is open for writing it cannot be opened so again; the message says what to do."""
    path = tmp_path / "store.db"
    first = Connections(path, read_only=False)

    with pytest.raises(StoreLocked, match=r"has locked store .*store\.db .*for reading only"):
        Connections(path, read_only=False)

    first.close()
    Connections(path, read_only=False).close()


def test_commits_are_synced_to_disk(tmp_path: Path) -> None:
    """The writer logs ahead and syncs the log at each commit."""
    connections = Connections(tmp_path / "store.db", read_only=False)

    with connections.writing() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    connections.close()


def test_any_error_undoes_the_transaction(tmp_path: Path) -> None:
    """What was written before an error, even an interruption, is gone, and the next transaction starts afresh."""
    connections = Connections(tmp_path / "store.db", read_only=False)
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error), connections.writing() as db:
            db.execute("INSERT INTO spaces (name, seq) VALUES ('s', 1)")
            raise error

    with connections.writing() as db:
        assert db.execute("SELECT count(*) FROM spaces").fetchone() == (0,)
    connections.close()


def test_readers_cannot_write(tmp_path: Path) -> None:
    """A connection for reading refuses to change anything."""
    connections = Connections(tmp_path / "store.db", read_only=False)

    with pytest.raises(StoreError, match="cannot be written"), connections.reading() as db:
        db.execute("DELETE FROM spaces")
    connections.close()


def test_read_only_disk_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can write, SQLite's companions are not made; a log that was left there is still read."""
    path = tmp_path / "store.db"
    Connections(path, read_only=False).close()
    monkeypatch.setattr(sqlite_connections.os, "statvfs", lambda folder: SimpleNamespace(f_flag=os.ST_RDONLY))
    before = set(tmp_path.iterdir())

    connections = Connections(path, read_only=True)
    with connections.reading() as db:
        assert db.execute("SELECT count(*) FROM spaces").fetchone() == (0,)
        assert set(tmp_path.iterdir()) == before
    connections.close()

    (tmp_path / "store.db-wal").write_bytes(b"x")
    assert reading_uri(path).endswith("?mode=ro")


def test_snapshot_stands_still(tmp_path: Path) -> None:
    """Statements in one snapshot see one state, whatever is written meanwhile."""
    connections = Connections(tmp_path / "store.db", read_only=False)
    count = "SELECT count(*) FROM spaces"

    with connections.snapshot() as before:
        assert before.execute(count).fetchone() == (0,)
        with connections.writing() as db:
            db.execute("INSERT INTO spaces (name, seq) VALUES ('s', 1)")
        assert before.execute(count).fetchone() == (0,)
        with connections.reading() as after:
            assert after.execute(count).fetchone() == (1,)
    connections.close()


def test_readers_are_used_again(tmp_path: Path) -> None:
    """Reads one after the other share a connection; at the same time each has its own."""
    connections = Connections(tmp_path / "store.db", read_only=False)

    with connections.reading() as first, connections.reading() as second:
        assert first is not second
    with connections.reading() as third:
        assert third in (first, second)
    connections.close()


def test_read_at_work_survives_close(tmp_path: Path) -> None:
    """A read that has begun ends well; later ones are refused."""
    connections = Connections(tmp_path / "store.db", read_only=False)

    with connections.reading() as db:
        connections.close()
        assert db.execute("SELECT count(*) FROM spaces").fetchone() == (0,)

    with pytest.raises(StoreError, match="closed"), connections.reading():
        pass
    with pytest.raises(StoreError, match="closed"), connections.writing():
        pass


def test_close_leaves_one_file(tmp_path: Path) -> None:
    """After close everything is in the database file, which its owner alone may read."""
    connections = Connections(tmp_path / "store.db", read_only=False)
    with connections.writing() as db, connections.reading():
        db.execute("INSERT INTO spaces (name, seq) VALUES ('s', 1)")
    connections.close()

    assert {path.name for path in tmp_path.iterdir()} - {"store.db.lock"} == {"store.db"}
    assert stat.S_IMODE((tmp_path / "store.db").stat().st_mode) == 0o600


def test_place_that_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    """A folder, a path through a file and a path nobody may make are named in the message."""
    (tmp_path / "file").write_text("text")
    for place in (tmp_path, tmp_path / "file" / "store.db", Path("/proc/nowhere/store.db")):
        with pytest.raises(StoreError, match=str(place)):
            Connections(place, read_only=False)


def test_reading_needs_a_store(tmp_path: Path) -> None:
    """Opening for reading makes nothing: no file, no folder, nothing in an empty file."""
    (tmp_path / "empty.db").touch()
    for place in (tmp_path / "none.db", tmp_path, tmp_path / "none" / "store.db", tmp_path / "empty.db"):
        why = (
            "is a folder, expected the name of a file" if place == tmp_path else "open the store for writing to make it"
        )
        with pytest.raises(StoreError, match=why):
            Connections(place, read_only=True)

    assert [path.name for path in tmp_path.iterdir()] == ["empty.db"]


def error_of(code: int, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> sqlite3.Error:
    """An error as SQLite raises it."""
    error = kind("what SQLite says")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "expected", "text"),
    [
        (error_of(sqlite3.SQLITE_BUSY), StoreLocked, "locked by another program"),
        (error_of(sqlite3.SQLITE_BUSY_SNAPSHOT), StoreLocked, "locked by another program"),
        (error_of(sqlite3.SQLITE_LOCKED), StoreLocked, "locked by another program"),
        (error_of(sqlite3.SQLITE_FULL), DiskFailed, "is full; nothing was written"),
        (error_of(sqlite3.SQLITE_CORRUPT, sqlite3.DatabaseError), StoreDamaged, "is damaged"),
        (error_of(sqlite3.SQLITE_CORRUPT_INDEX, sqlite3.DatabaseError), StoreDamaged, "is damaged"),
        (error_of(sqlite3.SQLITE_NOTADB, sqlite3.DatabaseError), StoreError, "is not a SQLite database"),
        (error_of(sqlite3.SQLITE_READONLY), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_READONLY_DIRECTORY), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_PERM), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_CANTOPEN), StoreError, "cannot be opened"),
        (error_of(sqlite3.SQLITE_IOERR_FSYNC), DiskFailed, "disk of store s.db failed"),
        (error_of(sqlite3.SQLITE_TOOBIG, sqlite3.DataError), TooLarge, "too long"),
        (error_of(sqlite3.SQLITE_ERROR), StoreError, "failed: what SQLite says"),
        (sqlite3.ProgrammingError("Cannot operate on a closed database."), StoreError, "is closed"),
        (sqlite3.InterfaceError("no code at all"), StoreError, "failed: no code at all"),
    ],
)
def test_error_is_translated(error: sqlite3.Error, expected: type[RemembrancerError], text: str) -> None:
    """Every code, with its extended forms, becomes one error of ours that names the store."""
    found = translate(error, "s.db")

    assert type(found) is expected
    assert text in str(found)


def test_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    """A write that does not fit is refused whole; the store goes on when there is room again."""
    path = tmp_path / "store.db"
    store = SqliteStore(path)
    store.write("s", [PutNode(Label.MESSAGE, "m1", {"body": "before"})])
    limit_pages(store, 60)

    with pytest.raises(StoreError, match="full"):
        store.write("s", [PutNode(Label.MESSAGE, "m2", {}), PutNode(Label.MESSAGE, "m3", {"body": "x" * 1_000_000})])
    assert list(store.nodes("s", ["m1", "m2", "m3"])) == ["m1"]

    limit_pages(store, 1_000_000)
    assert store.write("s", [PutNode(Label.MESSAGE, "m2", {})]) == 2
    store.close()


def test_full_disk_is_told_until_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a write that failed the store does not claim to work before it can write again."""
    store = SqliteStore(tmp_path / "store.db")
    store.write("s", [PutNode(Label.MESSAGE, "m1", {"body": "before"})])
    limit_pages(store, 60)
    monkeypatch.setattr(sqlite_connections.shutil, "disk_usage", lambda path: SimpleNamespace(free=0))

    store.check()  # Nothing has failed so far.
    with pytest.raises(StoreError, match="full"):
        store.write("s", [PutNode(Label.MESSAGE, "m2", {"body": "x" * 1_000_000})])
    with pytest.raises(StoreError, match="full"):
        store.check()

    monkeypatch.undo()
    store.check()
    store.close()


def test_damage_is_told_from_the_start(tmp_path: Path) -> None:
    """Damage that no request has met is found by reading all of the file once, and stays told."""
    path = tmp_path / "store.db"
    store = SqliteStore(path)
    store.write("s", [PutNode(Label.MESSAGE, f"m{number:03}", {"body": "x" * 500}) for number in range(300)])
    store.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // 4096 // 2 * 4096
    content[middle : middle + 4096] = bytes(each ^ 0xFF for each in content[middle : middle + 4096])
    path.write_bytes(content)

    store = SqliteStore(path)
    store.check()
    with pytest.raises(StoreDamaged, match="replace the file with a backup"):
        store.verify()
    with pytest.raises(StoreDamaged):
        store.check()
    store.close()


def test_whole_file_is_verified(tmp_path: Path) -> None:
    """A store without damage passes, in a file and in memory."""
    for path in (tmp_path / "store.db", None):
        store = SqliteStore(path)
        store.write("s", [PutNode(Label.MESSAGE, "m1", {})])
        store.verify()
        store.check()
        assert [node.id for node in store.since("s", 0, limit=9).nodes] == ["m1"]
        store.close()


def limit_pages(store: SqliteStore, count: int) -> None:
    """The disk has room for so many pages of the database, and no more."""
    connections: Connections = store.connections
    with connections.writing() as db:
        db.execute(f"PRAGMA max_page_count = {count}")


def test_damaged_file_is_named(tmp_path: Path) -> None:
    """Reading a page that was overwritten says that the file is damaged."""
    path = tmp_path / "store.db"
    store = SqliteStore(path)
    store.write("s", [PutNode(Label.MESSAGE, f"m{number:03}", {"body": "x" * 500}) for number in range(300)])
    store.close()
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\xff" * (len(content) - 8192))

    store = SqliteStore(path, read_only=True)
    with pytest.raises(StoreError, match="damaged"):
        store.since("s", 0)
    store.close()
