"""The connections to one SQLite database (one for writing, a pool for reading), its lock, and its errors."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, RLock, get_ident
from time import monotonic, sleep

from graph.errors import DiskFailed, RemembrancerError, StoreDamaged, StoreError, StoreLocked, TooLarge
from graph.store import sqlite_schema
from graph.store.sqlite_lock import WriteLock, check_has_one_name

INTERIOR = frozenset({2, 5})  # The types of pages of a tree: those with children, and leaves.
LEAVES = frozenset({10, 13})
FILE_HEADER_BYTES = 100  # Before the header of the first page.
PAGES_MAX = 1 << 25
"""From this page on (137 GB), a page that is no part of a tree may begin like one that is."""


def zero_unused(file: int, page_bytes: int, first: int, count: int) -> bool:
    """Zero what `count` pages from number `first` on do not use; returns whether anything changed and needs an fsync.

    The caller keeps everybody else from writing.
    """
    content = os.pread(file, page_bytes * count, page_bytes * (first - 1))
    is_changed = False
    for place in range(len(content) // page_bytes):
        number = first + place
        if number == 2 or (number - 2) % (page_bytes // 5 + 1) == 0:
            continue  # A page that tells where other pages belong.
        page = content[place * page_bytes : (place + 1) * page_bytes]
        for start, end in _unused(page, FILE_HEADER_BYTES if number == 1 else 0):
            if page[start:end] != (zeros := bytes(end - start)):
                os.pwrite(file, zeros, page_bytes * (number - 1) + start)
                is_changed = True
    return is_changed


def _unused(page: bytes, at: int) -> Iterator[tuple[int, int]]:
    """The parts of a page of a tree that hold no content: between the pointers and the cells, and freed cells."""
    if page[at] not in INTERIOR | LEAVES:
        return
    cells, start = _number(page, at + 3), _number(page, at + 5) or len(page)
    pointers = at + (12 if page[at] in INTERIOR else 8) + 2 * cells
    if pointers < start <= len(page):
        yield pointers, start
    free = _number(page, at + 1)
    while free >= start and free + 4 <= len(page):
        end = free + _number(page, free + 2)
        if free + 4 < end <= len(page):
            yield free + 4, end
        following = _number(page, free)
        free = following if following > free else 0


def _number(page: bytes, at: int) -> int:
    return int.from_bytes(page[at : at + 2], "big")


class FairLock:
    """A reentrant lock. A thread that gives it back and asks again gets it after a thread that already waits.

    A plain lock mostly goes back to the thread that has just released it, since the one that waits has yet to wake up.
    """

    def __init__(self) -> None:
        self._door, self._held = Lock(), Lock()  # One thread waits in the door; all others wait before it.
        self._owner = self._depth = 0

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._door:
                self._held.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = 0
            self._held.release()


BUSY_SECONDS = 5.0  # How long a statement waits for another program that has locked the file.
PROBE_BYTES_MIN = 16 * 1024**2  # A turn of the largest body and its terms need this much room.
LOG_BYTES_MAX = 64 * 1024 * 1024  # The size to which a checkpoint cuts the log; it grows larger during a long read.

LOG_PAGES = 1000
"""From this many pages on, the log is moved into the file: SQLite's default."""

LOG_SECONDS = 0.02  # How long an attempt to empty the log waits for its readers, and the pause before the next.

SCRUBBED_PAGES = 100
"""Pages that are given back or zeroed in one step: 0.4 MB, some 5 ms. Other writers wait for one at a time."""


