"""Opens a store by its address, and reports on one: the only place that chooses between SQLite and Neo4j."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graph.errors import BadInput
from graph.store.verbs import Store

State = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str  # one or two words, such as "schema"
    state: State
    text: str  # what was found and, if something is wrong, what to do


@dataclass(frozen=True, slots=True)
class StoreReport:
    """The state of a store. Backends raise nothing: whatever fails is a check with the state "wrong"."""

    checks: tuple[Check, ...]
    is_readable: bool  # whether its spaces can be read


def size_in_words(count_bytes: int) -> str:
    """512 bytes, 1.5 MB, 120 GB."""
    amount = float(count_bytes)
    for unit in ("bytes", "KB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{amount:,.0f} {unit}" if unit == "bytes" or amount >= 100 else f"{amount:.1f} {unit}"


@dataclass(frozen=True, slots=True)
class Login:
    """A user of a server, and the database that holds our spaces. Its repr hides the password."""

    user: str
    password: str = field(repr=False)
    database: str = "neo4j"


SERVER_SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
"""Addresses of a Neo4j server. `neo4j` finds the members of a cluster; `+s` encrypts, `+ssc` with any certificate."""

EXPECTED = "expected a path, sqlite://path or :memory:, or a server's neo4j+s://host or bolt://host:7687"


def open_store(address: str, *, read_only: bool = False, login: Login | None = None) -> Store:
    """The store at an address: ":memory:", a path, `sqlite:` and a path, or the URI of a Neo4j server.

    Unless `read_only`, a missing file or a server's missing schema is made. `login` is for servers only. An address
    may not contain a user or a password, since addresses are printed. Raises BadInput for an unknown address,
    StoreUnavailable, StoreLocked, StoreTooNew and StoreError.
    """
    if is_server(address):
        from graph.store.neo4j import Neo4jStore  # noqa: PLC0415

        server: Store = Neo4jStore(address, login, read_only=read_only)
        return server
    place = file_of(address)
    from graph.store.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(place, read_only=read_only)


def report_on(address: str, login: Login | None = None) -> StoreReport:
    """The state of the store at an address, for a person. Changes nothing. Raises BadInput only."""
    if is_server(address):
        from graph.store.neo4j_report import report_on_server  # noqa: PLC0415

        found: StoreReport = report_on_server(address, login)
        return found
    place = file_of(address)
    if place is None:
        return StoreReport((Check("store", "note", "in memory: nothing lasts"),), is_readable=False)
    from graph.store.sqlite_report import report_on_file  # noqa: PLC0415

    return report_on_file(place)


def is_server(address: str) -> bool:
    """Whether an address is a server's. Raises BadInput, without the address, if it contains a password."""
    scheme, _, rest = address.partition(":")
    if scheme not in SERVER_SCHEMES:
        return False
    if "@" in rest:
        raise BadInput(
            f"store address {scheme}://… contains a user or a password, which logs would show; "
            "use the settings store_user and store_password instead"
        )
    host = rest.removeprefix("//")
    if host == rest or not host.strip() or host != host.strip() or "\0" in host:
        raise BadInput(f"store address {scheme}:… has no host; expected {scheme}://host or {scheme}://host:7687")
    return True


def file_of(address: str) -> Path | None:
    """The one file that an address leads to, whatever it is called; None for a store in memory.

    Raises BadInput for an unknown address, and one that leads to no file.
    """
    scheme, separator, rest = address.partition("://")
    if separator and scheme != "sqlite":
        raise BadInput(f"store address {scheme}://… is of an unknown kind; {EXPECTED}")
    place = rest if separator else address.removeprefix("sqlite:")
    if not place.strip() or "\0" in place:
        raise BadInput(f"store address {address!r} has no file name; {EXPECTED}")
    if place == ":memory:":
        return None
    try:
        file = Path(place).expanduser().resolve()
        file.exists()  # The system says whether it takes such a name.
    except (OSError, RuntimeError) as error:
        raise BadInput(f"store address {address!r} leads to no file ({error}); {EXPECTED}") from error
    return file
