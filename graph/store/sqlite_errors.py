"""What SQLite's errors mean to a caller, in one place."""

from __future__ import annotations

import sqlite3

from graph.errors import RemembrancerError, StoreError, StoreLocked, TooLarge

_PRIMARY = 0xFF  # Extended codes carry their detail in the higher bits.


def translate(error: sqlite3.Error, name: str) -> RemembrancerError:
    """The error of ours that says what happened to the store `name` and what to do."""
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreError(f"store {name} is closed")
    # Absent where Python's own module raised the error, and not SQLite.
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLocked(f"store {name} is locked by another program ({error}); close it there and try again")
        case sqlite3.SQLITE_FULL:
            return StoreError(f"the disk of store {name} is full; nothing of this write was kept, free some space")
        case sqlite3.SQLITE_CORRUPT:
            return StoreError(f"store {name} is damaged ({error}); put a backup of the file in its place")
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{name} is not a SQLite database; name another file, or one that does not exist yet")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreError(f"store {name} cannot be written ({error}); check the rights of the file and its folder")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(
                f"store {name} cannot be opened; check that the file may be read, and that its folder may be written,"
                " since SQLite keeps its log beside the file"
            )
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"the disk of store {name} failed ({error}); check it, then open the store again")
        case sqlite3.SQLITE_TOOBIG:
            return TooLarge("a text is longer than the 1,000,000,000 bytes that SQLite keeps")
        case _:
            return StoreError(f"store {name} failed: {error}")
