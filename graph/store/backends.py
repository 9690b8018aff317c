"""Where spaces are kept: the backends behind graph.store.verbs.Store, and the one place that chooses between them."""

from __future__ import annotations

from pathlib import Path

from graph.errors import BadInput
from graph.store.diagnosis import Check, StoreReport
from graph.store.login import Login
from graph.store.verbs import Store

SERVER_SCHEMES = frozenset({"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"})
"""Addresses of a Neo4j server: `neo4j` asks it for the members of its cluster, `+s` encrypts, `+ssc` trusts anyone."""

EXPECTED = "expected a path, sqlite://path or :memory:, or a server's neo4j+s://host or bolt://host:7687"


def open_store(address: str, *, read_only: bool = False, login: Login | None = None) -> Store:
    """The store at this place: ":memory:", a path, `sqlite:` and a path, or the URI of a Neo4j server.

    A new file, and the schema of a server's database, are made unless `read_only`. `login` is for servers only, and no
    address may hold a user or a password: addresses are printed. Raises BadInput for an address that no backend
    knows, StoreUnavailable, StoreLocked, StoreTooNew and StoreError.
    """
    if is_server(address):
        from graph.store.neo4j import Neo4jStore  # noqa: PLC0415

        server: Store = Neo4jStore(address, login, read_only=read_only)
        return server
    place = file_of(address)
    from graph.store.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(place, read_only=read_only)


def report_on(address: str, login: Login | None = None) -> StoreReport:
    """How the store at this place is, for a person. Nothing is made or changed. Raises BadInput only."""
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
    """Whether an address is that of a server. Raises BadInput, without repeating it, for one that holds a password."""
    scheme, _, rest = address.partition(":")
    if scheme not in SERVER_SCHEMES:
        return False
    if "@" in rest:
        raise BadInput(
            f"store address {scheme}://… holds a user or a password, where logs would show it; "
            "expected neither, give them on their own (settings store_user and store_password)"
        )
    host = rest.removeprefix("//")
    if host == rest or not host.strip() or host != host.strip() or "\0" in host:
        raise BadInput(f"store address {scheme}:… names no host; expected {scheme}://host or {scheme}://host:7687")
    return True


def file_of(address: str) -> Path | None:
    """The file that an address means, None for a store in memory. Raises BadInput for one that no backend knows."""
    scheme, separator, rest = address.partition("://")
    if separator and scheme != "sqlite":
        raise BadInput(f"store address {scheme}://… is of no known kind; {EXPECTED}")
    place = rest if separator else address.removeprefix("sqlite:")
    if not place.strip() or "\0" in place:
        raise BadInput(f"store address {address!r} names no file; {EXPECTED}")
    return None if place == ":memory:" else Path(place)