class Connections:
    """An open database. `path` None means a database in memory, whose only connection all threads share.

    Only the writer checkpoints: SQLite up to 3.51.2 can damage a file if two connections checkpoint it.
    """

    def __init__(self, path: Path | None, *, read_only: bool) -> None:
        self.name = ":memory:" if path is None else str(path)
        self._path = path
        self._lock = RLock()  # of the writer's connection: whoever decides what to write holds only the lock below
        self.writers = FairLock()  # Whoever holds it keeps other threads from writing. They may still read.
        self._writer: sqlite3.Connection | None = None
        # The last one returned is taken first, so that few connections are opened.
        self._idle: list[sqlite3.Connection] = []
        self._is_read_only = read_only
        self._is_closed = False
        self._broken: StoreError | None = None  # damage, or the last failure of the disk
        self._file_lock = None if path is None or read_only else WriteLock(path)
        try:
            if read_only:
                self._check_readable()
            else:
                self._writer = self._open_writer()
        except BaseException:
            if self._file_lock is not None:
                self._file_lock.withdraw()
            self.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction for writing: committed at the end of the block, rolled back by an error in it."""
        self.check_writable()
        with self._translated(), self.writers, self._lock:
            db = self._open_connection()
            if self._file_lock is not None:
                self._file_lock.check_name()
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
            self._sign_file(db)

    def _sign_file(self, db: sqlite3.Connection) -> None:
        """Let the file itself say that it is incomplete: a copy without its log would open as an older or empty store.

        The log has the first page without the sign. So whoever reads or copies the store by SQLite never sees the sign,
        and the checkpoint that completes the file removes it.
        """
        if self._file_lock is None or self._file_lock.file < 0 or self._file_lock.has_sign:
            return
        with suppress(sqlite3.Error, OSError):  # What was written is safe, with the sign or without.
            db.execute("PRAGMA wal_autocheckpoint = 0")  # The page must stay in the log.
            try:
                db.execute(f"PRAGMA application_id = {sqlite_schema.APPLICATION_ID}")  # The value is the same.
            finally:
                db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            self._file_lock.sign()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading that no other thread uses."""
        if self._path is None:
            with self._translated(), self._lock:
                yield self._open_connection()
            return
        with self._translated():
            if self._is_closed:
                raise StoreError(f"store {self.name} is closed")
            try:
                db = self._idle.pop()
            except IndexError:
                db = _connect(reading_uri(self._path))
            try:
                yield db
            finally:
                self._idle.append(db)
                if self._is_closed:
                    self.close()

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

    def check(self) -> None:
        """Raises StoreError for damage that was met, a file that was moved, and a disk that cannot be written.

        The disk is looked at only after a write has failed.
        """
        if self._file_lock is not None:
            self._file_lock.check_name()
        with self.reading() as db:
            db.execute("SELECT seq FROM spaces LIMIT 1").fetchone()
        if self._broken is None or self._path is None:
            return
        if isinstance(self._broken, StoreDamaged) or shutil.disk_usage(self._path.parent).free < PROBE_BYTES_MIN:
            raise self._broken
        with self.writing() as db:  # Writes one page, although the value is the same.
            db.execute(f"PRAGMA user_version = {sqlite_schema.SCHEMA_VERSION}")
        self._broken = None

    def verify(self) -> None:
        """Read the whole file once. Raises StoreDamaged."""
        with self.reading() as db:
            found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            self._broken = damaged(self.name, found)
            raise self._broken

    def check_writable(self) -> None:
        """Raises StoreError if the store is read-only."""
        if self._is_read_only:
            raise StoreError(f"store {self.name} is open for reading only; open it for writing to do this")

    def scrub(self) -> bool:
        """Give free pages back, empty the log, and zero what pages do not use; False if a reader still uses the log.

        Writers wait for one step at a time.
        """
        self.check_writable()
        if self._path is None:
            self._open_connection()
            return True
        while self._give_back():
            pass
        page, until = 1, monotonic() + BUSY_SECONDS
        while page:
            following = self._zero_from(page)
            if following is not None:
                page, until = following, monotonic() + BUSY_SECONDS
            elif monotonic() < until:
                sleep(LOG_SECONDS)
            else:
                return False
        return True

    def _give_back(self) -> bool:
        """Give some free pages back; False if there are no more."""
        with self._translated(), self.writers, self._lock:
            db = self._open_connection()
            # `execute` takes one step of a statement that has no columns. It would give back one page in a write of its
            # own: 400 MB took eleven minutes.
            db.executescript(f"PRAGMA incremental_vacuum({SCRUBBED_PAGES})")
            return _value(db, "freelist_count") > 0

    def _zero_from(self, page: int) -> int | None:
        """Zero what some pages from this one on do not use; returns the page to go on with, 0 at the end.

        Returns None if a reader uses the log; try again then, since pages of the log would be written over what is
        zeroed here. Where pages cannot be zeroed one by one, the whole file is written anew.
        """
        with self._translated(), self.writers, self._lock:
            db = self._open_connection()
            if not _is_log_empty(db):
                return None
            # Otherwise a page in memory would be written back with its old content.
            db.execute("PRAGMA shrink_memory")
            last = _value(db, "page_count")
            if self._file_lock is None or self._file_lock.file < 0 or last >= PAGES_MAX:
                db.execute("VACUUM")
                return 0 if _is_log_empty(db) else None
            file, count = self._file_lock.file, min(SCRUBBED_PAGES, last - page + 1)
            with self._zeroing():
                is_changed = zero_unused(file, _value(db, "page_size"), page, count)
        if is_changed:
            with self._zeroing():
                os.fsync(file)  # Outside of the locks, so that only the caller waits for the disk.
        return page + count if page + count <= last else 0

    @contextmanager
    def _zeroing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(f"what was deleted from store {self.name} could not be zeroed: {error}") from error

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
            translated = translate(error, self.name)
            if isinstance(translated, StoreDamaged | DiskFailed) and not isinstance(self._broken, StoreDamaged):
                self._broken = translated
            raise translated from error

    def _open_connection(self) -> sqlite3.Connection:
        if self._writer is None:
            raise StoreError(f"store {self.name} is closed")
        return self._writer

    def _open_writer(self) -> sqlite3.Connection:
        with self._translated():
            if self._file_lock is not None:
                self._file_lock.check_log()
            db = _connect("file::memory:" if self._path is None else f"{self._path.as_uri()}?mode=rw")
            try:
                # Checked before anything is changed: the file may belong to another program.
                is_ours = sqlite_schema.is_ours(db, self.name)
                db.execute("PRAGMA secure_delete = ON")
                if not is_ours:
                    db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # Without effect once the file has a page.
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_MAX}")
                sqlite_schema.ensure(db)
            except BaseException:
                db.close()
                raise
            return db

    def _check_readable(self) -> None:
        if self._path is not None and self._path.is_dir():
            raise StoreError(f"store {self.name} is a folder, expected the name of a file")
        if self._path is None or not self._path.is_file():
            raise StoreError(f"file {self.name} does not exist; open the store for writing to make it")
        check_has_one_name(self._path)
        with self.reading() as db:
            if not sqlite_schema.is_ours(db, self.name):
                raise StoreError(f"file {self.name} is empty; open the store for writing to make it")
            if sqlite_schema.has_dropped_rows(db):
                raise StoreError(f"file {self.name} still holds what was deleted; open the store for writing once")


