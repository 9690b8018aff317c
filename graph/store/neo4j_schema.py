"""The constraints and indexes of a Neo4j database of ours: what they are, and how they come to be there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from graph.errors import StoreError, StoreTooNew
from graph.store.neo4j_connection import Connection
from graph.store.neo4j_cypher import BASE
from graph.store.neo4j_errors import AlreadyMade
from graph.store.verbs import FINDABLE, Kind, Label

SCHEMA_VERSION = 1
"""Stands on the node (:RemembrancerSchema); a change of FINDABLE, of labels or kinds, or of what is below raises it."""

PREFIX = "remembrancer_"
"""Begins the name of each constraint and index of ours, so that those of an older schema are told from strangers'."""

AWAIT_SECONDS = 50

VERSION = "MATCH (s:RemembrancerSchema {name: 'remembrancer'}) RETURN s.version"
SET_VERSION = """
MERGE (s:RemembrancerSchema {name: 'remembrancer'})
SET s.version = $version
"""
PRESENT = """
SHOW INDEXES YIELD name, owningConstraint, state
WHERE name STARTS WITH 'remembrancer_'
RETURN name, owningConstraint, state
"""
AWAIT = f"CALL db.awaitIndexes({AWAIT_SECONDS})"


def wanted() -> Mapping[str, str]:
    """Every constraint and index by its name: the statement that makes it."""
    made = {
        f"{PREFIX}schema_key": _unique("(n:RemembrancerSchema)", "n", "name"),
        f"{PREFIX}sequence_key": _unique("(n:Sequence)", "n", "space"),
        f"{PREFIX}node_key": _unique(f"(n:{BASE})", "n", "space", "id"),
        f"{PREFIX}node_by_seq": _index(f"(n:{BASE})", "n", "space", "seq", "id"),
        f"{PREFIX}dropped_key": _unique("(n:Dropped)", "n", "space", "source", "kind", "target"),
        f"{PREFIX}dropped_by_seq": _index("(n:Dropped)", "n", "space", "seq"),
    }
    for label in Label:
        for names in ((), *FINDABLE.get(label, ())):
            made[f"{PREFIX}{label.lower()}_by_{'_and_'.join(names or ('id',))}"] = _index(
                f"(n:{label})", "n", "space", *names, "id"
            )
    for kind in Kind:
        made[f"{PREFIX}{kind.lower()}_by_source"] = _unique(f"()-[r:{kind}]-()", "r", "space", "source", "target")
        made[f"{PREFIX}{kind.lower()}_by_target"] = _index(f"()-[r:{kind}]-()", "r", "space", "target", "source")
        made[f"{PREFIX}{kind.lower()}_by_seq"] = _index(f"()-[r:{kind}]-()", "r", "space", "seq")
    return {name: statement.format(name=name) for name, statement in made.items()}


def check(connection: Connection) -> bool:
    """Whether the database has our schema as it is now. Raises StoreTooNew."""
    found = connection.read(VERSION)
    version = found[0][0] if found else 0
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise StoreTooNew(
            f"store {connection.name} has schema version {version}, this program knows versions up to {SCHEMA_VERSION};"
            " use the version of Remembrancer that wrote it, or a newer one"
        )
    return version == SCHEMA_VERSION


def lacking(connection: Connection) -> list[str]:
    """The constraints and indexes that are not there, or not filled."""
    return sorted(wanted().keys() - {str(row[0]) for row in connection.read(PRESENT) if row[2] == "ONLINE"})


def check_made(connection: Connection) -> None:
    """Raises StoreError unless the database has today's schema, and StoreTooNew."""
    if not check(connection):
        raise StoreError(f"store {connection.name} has no schema of today; open it for writing once, which makes it")


def ensure(connection: Connection) -> None:
    """The schema is there and its indexes are filled; several processes may do this at once.

    Each statement may be repeated. An older schema becomes today's: what it has and today's lacks is dropped, what is
    new is made. Raises StoreTooNew, and StoreError when indexes are not filled in time.
    """
    if check(connection):
        return
    present = {str(row[0]): row[1] for row in connection.read(PRESENT)}
    statements = wanted()
    for old in sorted(present.keys() - statements.keys()):
        connection.run(f"DROP {'CONSTRAINT' if present[old] else 'INDEX'} {old} IF EXISTS")
    for new in statements.keys() - present.keys():
        with suppress(AlreadyMade):
            connection.run(statements[new])
    connection.run(AWAIT)
    if missing := lacking(connection):
        raise StoreError(
            f"store {connection.name} lacks {', '.join(missing)}; another index or constraint stands in the way"
        )
    connection.run(SET_VERSION, version=SCHEMA_VERSION)


def _unique(pattern: str, name: str, *properties: str) -> str:
    return f"CREATE CONSTRAINT {{name}} IF NOT EXISTS FOR {pattern} REQUIRE ({_listed(name, properties)}) IS UNIQUE"


def _index(pattern: str, name: str, *properties: str) -> str:
    return f"CREATE INDEX {{name}} IF NOT EXISTS FOR {pattern} ON ({_listed(name, properties)})"


def _listed(name: str, properties: Sequence[str]) -> str:
    return ", ".join(f"{name}.{each}" for each in properties)
