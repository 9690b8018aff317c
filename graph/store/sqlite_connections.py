"""The connections to one SQLite database: one for writing, a pool for reading, and the lock."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from graph.errors import StoreError
from graph.store import sqlite_schema
from graph.store.sqlite_errors import translate
from graph.store.sqlite_lock import WriteLock, check_has_one_name

BUSY_SECONDS = 5.0  # How long a statement waits for another program that has locked the file.
LOG_BYTES_MAX = 64 * 1024 * 1024  # The size to which a checkpoint cuts the log; it grows larger during a long read.


class Connections:
    """An open database. `path` None means a database in memory, whose only connection all threads share.

    Only the writer checkpoints: SQLite up to 3.51.2 can damage a file if two connections checkpoint it.
    """

    def __init__(self, path: Path | None, *, read_only: bool) -> None:
        self.name = ":memory:" if path is None else str(path)
        self._path = path
        self._lock = RLock()
        self._writers = RLock()
        self._writer: sqlite3.Connection | None = None
        # The last one returned is taken first, so that few connections are opened.
        self._idle: list[sqlite3.Connection] = []
        self._is_read_only = read_only
        self._is_closed = False
        self._file_lock = None if path is None or read_only else WriteLock(path)
        try:
            if read_only:
                self._check_readable()
            else:
                self._writer = self._open_writer()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction for writing: committed at the end of the block, rolled back by an error in it."""
        self.check_writable()
        with self._translated(), self.alone(), self._lock:
            db = self._open_connection()
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other threads from writing. They may still read."""
        with self._writers:
            yield

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading that no other thread uses."""
        if self._path is None:
            with self._translated(), self._lock:
                yield self._open_connection()
            return
        with self._translated():
            db = self._take_reader()
            try:
                yield db
            finally:
                self._give_back(db)

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection on which all statements see the same state."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def check_writable(self) -> None:
        """Raises StoreError if the store is read-only."""
        if self._is_read_only:
            raise StoreError(f"store {self.name} is open for reading only; open it for writing to do this")

    def close(self) -> None:
        """Close all connections and release the lock. A read that is still running closes its connection at its end."""
        with self._lock:
            self._is_closed = True
            while self._idle:
                self._idle.pop().close()
            if self._writer is not None:
                # After the readers: the last connection to close moves the log into the file.
                self._writer.close()
                self._writer = None
            if self._file_lock is not None:
                self._file_lock.release()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise translate(error, self.name) from error

    def _open_connection(self) -> sqlite3.Connection:
        if self._writer is None:
            raise StoreError(f"store {self.name} is closed")
        return self._writer

    def _take_reader(self) -> sqlite3.Connection:
        if self._is_closed:
            raise StoreError(f"store {self.name} is closed")
        try:
            return self._idle.pop()
        except IndexError:
            assert self._path is not None
            return _connect(f"{self._path.as_uri()}?mode=ro")

    def _give_back(self, db: sqlite3.Connection) -> None:
        self._idle.append(db)
        if self._is_closed:
            self.close()

    def _open_writer(self) -> sqlite3.Connection:
        with self._translated():
            db = _connect("file::memory:" if self._path is None else f"{self._path.as_uri()}?mode=rw")
            try:
                # Checked before anything is changed: the file may belong to another program.
                is_ours = sqlite_schema.is_ours(db, self.name)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_MAX}")
                if is_ours:
                    sqlite_schema.upgrade(db)
                else:
                    sqlite_schema.create(db)
            except BaseException:
                db.close()
                raise
            return db

    def _check_readable(self) -> None:
        if self._path is None or not self._path.is_file():
            raise StoreError(f"file {self.name} does not exist; open the store for writing to make it")
        check_has_one_name(self._path)
        with self.reading() as db:
            if not sqlite_schema.is_ours(db, self.name):
                raise StoreError(f"file {self.name} is empty; open the store for writing to make it")


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