def _is_log_empty(db: sqlite3.Connection) -> bool:
    """Whether the log could be emptied. While readers use it, writers wait for them LOG_SECONDS at most."""
    db.execute(f"PRAGMA busy_timeout = {int(1000 * LOG_SECONDS)}")
    try:
        return not _value(db, "wal_checkpoint(TRUNCATE)")
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")


def _value(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


def reading_uri(path: Path) -> str:
    """The address by which the file is read. On a disk that is read-only, SQLite must not look for its log."""
    log = path.with_name(f"{path.name}-wal")
    is_fixed = hasattr(os, "statvfs") and os.statvfs(path.parent).f_flag & os.ST_RDONLY
    is_fixed = is_fixed and not (log.exists() and log.stat().st_size)
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if is_fixed else ''}"


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


_PRIMARY = 0xFF  # Extended error codes have their details in the higher bits.


def damaged(name: str, found: object) -> StoreDamaged:
    """The error for a damaged file."""
    return StoreDamaged(f"store {name} is damaged ({found}); replace the file with a backup")


def translate(error: sqlite3.Error, name: str) -> RemembrancerError:
    """Our error for this one. It names the store, says what happened and what to do."""
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreError(f"store {name} is closed")
    # Errors that Python's module raises, and not SQLite, have no code.
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLocked(f"store {name} is locked by another program ({error}); close it there and try again")
        case sqlite3.SQLITE_FULL:
            return DiskFailed(f"the disk of store {name} is full; nothing was written, free some space")
        case sqlite3.SQLITE_CORRUPT:
            return damaged(name, error)
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{name} is not a SQLite database; choose another file, or one that does not exist yet")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreError(f"store {name} cannot be written ({error}); check the permissions of file and folder")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(
                f"store {name} cannot be opened; check that the file is readable and that its folder is writable,"
                " since SQLite keeps its log there"
            )
        case sqlite3.SQLITE_IOERR:
            return DiskFailed(f"the disk of store {name} failed ({error}); check it, then open the store again")
        case sqlite3.SQLITE_TOOBIG:
            return TooLarge("a text is too long, expected at most 1,000,000,000 bytes")
        case _:
            return StoreError(f"store {name} failed: {error}")
