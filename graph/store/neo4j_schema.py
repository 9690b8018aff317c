"""The constraints and indexes of our Neo4j databases, and how they are made."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from graph.errors import StoreError, StoreTooNew
from graph.store.neo4j_connection import Connection, ConstraintExists
from graph.store.neo4j_cypher import BASE, BEHIND, KNOWLEDGE
from graph.store.neo4j_rows import FIRST_MS, KNOWLEDGE_LABELS, LAST_MS
from graph.store.verbs import FINDABLE, TIMES, Kind, Label

SCHEMA_VERSION = 8
"""Stored on the node (:RemembrancerSchema). Raise it if FINDABLE, labels, kinds or the statements below change."""

PREFIX = "remembrancer_"
"""The prefix of our constraints and indexes, by which those of an older schema are recognised."""

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
LABEL_KNOWLEDGE = f"""
MATCH (n:{"|".join(sorted(KNOWLEDGE_LABELS))})
WHERE n:{BASE} AND NOT n:{KNOWLEDGE}
CALL (n) {{
  SET n:{KNOWLEDGE}
}} IN TRANSACTIONS OF 10000 ROWS
"""
WRITE_TIMES_OUT = f"""
MATCH (n:{BASE})
WHERE any(name IN $times WHERE n[name] IS :: INTEGER NOT NULL AND $first <= n[name] <= $last)
CALL (n) {{
  UNWIND [name IN $times WHERE n[name] IS :: INTEGER NOT NULL AND $first <= n[name] <= $last] AS name
  WITH n, name, datetime({{epochMillis: n[name]}}) AS at
  SET n[name] = toString(date(at)) + 'T' + right('0' + toString(at.hour), 2) + ':' + right('0' + toString(at.minute), 2)
    + ':' + right('0' + toString(at.second), 2) + '.' + right('00' + toString(at.millisecond), 3) + 'Z'
}} IN TRANSACTIONS OF 10000 ROWS
"""
RENAME = f"""
MATCH (n:{BASE})
WHERE {" OR ".join(f"n.{name} IS NOT NULL" for name in BEHIND)}
CALL (n) {{
  SET {", ".join(f"n.{stored} = coalesce(n.{name}, n.{stored})" for name, stored in BEHIND.items())}
  REMOVE {", ".join(f"n.{name}" for name in BEHIND)}
}} IN TRANSACTIONS OF 1000 ROWS
"""
AWAIT = f"CALL db.awaitIndexes({AWAIT_SECONDS})"


def schema_statements() -> Mapping[str, str]:
    """For each constraint and index, by name, the statement that makes it."""
    made = {
        f"{PREFIX}schema_key": _constraint("(n:RemembrancerSchema)", "n", "name"),
        f"{PREFIX}sequence_key": _constraint("(n:Sequence)", "n", "space"),
        f"{PREFIX}node_key": _constraint(f"(n:{BASE})", "n", "space", "id"),
        f"{PREFIX}node_by_seq": _index(f"(n:{BASE})", "n", "space", "seq", "id"),
        f"{PREFIX}dropped_key": _constraint("(n:Dropped)", "n", "space", "source", "kind", "target"),
        f"{PREFIX}dropped_by_seq": _index("(n:Dropped)", "n", "space", "seq"),
    }
    for label in Label:
        for found_by in ((), *FINDABLE.get(label, ())):
            names = [BEHIND.get(name, name) for name in found_by]
            made[f"{PREFIX}{label.lower()}_by_{'_and_'.join(names or ('id',))}"] = _index(
                f"(n:{label})", "n", "space", *names, "id"
            )
    for kind in Kind:
        made[f"{PREFIX}{kind.lower()}_by_source"] = _constraint(f"()-[r:{kind}]-()", "r", "space", "source", "target")
        made[f"{PREFIX}{kind.lower()}_by_target"] = _index(f"()-[r:{kind}]-()", "r", "space", "target", "source")
        made[f"{PREFIX}{kind.lower()}_by_seq"] = _index(f"()-[r:{kind}]-()", "r", "space", "seq")
    return {name: statement.format(name=name) for name, statement in made.items()}


def is_current(connection: Connection) -> bool:
    """Whether the database has the current schema. Raises StoreTooNew."""
    found = connection.read(VERSION)
    version = found[0][0] if found else 0
    if not isinstance(version, int) or version > SCHEMA_VERSION:
        raise StoreTooNew(
            f"store {connection.name} has schema version {version}, expected at most {SCHEMA_VERSION};"
            " use the version of Remembrancer that wrote it, or a newer one"
        )
    return version == SCHEMA_VERSION


def missing_indexes(connection: Connection) -> list[str]:
    """The constraints and indexes that are missing or not online."""
    return sorted(schema_statements().keys() - {str(row[0]) for row in connection.read(PRESENT) if row[2] == "ONLINE"})


def ensure(connection: Connection) -> None:
    """Make the current schema, or upgrade an older one. Several processes may do this at once.

    Each statement may be repeated. Drops old constraints and indexes, makes new ones, waits until they are online,
    gives nodes from before version 6 the label that they lack, and properties from before version 8 their new names
    and times. Raises StoreTooNew, and StoreError if indexes are not online in time.
    """
    if is_current(connection):
        return
    present = {str(row[0]): row[1] for row in connection.read(PRESENT)}
    statements = schema_statements()
    for old in sorted(present.keys() - statements.keys()):
        connection.run(f"DROP {'CONSTRAINT' if present[old] else 'INDEX'} {old} IF EXISTS")
    for new in statements.keys() - present.keys():
        with suppress(ConstraintExists):
            connection.run(statements[new])
    connection.run(AWAIT)
    if missing := missing_indexes(connection):
        raise StoreError(
            f"store {connection.name} lacks {', '.join(missing)}; drop the index or constraint that is in the way"
        )
    connection.run(LABEL_KNOWLEDGE)
    connection.run(RENAME)
    connection.run(WRITE_TIMES_OUT, times=sorted(TIMES), first=FIRST_MS, last=LAST_MS)
    connection.run(SET_VERSION, version=SCHEMA_VERSION)


def _constraint(pattern: str, name: str, *properties: str) -> str:
    return f"CREATE CONSTRAINT {{name}} IF NOT EXISTS FOR {pattern} REQUIRE ({_joined(name, properties)}) IS UNIQUE"


def _index(pattern: str, name: str, *properties: str) -> str:
    return f"CREATE INDEX {{name}} IF NOT EXISTS FOR {pattern} ON ({_joined(name, properties)})"


def _joined(name: str, properties: Sequence[str]) -> str:
    return ", ".join(f"{name}.{each}" for each in properties)
