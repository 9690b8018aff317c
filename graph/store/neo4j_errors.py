"""Translates errors of the Neo4j driver and server into ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    DatabaseUnavailable,
    DriverError,
    Forbidden,
    ForbiddenOnReadOnlyDatabase,
    IncompleteCommit,
    Neo4jError,
    TransientError,
)

from graph.errors import RemembrancerError, StoreBusy, StoreError, StoreUnavailable, TooLarge

_TOO_LARGE = "too large to index"  # Neo4j's indexes take texts of up to about 8,000 bytes.


class WriteRefused(StoreError):
    """A statement rolled itself back because its write is not allowed."""


class NodeOrEdgeExists(StoreError):
    """A node or an edge that should be new exists already."""


class ConstraintExists(StoreError):
    """Another process is making the same constraint or index."""


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Translate errors that the driver raises in this block."""
    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise translate(error, name) from error


def translate(error: DriverError | Neo4jError, name: str) -> RemembrancerError:
    """Our error for this one. It names the store, says what happened and what to do."""
    code = error.code or "" if isinstance(error, Neo4jError) else ""
    text = str(error.message if isinstance(error, Neo4jError) else error)
    match error:
        case AuthError():
            return StoreError(
                f"store {name} rejected the user or the password; set store_user, and store_password or"
                " store_password_file (after several failures the server makes everybody wait)"
            )
        case ForbiddenOnReadOnlyDatabase() | Forbidden():
            return StoreError(f"store {name} is read-only, or this user may not write to it ({text})")
        case ConfigurationError():
            return StoreError(f"store {name} cannot be reached with these settings: {text}")
        case ConnectionAcquisitionTimeoutError():
            return StoreUnavailable(f"all connections to store {name} are in use; try again, or raise their number")
        case ClientError() if code == "Neo.ClientError.Database.DatabaseNotFound":
            return StoreError(f"store {name} has no such database ({text}); set store_database to one that exists")
        case ClientError() if code == "Neo.ClientError.Statement.ArithmeticError":
            return WriteRefused()
        case ClientError() if code == "Neo.ClientError.Schema.ConstraintValidationFailed":
            return NodeOrEdgeExists()
        case ClientError() if code.startswith("Neo.ClientError.Schema.") and code.endswith("AlreadyExists"):
            return ConstraintExists()
        case _ if _TOO_LARGE in text:
            return TooLarge(f"a text that store {name} indexes is longer than about 8,000 bytes: {text}")
        case _ if "TransactionTimedOut" in code or "TransactionTimedOut" in text:
            return StoreBusy(f"store {name} ended a transaction that took too long; nothing was written")
        case DatabaseUnavailable():
            return StoreUnavailable(f"store {name} is not available ({text}); try again")
        case TransientError():
            return StoreBusy(f"store {name} is busy ({text}); nothing was written, try again")
        case IncompleteCommit():
            return StoreUnavailable(f"store {name} stopped answering during a commit; try again")
        case DriverError() if error.is_retryable():
            return StoreUnavailable(f"store {name} does not answer; check that the server runs, then try again")
        case _:
            return StoreError(f"store {name} failed: {text}")
