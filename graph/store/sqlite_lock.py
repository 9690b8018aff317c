"""The right to write a SQLite file: one process has it at a time, whatever name it knows the file by."""

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from graph.errors import StoreError, StoreLocked
from graph.store.sqlite_schema import OPEN_ID, torn_copy

if sys.platform == "linux":  # On other systems the lock file has to do.
    from fcntl import F_OFD_SETLK, F_WRLCK, fcntl

LOCKED_BYTE = 1 << 62
"""Far behind any content, and outside of the bytes at 1 GiB that SQLite locks."""

MOUNTS = Path("/proc/self/mountinfo")

ID_AT = 68
"""Where SQLite's header has the application's id. What follows is unused up to byte 92."""

OPEN_SIGN = OPEN_ID.to_bytes(4, "big")
LOG_SALT = slice(16, 24)
"""In the header of a log: two numbers that change whenever the log begins anew."""


class WriteLock:
    """A lock on the name of a file, by a lock file beside it, and on the file itself.

    The name keeps a second process from opening the file at all: SQLite's own locks are lost when a process closes
    any of its handles of a file. The file has to be locked too, because a file that is written may be renamed.
    """

    def __init__(self, path: Path) -> None:
        """Lock the file, after making it and its folder if they do not exist. Raises StoreLocked and StoreError."""
        self._path, lock_file = path, Path(f"{path}.lock")
        self._name = FileLock(lock_file, thread_local=False)
        self._is_new = not lock_file.exists()
        self.file = -1
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if path.is_dir():
                raise StoreError(f"store {path} is a folder, expected the name of a file")
            self._name.acquire(blocking=False)
            path.touch(mode=0o600)  # Conversations are private: no other account may read the file.
            check_has_one_name(path)
            self._lock_file(path)
        except Timeout as error:
            raise StoreLocked(
                f"another process has locked store {path} ({path}.lock);"
                " stop that process, or open the store for reading only"
            ) from error
        except (OSError, NotImplementedError) as error:
            self.withdraw()
            raise StoreError(f"store {path} cannot be written: {error}; choose a folder of your own") from error
        except StoreError:
            self.withdraw()
            raise

    def check_name(self) -> None:
        """Raises StoreError if the name does not lead to the file any more. On Linux only."""
        if self.file < 0:
            return
        held = os.fstat(self.file)
        try:
            found: os.stat_result | None = self._path.stat()
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != (held.st_dev, held.st_ino):
            raise StoreError(
                f"store {self._path} was moved, deleted or replaced while it was open, so nothing is written to it;"
                " stop this process, put the file back, and start again"
            )

    def check_log(self) -> None:
        """Raises StoreError if the file needs a log, and the one beside it is another or none. On Linux only."""
        if self.has_sign and os.pread(self.file, 12, ID_AT)[4:] != self._log_salt():
            raise torn_copy(str(self._path))

    @property
    def has_sign(self) -> bool:
        """Whether the file says that it is incomplete without its log."""
        return self.file >= 0 and os.pread(self.file, 4, ID_AT) == OPEN_SIGN

    def sign(self) -> None:
        """Let the file say that it is incomplete without its log, which must hold the first page without the sign."""
        os.pwrite(self.file, OPEN_SIGN + self._log_salt(), ID_AT)

    def _log_salt(self) -> bytes:
        try:
            with Path(f"{self._path}-wal").open("rb") as log:
                return log.read(LOG_SALT.stop)[LOG_SALT]
        except FileNotFoundError:
            return b""

    def withdraw(self) -> None:
        """Give the right back for a file that is refused, and delete the lock file unless it was there before."""
        if self._is_new and self._name.is_locked:
            Path(self._name.lock_file).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Give the right back. SQLite's connections must be closed before."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
        self._name.release()

    def _lock_file(self, path: Path) -> None:
        if sys.platform != "linux":
            return
        self.file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            # The lock belongs to this handle, not to the process, so that SQLite cannot lose it.
            fcntl(self.file, F_OFD_SETLK, struct.pack("hhqqi0q", F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0))
        except BlockingIOError as error:
            raise StoreLocked(
                f"another process writes to store {path}, perhaps under another name of the file;"
                " stop that process, or open the store for reading only"
            ) from error


def check_has_one_name(path: Path) -> None:
    """Raises StoreError for a file with a second name, a hard link or a mount: SQLite's log is beside one of them.

    Whoever opens the file by the other name does not see what the log holds, and may damage the file.
    """
    if (count := path.stat().st_nlink) > 1:
        raise StoreError(f"store {path} has {count} names (hard links), expected one; copy the file instead")
    mounted: list[str] = []
    with suppress(OSError):  # Other systems than Linux have no such list.
        mounted = [line.split()[4] for line in MOUNTS.read_text(encoding="utf-8").splitlines()]
    if str(path).replace(" ", r"\040") in mounted:
        raise StoreError(f"store {path} is mounted by itself; mount its folder, since SQLite's log is kept there too")
