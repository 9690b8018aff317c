"""A call that the server broke off is begun again, so often and no oftener."""

from __future__ import annotations

import pytest
from neo4j.exceptions import IncompleteCommit, Neo4jError, ServiceUnavailable, TransientError

from graph.errors import StoreUnavailable
from graph.store.neo4j_connection import ABORTS_MAX, Connection, _repeat_if_aborted, translate

DEADLOCK = "Neo.TransientError.Transaction.DeadlockDetected"
OUT_OF_MEMORY = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"


def told(code: str) -> Neo4jError:
    """The error that the driver makes of a server's code."""
    return Neo4jError._hydrate_neo4j(code=code, message="it waits for one that waits for it")


@pytest.mark.parametrize("count", range(ABORTS_MAX + 1))
def test_deadlock_is_tried_again(count: int) -> None:
    """As often as is promised, and its answer is that of the last attempt."""
    errors = [told(DEADLOCK)] * count

    def attempt() -> str:
        if errors:
            raise errors.pop()
        return "done"

    assert _repeat_if_aborted(attempt) == "done"


def test_commit_without_an_answer_is_tried_again() -> None:
    """A write that landed is told by its name; one that still has no answer is for the caller to send again."""
    errors: list[Exception] = [IncompleteCommit("gone")]

    def attempt() -> str:
        if errors:
            raise errors.pop()
        return "done"

    assert _repeat_if_aborted(attempt) == "done"
    assert isinstance(translate(IncompleteCommit("gone"), "bolt://here"), StoreUnavailable)


@pytest.mark.parametrize(("code", "expected"), [(DEADLOCK, ABORTS_MAX + 1), (OUT_OF_MEMORY, 1)])
def test_what_goes_on_is_raised(code: str, expected: int) -> None:
    """Deadlocks without an end are an error in the end, and any other error is one at once."""
    attempts: list[str] = []

    def attempt() -> str:
        attempts.append(code)
        raise told(code)

    with pytest.raises(TransientError):
        _repeat_if_aborted(attempt)

    assert attempts == [code] * expected


class Gone:
    """A session whose server dies at the rollback, and its transaction. As in the driver, closing it stops there."""

    def __init__(self) -> None:
        self.is_open = self.has_connection = True

    def begin_transaction(self, **_: object) -> Gone:
        """The session's verb."""
        return self

    def rollback(self) -> None:
        """It is over, and nobody was told."""
        self.is_open = False
        raise ServiceUnavailable

    def close(self) -> None:
        """It stops at the rollback."""
        if self.is_open:
            self.rollback()
        self.has_connection = False


def test_rollback_without_a_server_keeps_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of the work is the one that is raised, and the session gives its connection back."""
    connection, sessions = Connection("bolt://127.0.0.1:1", None), list[Gone]()

    def opened(_: str) -> Gone:
        sessions.append(Gone())
        return sessions[-1]

    monkeypatch.setattr(connection, "_session", opened)

    def work(_: object) -> None:
        raise KeyError("of the work")

    with pytest.raises(KeyError, match="of the work"):
        connection.transact(work)

    connection.close()
    assert [session.has_connection for session in sessions] == [False]
