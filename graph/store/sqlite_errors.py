"""Translates SQLite's errors into ours."""

from __future__ import annotations

import sqlite3

from graph.errors import DiskFailed, RemembrancerError, StoreDamaged, StoreError, StoreLocked, TooLarge

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
