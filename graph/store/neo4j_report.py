"""The report on a Neo4j server and its database."""

from collections.abc import Iterator

from graph.errors import RemembrancerError
from graph.store import neo4j_schema
from graph.store.backends import Check, Login, StoreReport
from graph.store.neo4j_connection import Connection

SERVER = "CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0], edition"
KERNEL = "Neo4j Kernel"  # Since 2026 the list also has the versions of Cypher.
DATABASE = "SHOW DATABASES YIELD name, access, currentStatus WHERE name = $name RETURN access, currentStatus"
OLDEST = (5, 26)


def report_on_server(address: str, login: Login | None) -> StoreReport:
    """The state of server, database and schema. About five statements, which change nothing."""
    connection = None
    try:
        connection = Connection(address, login)
        checks = tuple(_server_checks(connection))
    except RemembrancerError as error:
        return StoreReport((Check("store", "wrong", str(error)),), is_readable=False)
    finally:
        if connection is not None:
            connection.close()
    return StoreReport(checks, is_readable=all(check.state == "ok" for check in checks))


def _server_checks(connection: Connection) -> Iterator[Check]:
    rows = connection.read(SERVER)
    name, version, edition = next((row for row in rows if row[0] == KERNEL), rows[0])
    numbers = tuple(int(part) for part in str(version).split("-")[0].split(".")[:2])
    if numbers < OLDEST:
        yield Check("engine", "wrong", f"{name} {version} is too old; expected 5.26 or later")
    else:
        yield Check("engine", "ok", f"{name} {version}, {edition} edition")
    for access, status in connection.read(DATABASE, name=connection.database):
        is_well = access == "read-write" and status == "online"
        found = f"{connection.name}, database {connection.database}: {status}, {access}"
        yield Check("store", "ok" if is_well else "wrong", found)
    if not neo4j_schema.is_current(connection):
        yield Check("schema", "note", "missing or old; the first command that writes makes it")
        return
    missing_indexes = neo4j_schema.missing_indexes(connection)
    if missing_indexes:
        yield Check(
            "schema",
            "wrong",
            f"lacks {', '.join(missing_indexes)}; run DROP on the indexes that are in the way, then open the store",
        )
    else:
        yield Check("schema", "ok", f"version {neo4j_schema.SCHEMA_VERSION}, all indexes are online")
