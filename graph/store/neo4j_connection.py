"""The connection to one database of a Neo4j server: timeouts, retries and errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any, TypeVar

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    Driver,
    GraphDatabase,
    NotificationDisabledClassification,
    Query,
    Session,
    Transaction,
)
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
from graph.store.backends import Login

_TOO_LARGE = "too large to index"  # Neo4j's indexes take texts of up to about 8,000 bytes.


class WriteRefused(StoreError):
    """A statement rolled itself back because its write is not allowed."""


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


T = TypeVar("T")

RETRY_SECONDS = 1.5
"""How long a call is repeated. A server that is down refuses at once, so in an outage a turn fails within 2 s."""

RETRY_WAIT_SECONDS = 0.1
ABORTS_MAX = 3
"""How often a call that the server aborted is repeated, however long it took: the server is running."""

CONNECT_SECONDS = 1.0
ACQUIRE_SECONDS = 1.5  # for a connection of the pool to become free, or to be made
STATEMENT_SECONDS = 60.0  # then the server ends a statement
LIVENESS_SECONDS = 60.0  # A connection that was idle this long is tested before it is used.
CONNECTIONS_MAX = 50


class Connection:
    """A driver for one database. Safe to use from any thread. In a cluster, calls see the writes of earlier calls."""

    def __init__(self, uri: str, login: Login | None) -> None:
        """Sends nothing yet. Raises StoreError for settings that the driver rejects."""
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
                max_connection_pool_size=CONNECTIONS_MAX,
                liveness_check_timeout=LIVENESS_SECONDS,
                telemetry_disabled=True,
                # A database without any fact does not know the label Fact; that needs no warning.
                notifications_disabled_classifications=[NotificationDisabledClassification.UNRECOGNIZED],
                user_agent="remembrancer",
            )

    def read(self, statement: str, **parameters: object) -> list[list[Any]]:
        """The rows of a statement that writes nothing. One round trip."""
        return self._send(statement, READ_ACCESS, parameters)

    def run(self, statement: str, **parameters: object) -> list[list[Any]]:
        """The rows of a statement that may be repeated. One round trip."""
        return self._send(statement, WRITE_ACCESS, parameters)

    def write(self, statement: str, parameters: dict[str, object]) -> int | None:
        """The first value of a statement that is a whole transaction; None if it refused to commit. One round trip."""
        try:
            return int(self._send(statement, WRITE_ACCESS, parameters)[0][0])
        except WriteRefused:
            return None

    def transact(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in a transaction, which an error rolls back. Two round trips and those of `work`."""

        def attempt(session: Session) -> T:
            # Not session.execute_write: after a failed statement, it reads once more from a connection that is back in
            # the pool, and takes what the server sends to the thread that now has the connection (driver 6.4).
            transaction = session.begin_transaction(timeout=STATEMENT_SECONDS)
            answer = work(transaction)
            transaction.commit()
            return answer

        return self._repeat(WRITE_ACCESS, attempt)

    def check_open(self) -> None:
        """Raises StoreError if the connection is closed."""
        if self._is_closed:
            raise StoreError(f"store {self.name} is closed")

    def close(self) -> None:
        """Close all connections. Closing twice is allowed."""
        self._is_closed = True
        self._driver.close()

    def _send(self, statement: str, access: str, parameters: dict[str, object]) -> list[list[Any]]:
        query = Query(statement, timeout=STATEMENT_SECONDS)
        return self._repeat(access, lambda session: session.run(query, parameters).values())

    def _repeat(self, access: str, attempt: Callable[[Session], T]) -> T:
        with translated(self.name):
            return _repeat_if_aborted(lambda: self._repeat_for_a_while(access, attempt))

    def _repeat_for_a_while(self, access: str, attempt: Callable[[Session], T]) -> T:
        give_up_at = monotonic() + RETRY_SECONDS
        while True:
            try:
                with _closing(self._session(access)) as session:
                    return attempt(session)
            except (DriverError, Neo4jError) as error:
                if not error.is_retryable() or monotonic() + RETRY_WAIT_SECONDS > give_up_at:
                    raise
                sleep(RETRY_WAIT_SECONDS)

    def _session(self, access: str) -> Session:
        self.check_open()
        return self._driver.session(
            database=self.database, default_access_mode=access, bookmark_manager=self._bookmarks
        )


@contextmanager
def _closing(session: Session) -> Iterator[Session]:
    """The session, closed at the end. If the server is gone, the first close stops at a rollback that fails; only a
    second close gives the connection back (driver 6.4)."""
    try:
        yield session
    finally:
        with suppress(DriverError, Neo4jError):
            session.close()
        session.close()


def _repeat_if_aborted(attempt: Callable[[], T]) -> T:
    """What the attempt returns. Repeats an attempt after a deadlock, and after a commit whose answer was lost.

    A deadlock rolls everything back. A lost commit may have taken effect; the repeated write recognises that by its
    name, or by the rows that exist.
    """
    for _ in range(ABORTS_MAX):
        try:
            return attempt()
        except IncompleteCommit:
            continue
        except TransientError as error:
            if error.code != "Neo.TransientError.Transaction.DeadlockDetected":
                raise
    return attempt()
