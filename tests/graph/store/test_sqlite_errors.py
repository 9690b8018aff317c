"""Each error of SQLite says what happened and what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from graph.errors import RemembrancerError, StoreError, StoreLocked, TooLarge
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
        (error_of(sqlite3.SQLITE_FULL), StoreError, "is full; nothing was written"),
        (error_of(sqlite3.SQLITE_CORRUPT, sqlite3.DatabaseError), StoreError, "is damaged"),
        (error_of(sqlite3.SQLITE_CORRUPT_INDEX, sqlite3.DatabaseError), StoreError, "is damaged"),
        (error_of(sqlite3.SQLITE_NOTADB, sqlite3.DatabaseError), StoreError, "is not a SQLite database"),
        (error_of(sqlite3.SQLITE_READONLY), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_READONLY_DIRECTORY), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_PERM), StoreError, "check the permissions"),
        (error_of(sqlite3.SQLITE_CANTOPEN), StoreError, "cannot be opened"),
        (error_of(sqlite3.SQLITE_IOERR_FSYNC), StoreError, "disk of store s.db failed"),
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
