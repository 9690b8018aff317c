"""What the driver's and the server's errors become."""

from __future__ import annotations

import pytest
from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from graph.errors import RemembrancerError, StoreBusy, StoreError, StoreUnavailable, TooLarge
from graph.store.neo4j_connection import ConstraintExists, WriteRefused, translate, translated


def of_server(code: str, message: str = "a message") -> Neo4jError:
    """The error that the driver makes of what a server says."""
    return Neo4jError._hydrate_neo4j(code=code, message=message)


@pytest.mark.parametrize(
    ("error", "kind", "says"),
    [
        (ServiceUnavailable("refused"), StoreUnavailable, "does not answer"),
        (SessionExpired("gone"), StoreUnavailable, "does not answer"),
        (ConnectionAcquisitionTimeoutError("1.5 s"), StoreUnavailable, "all connections"),
        (ConfigurationError("scheme"), StoreError, "these settings: scheme"),
        (AuthError("no"), StoreError, "rejected the user or the password"),
        (of_server("Neo.ClientError.Security.Unauthorized"), StoreError, "rejected the user or the password"),
        (of_server("Neo.ClientError.Security.Forbidden"), StoreError, "may not write"),
        (of_server("Neo.ClientError.Database.DatabaseNotFound"), StoreError, "set store_database"),
        (of_server("Neo.TransientError.Transaction.DeadlockDetected"), StoreBusy, "try again"),
        (of_server("Neo.TransientError.General.DatabaseUnavailable"), StoreUnavailable, "try again"),
        (of_server("Neo.TransientError.Transaction.LockAcquisitionTimeout"), StoreBusy, "try again"),
        (of_server("Neo.ClientError.Transaction.TransactionTimedOut"), StoreBusy, "took too long"),
        (
            of_server("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"),
            StoreBusy,
            "took too long",
        ),
        (of_server("Neo.ClientError.Statement.ArithmeticError", "/ by zero"), WriteRefused, "rolled itself back"),
        (
            of_server("Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists"),
            ConstraintExists,
            "same constraint or index",
        ),
        (
            of_server("Neo.DatabaseError.General.UnknownError", "Property value is too large to index"),
            TooLarge,
            "8,000 bytes",
        ),
        (of_server("Neo.ClientError.Statement.SyntaxError"), StoreError, "failed: a message"),
    ],
    ids=lambda value: getattr(value, "code", None) or str(value)[:40],
)
def test_error_says_what_happened(error: DriverError | Neo4jError, kind: type[RemembrancerError], says: str) -> None:
    """Each error has the kind that callers answer, names the store and tells what was found."""
    found = translate(error, "bolt://db")

    assert type(found) is kind
    assert says in str(found)
    assert kind in (ConstraintExists, WriteRefused) or "bolt://db" in str(found)


def test_other_errors_pass() -> None:
    """What is not the driver's leaves as it is, and the driver's is the cause of ours."""
    with pytest.raises(KeyError), translated("bolt://db"):
        raise KeyError
    with pytest.raises(StoreUnavailable) as caught, translated("bolt://db"):
        raise ServiceUnavailable

    assert isinstance(caught.value.__cause__, ServiceUnavailable)
