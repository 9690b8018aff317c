"""What a person wants to know of a Neo4j server and the database on it, told without changing it."""

from __future__ import annotations

from collections.abc import Iterator

from graph.errors import RemembrancerError
from graph.store import neo4j_schema
from graph.store.diagnosis import Check, StoreReport
from graph.store.login import Login
from graph.store.neo4j_connection import Connection

SERVER = "CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0], edition"
DATABASE = "SHOW DATABASES YIELD name, access, currentStatus WHERE name = $name RETURN access, currentStatus"
OLDEST = (5, 26)


def report_on_server(address: str, login: Login | None) -> StoreReport:
    """How the server, the database and the schema are. About five statements."""
    connection = None
    try:
        connection = Connection(address, login)
        checks = tuple(_checks(connection))
    except RemembrancerError as error:
        return StoreReport((Check("store", "wrong", str(error)),), is_readable=False)
    finally:
        if connection is not None:
            connection.close()
    return StoreReport(checks, is_readable=all(check.state == "ok" for check in checks))


def _checks(connection: Connection) -> Iterator[Check]:
    ((name, version, edition),) = connection.read(SERVER)
    numbers = tuple(int(part) for part in str(version).split("-")[0].split(".")[:2])
    if numbers < OLDEST:
        yield Check("engine", "wrong", f"{name} {version} is too old; expected 5.26 or later")
    else:
        yield Check("engine", "ok", f"{name} {version}, {edition} edition")
    for access, status in connection.read(DATABASE, name=connection.database):
        is_well = access == "read-write" and status == "online"
        found = f"{connection.name}, database {connection.database}: {status}, {access}"
        yield Check("store", "ok" if is_well else "wrong", found)
    if not neo4j_schema.check(connection):
        yield Check("schema", "note", "none of today's yet; the first command that writes makes it")
        return
    lacking = neo4j_schema.lacking(connection)
    if lacking:
        yield Check(
            "schema",
            "wrong",
            f"lacks {', '.join(lacking)}; run DROP on what stands in their way, and open the store again",
        )
    else:
        yield Check("schema", "ok", f"version {neo4j_schema.SCHEMA_VERSION}, every index is there and filled")
