"""The report on a SQLite file."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from filelock import FileLock, Timeout

from graph.errors import StoreError
from graph.store import sqlite_schema
from graph.store.backends import Check, StoreReport, size_in_words
from graph.store.sqlite_connections import reading_uri, translate
from graph.store.sqlite_lock import check_has_one_name

DISK_FREE_BYTES_MIN = 100 * 1024**2  # SQLite needs room for its log before it can write anything.
DISK_FREE_BYTES_LOW = 1024**3


def report_on_file(path: Path) -> StoreReport:
    """The state of the file and its disk. Reads the whole file once, and changes nothing."""
    path = path.expanduser().resolve()
    disk = _disk(path)
    if not path.exists():
        absent = Check("store", "note", f"{path} does not exist yet; the first command that writes makes it")
        return StoreReport((disk, absent), is_readable=False)
    try:
        return StoreReport((disk, *_file_checks(path)), is_readable=True)
    except StoreError as error:
        return StoreReport((disk, Check("store", "wrong", str(error))), is_readable=False)


def _file_checks(path: Path) -> Iterator[Check]:
    """Raises StoreError for a file with two names or of another program, and StoreTooNew."""
    check_has_one_name(path)
    try:
        with closing(sqlite3.connect(reading_uri(path), uri=True)) as db:
            is_ours = sqlite_schema.is_ours(db, str(path))
            schema = db.execute("PRAGMA user_version").fetchone()[0]
            damage = db.execute("PRAGMA quick_check(1)").fetchone()[0] if is_ours else "ok"
    except sqlite3.Error as error:
        raise translate(error, str(path)) from error
    log = path.with_name(f"{path.name}-wal")
    size_bytes = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    if damage != "ok":
        yield Check("store", "wrong", f"{path} is damaged ({damage}); replace it with a backup")
    elif not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        yield Check("store", "wrong", f"{path} cannot be written; check the permissions of file and folder")
    else:
        yield Check("store", "ok", f"{path}, {size_in_words(size_bytes)}, undamaged")
    yield Check("engine", "ok", f"SQLite {sqlite3.sqlite_version}")
    yield Check("schema", "ok", f"version {schema}")
    is_locked = _is_locked(path.with_name(f"{path.name}.lock"))
    yield Check("lock", "ok", "a service or a command is writing now" if is_locked else "free")


def _disk(path: Path) -> Check:
    folder = next(parent for parent in path.parents if parent.is_dir())
    free = shutil.disk_usage(folder).free
    text = f"{size_in_words(free)} free at {folder}"
    if free < DISK_FREE_BYTES_MIN:
        return Check("disk", "wrong", f"{text}; a store needs at least {size_in_words(DISK_FREE_BYTES_MIN)}")
    return Check("disk", "note" if free < DISK_FREE_BYTES_LOW else "ok", text)


def _is_locked(path: Path) -> bool:
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError:
        return False  # On a read-only disk nobody writes.
    lock.release()
    return False
