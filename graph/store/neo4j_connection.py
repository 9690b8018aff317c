"""The connection to one database of a Neo4j server: how long it waits, what it tries again, whom it tells errors."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, TypeVar

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    Driver,
    GraphDatabase,
    ManagedTransaction,
    NotificationDisabledClassification,
    Query,
    Session,
    unit_of_work,
)
from neo4j.exceptions import DriverError, IncompleteCommit, Neo4jError, TransientError

from graph.errors import StoreError
from graph.store.login import Login
from graph.store.neo4j_errors import UndidItself, translated

T = TypeVar("T")

RETRY_SECONDS = 1.5
"""How long a call is tried again: a server that is away refuses at once, so a turn fails within 2 s of an outage."""

RETRY_WAIT_SECONDS = 0.1
BREAKS_MAX = 3
"""So often a call that the server broke off is begun again however long it had waited: the server is there."""

CONNECT_SECONDS = 1.0
ACQUIRE_SECONDS = 1.5  # for a connection of the pool to become free, or to be made
STATEMENT_SECONDS = 60.0  # then the server ends a statement
LIVENESS_SECONDS = 60.0  # A connection that was idle so long is asked first whether it lives.
CONNECTIONS_MAX = 50


class Connection:
    """A driver of one database. Safe to use from any thread; the causal order of its own calls holds in a cluster."""

    def __init__(self, uri: str, login: Login | None) -> None:
        """Nothing is sent yet. Raises StoreError for settings that the driver refuses."""
        self.name = uri
        self.database = login.database if login else "neo4j"
        self._is_closed = False
        self._bookmarks = GraphDatabase.bookmark_manager()
        with translated(uri):
            self._driver: Driver = GraphDatabase.driver(
                uri,
                auth=(login.user, login.password) if login else None,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=ACQUIRE_SECONDS,
                max_transaction_retry_time=RETRY_SECONDS,
                max_connection_pool_size=CONNECTIONS_MAX,
                liveness_check_timeout=LIVENESS_SECONDS,
                telemetry_disabled=True,
                # A database that holds no fact yet does not know the label Fact: nothing to warn of.
                notifications_disabled_classifications=[NotificationDisabledClassification.UNRECOGNIZED],
                user_agent="remembrancer",
            )

    def read(self, statement: str, **parameters: object) -> list[list[Any]]:
        """The rows of a statement that writes nothing. One round trip."""
        return self._run(statement, READ_ACCESS, parameters)

    def run(self, statement: str, **parameters: object) -> list[list[Any]]:
        """The rows of a statement that may be repeated, or that commits by itself in parts. One round trip."""
        return self._run(statement, WRITE_ACCESS, parameters)

    def write(self, statement: str, parameters: dict[str, object]) -> int | None:
        """The first value of a statement that commits with its answer; None where it undid itself. One round trip."""
        try:
            return int(self._run(statement, WRITE_ACCESS, parameters)[0][0])
        except UndidItself:
            return None

    def transact(self, work: Callable[[ManagedTransaction], T]) -> T:
        """What `work` returns, in one transaction; what it raises undoes it. Two round trips and those of `work`."""
        with translated(self.name), self._session(WRITE_ACCESS) as session:
            return _through_breaks(lambda: session.execute_write(unit_of_work(timeout=STATEMENT_SECONDS)(work)))

    def close(self) -> None:
        """No call works any more. Closing twice is no error."""
        self._is_closed = True
        self._driver.close()

    def _run(self, statement: str, access: str, parameters: dict[str, object]) -> list[list[Any]]:
        with translated(self.name):
            return _through_breaks(lambda: self._tried(Query(statement, timeout=STATEMENT_SECONDS), access, parameters))

    def _tried(self, query: Query, access: str, parameters: dict[str, object]) -> list[list[Any]]:
        give_up_at = monotonic() + RETRY_SECONDS
        while True:
            try:
                with self._session(access) as session:
                    return session.run(query, parameters).values()
            except (DriverError, Neo4jError) as error:
                if not error.is_retryable() or monotonic() + RETRY_WAIT_SECONDS > give_up_at:
                    raise
                sleep(RETRY_WAIT_SECONDS)

    def _session(self, access: str) -> Session:
        return self._open_driver().session(
            database=self.database, default_access_mode=access, bookmark_manager=self._bookmarks
        )

    def _open_driver(self) -> Driver:
        if self._is_closed:
            raise StoreError(f"store {self.name} is closed")
        return self._driver


def _through_breaks(attempt: Callable[[], T]) -> T:
    """What the attempt returns; one that broke off is repeated.

    Of one that a deadlock broke off nothing was kept. Whether one whose commit was not answered has landed is told by
    the name of its write, or by its rows.
    """
    for _ in range(BREAKS_MAX):
        try:
            return attempt()
        except IncompleteCommit:
            continue
        except TransientError as error:
            if error.code != "Neo.TransientError.Transaction.DeadlockDetected":
                raise
    return attempt()
