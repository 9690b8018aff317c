"""Each error of SQLite says what happened and what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from graph.errors import DiskFailed, RemembrancerError, StoreDamaged, StoreError, StoreLocked, TooLarge
from graph.store import sqlite_connections
from graph.store.sqlite import SqliteStore
from graph.store.sqlite_connections import Connections
from graph.store.sqlite_errors import translate
from graph.store.verbs import Label, PutNode


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
