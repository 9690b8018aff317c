"""What the driver's and the server's errors mean to a caller, in one place."""

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

_TOO_LARGE = "too large to index"  # An index of Neo4j takes texts of about 8,000 bytes.


class UndidItself(StoreError):
    """A statement met what it may not do, and was undone."""


class AlreadyThere(StoreError):
    """A node or an edge that was to be made is there."""


class AlreadyMade(StoreError):
    """Another process makes the same constraint or index at this moment."""


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Whatever the driver raises inside leaves as an error of ours that names the store."""
    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise translate(error, name) from error


def translate(error: DriverError | Neo4jError, name: str) -> RemembrancerError:
    """The error of ours that says what happened to the store `name` and what to do."""
    code = error.code or "" if isinstance(error, Neo4jError) else ""
    text = str(error.message if isinstance(error, Neo4jError) else error)
    match error:
        case AuthError():
            return StoreError(
                f"store {name} refused the user or the password; set store_user, and store_password or"
                " store_password_file (the server counts failures and may make everybody wait)"
            )
        case ForbiddenOnReadOnlyDatabase() | Forbidden():
            return StoreError(f"store {name} may not be written by this user or is read-only ({text})")
        case ConfigurationError():
            return StoreError(f"store {name} cannot be reached as it is configured: {text}")
        case ConnectionAcquisitionTimeoutError():
            return StoreUnavailable(f"all connections to store {name} are in use; try again, or raise their number")
        case ClientError() if code == "Neo.ClientError.Database.DatabaseNotFound":
            return StoreError(f"store {name} has no such database ({text}); set store_database to one that exists")
        case ClientError() if code == "Neo.ClientError.Statement.ArithmeticError":
            return UndidItself()
        case ClientError() if code == "Neo.ClientError.Schema.ConstraintValidationFailed":
            return AlreadyThere()
        case ClientError() if code.startswith("Neo.ClientError.Schema.") and code.endswith("AlreadyExists"):
            return AlreadyMade()
        case _ if _TOO_LARGE in text:
            return TooLarge(f"a text that store {name} can search for has more than about 8,000 bytes: {text}")
        case _ if "TransactionTimedOut" in code or "TransactionTimedOut" in text:
            return StoreBusy(f"store {name} ended a transaction that took too long; nothing of it was kept")
        case DatabaseUnavailable():
            return StoreUnavailable(f"store {name} cannot do anything now ({text}); try again")
        case TransientError():
            return StoreBusy(f"store {name} cannot do this now ({text}); nothing was kept, try again")
        case IncompleteCommit():
            return StoreUnavailable(f"store {name} went away before it said whether a write has landed; try it again")
        case DriverError() if error.is_retryable():
            return StoreUnavailable(f"store {name} does not answer; check that the server runs, then try again")
        case _:
            return StoreError(f"store {name} failed: {text}")
