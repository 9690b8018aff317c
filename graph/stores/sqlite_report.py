"""What a person wants to know of a store's file, told without changing it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from graph.stores import sqlite_schema
from graph.stores.sqlite_errors import translate

ENGINE = f"SQLite {sqlite3.sqlite_version}"


@dataclass(frozen=True, slots=True)
class FileReport:
    """One store's file as it is now."""

    size_bytes: int  # with its log
    schema: int
    is_writable: bool
    is_being_written: bool  # by a process that holds the lock
    damage: str | None  # what SQLite finds wrong with the file


def path_of(uri_or_path: str) -> Path | None:
    """The file that an address of graph.stores.open_store means; None for a store in memory."""
    place = uri_or_path.removeprefix("sqlite://").removeprefix("sqlite:")
    return None if place == ":memory:" else Path(place).expanduser().resolve()


def report_on(path: Path) -> FileReport:
    """Read the whole file once and say how it is. Raises StoreError and StoreTooNew for a file that is not ours."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            is_ours = sqlite_schema.is_ours(db, str(path))
            schema = int(db.execute("PRAGMA user_version").fetchone()[0])
            found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0]) if is_ours else "ok"
    except sqlite3.Error as error:
        raise translate(error, str(path)) from error
    log = path.with_name(f"{path.name}-wal")
    return FileReport(
        size_bytes=path.stat().st_size + (log.stat().st_size if log.exists() else 0),
        schema=schema,
        is_writable=os.access(path, os.W_OK) and os.access(path.parent, os.W_OK),
        is_being_written=_is_locked(path.with_name(f"{path.name}.lock")),
        damage=None if found == "ok" else found,
    )


def _is_locked(path: Path) -> bool:
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    lock.release()
    return False
