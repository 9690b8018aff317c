"""The connections to one SQLite database: one writer, a pool of readers, and the lock file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from filelock import FileLock, Timeout

from graph.errors import StoreError, StoreLocked
from graph.store import sqlite_schema
from graph.store.sqlite_errors import translate

BUSY_SECONDS = 5.0  # How long a statement waits for another program that holds the file.
LOG_BYTES_MAX = 64 * 1024 * 1024  # What a checkpoint leaves of the log on disk; a long reader lets it grow beyond.


class Connections:
    """One database, open. `path` None is a database in memory: its one connection is shared behind the lock.

    In a file, only the writer checkpoints: SQLite up to 3.51.2 can damage a file that two connections checkpoint.
    """

    def __init__(self, path: Path | None, *, read_only: bool) -> None:
        self.name = ":memory:" if path is None else str(path)
        self._path = path
        self._lock = RLock()
        self._turns = RLock()
        self._writer: sqlite3.Connection | None = None
        # The last one given back goes out first, so few are in use; a thread that ends leaves none behind.
        self._idle: list[sqlite3.Connection] = []
        self._is_read_only = read_only
        self._is_closed = False
        self._file_lock = None if path is None or read_only else _locked(path)
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
        """A transaction of the writer: committed at the end of the block, undone by any error in it."""
        self.check_writable()
        with self._translated(), self.alone(), self._lock:
            db = self._only_connection()
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other thread writes; reading goes on."""
        with self._turns:
            yield

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else uses meanwhile."""
        if self._path is None:
            with self._translated(), self._lock:
                yield self._only_connection()
            return
        with self._translated():
            db = self._take_reader()
            try:
                yield db
            finally:
                self._give_back(db)

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection on which several statements see one state."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def check_writable(self) -> None:
        """Raises StoreError where only reading is allowed."""
        if self._is_read_only:
            raise StoreError(f"store {self.name} is open for reading only; the process that writes it must do this")

    def close(self) -> None:
        """All connections are closed and the lock is free; a read still at work closes its own at its end."""
        with self._lock:
            self._is_closed = True
            while self._idle:
                self._idle.pop().close()
            if self._writer is not None:
                # After the readers: the last connection moves the log into the file and removes it.
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

    def _only_connection(self) -> sqlite3.Connection:
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
                # Asked before anything is changed: the file may belong to another program.
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
            raise StoreError(f"there is no file {self.name}; a store is made by opening it for writing")
        with self.reading() as db:
            if not sqlite_schema.is_ours(db, self.name):
                raise StoreError(f"file {self.name} is empty; a store is made by opening it for writing")


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _locked(path: Path) -> FileLock:
    """The lock of the file, held; the file and its folder are there."""
    lock = FileLock(f"{path}.lock", thread_local=False)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_dir():
            raise StoreError(f"store {path} is a folder, expected the name of a file")
        lock.acquire(blocking=False)
        path.touch(mode=0o600)  # What people said in confidence is for their own account only.
    except Timeout as error:
        raise StoreLocked(
            f"store {path} is being written by another process, which holds {path}.lock;"
            " stop that process, or open the store for reading only"
        ) from error
    except (OSError, NotImplementedError) as error:
        lock.release()
        raise StoreError(f"store {path} cannot be written: {error}; name a file in a folder of your own") from error
    return lock
