"""The schema of a database: made once by however many, brought up to date, and refused when it is newer."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from graph.errors import StoreError, StoreTooNew
from graph.store.backends import Login, open_store, report_on
from graph.store.neo4j_connection import Connection
from graph.store.neo4j_schema import SCHEMA_VERSION, missing_indexes, schema_statements
from graph.store.verbs import TIMES, Label, PutNode

if TYPE_CHECKING:
    from tests.neo4j.server import Address

DIGEST_OF_VERSION = {
    1: "4971d2c9ebe39bac",
    2: "4c74777a66824050",
    3: "b50543f908dfda05",
    4: "a59a9d2428ab9bc6",
    5: "bc103be0ac9b2c4e",
    6: "5421a1b2ab07e73d",  # nodes have a label more, too
    7: "5421a1b2ab07e73d",  # times are written out, and some properties have other names
    8: "00fc067be31c90f9",
}


@pytest.fixture
def connection(neo4j_server: Address) -> Iterator[Connection]:
    """A connection to a database with nothing of ours, which is so again afterwards."""
    neo4j_server.wipe()
    opened = Connection(neo4j_server.uri, neo4j_server.login)
    forget(opened)
    yield opened
    forget(opened)
    opened.close()


def forget(connection: Connection) -> None:
    """No version, constraint or index of ours is left."""
    connection.run("MATCH (s:RemembrancerSchema) DELETE s")
    for name, owner in connection.read(
        "SHOW INDEXES YIELD name, owningConstraint, type WHERE type = 'RANGE' RETURN name, owningConstraint"
    ):
        connection.run(f"DROP {'CONSTRAINT' if owner else 'INDEX'} {name} IF EXISTS")


def open_and_close(connection: Connection, *, read_only: bool = False) -> None:
    """As a process does."""
    open_store(connection.name, login=Login("neo4j", ""), read_only=read_only).close()


def test_another_schema_has_another_version() -> None:
    """Whoever changes a constraint or an index raises SCHEMA_VERSION and adds the new digest here."""
    text = "\n".join(f"{name}: {statement}" for name, statement in sorted(schema_statements().items()))

    assert DIGEST_OF_VERSION[SCHEMA_VERSION] == blake2b(text.encode(), digest_size=8).hexdigest()


def test_processes_that_open_at_once_make_it_once(connection: Connection) -> None:
    """Four that find nothing all end with the whole schema, filled."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            open_and_close(connection)
        except StoreError as error:
            errors.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert missing_indexes(connection) == []
    assert connection.read("MATCH (s:RemembrancerSchema) RETURN s.name, s.version") == [
        ["remembrancer", SCHEMA_VERSION]
    ]


def test_older_schema_is_brought_up_to_date(connection: Connection) -> None:
    """What today's lacks is dropped, what is new is made, what belongs to others stays, and so do the memories."""
    open_and_close(connection)
    store = open_store(connection.name)
    store.write("a", [PutNode(label, label.lower(), {"name": "a"}) for label in Label])
    store.close()
    connection.run("MATCH (n:Knowledge) REMOVE n:Knowledge")
    connection.run("MATCH (n:Fact {id: 'fact'}) SET n.created_at = 1777833000123, n.updated_at = -1, n.ends_at = 2^60")
    connection.run("MATCH (n:Entity) SET n.terms = 'ada', n.x_vector_model = 'm'")
    connection.run("MATCH (n:Message) SET n.chat = 'c', n.position = 2.5, n.digest = 'd', n.is_timed = true")
    connection.run("CREATE (:Fact {id: 'of others', created_at: 1})")
    connection.run("CREATE INDEX remembrancer_old IF NOT EXISTS FOR (n:Old) ON (n.thing)")
    connection.run("CREATE INDEX of_others IF NOT EXISTS FOR (n:Old) ON (n.other)")
    connection.run("DROP INDEX remembrancer_fact_by_kind_and_updated_at")
    connection.run("MATCH (s:RemembrancerSchema) SET s.version = 0")

    store = open_store(connection.name)

    assert missing_indexes(connection) == []
    names = {name for (name,) in connection.read("SHOW INDEXES YIELD name RETURN name")}
    assert "of_others" in names
    assert "remembrancer_old" not in names
    assert [*store.spaces()] == ["a"]
    assert connection.read("MATCH (n:Fact) RETURN n.id, n.created_at, n.updated_at ORDER BY n.id") == [
        ["fact", "2026-05-03T18:30:00.123Z", "1969-12-31T23:59:59.999Z"],
        ["of others", 1, None],
    ]
    assert connection.read("MATCH (n:Entity) RETURN n.terms, n.x_terms, n.x_vector_model") == [[None, "ada", "m"]]
    (by_digest,) = store.find("a", Label.MESSAGE, {"digest": "d"}, limit=9)
    (by_position,) = store.find("a", Label.MESSAGE, {"chat": "c"}, order="-position", limit=9, after=(3.0, "z"))
    assert by_digest.properties == by_position.properties == {
        "name": "a", "chat": "c", "position": 2.5, "digest": "d", "is_timed": True
    }  # fmt: skip
    assert connection.read("MATCH (n:Message) RETURN n.position, n.x_position") == [[None, 2.5]]
    (fact,) = store.find("a", Label.FACT, order="updated_at", limit=9)
    assert {name: fact.properties[name] for name in TIMES & fact.properties.keys()} == {
        "created_at": 1777833000123,
        "updated_at": -1,
        "ends_at": 2**60,
    }
    assert connection.read("MATCH (n:Knowledge) RETURN n.id ORDER BY n.id") == [
        [id] for id in ("entity", "fact", "keyinfo", "reflection", "significantmemory", "summary")
    ]
    store.close()


def test_newer_schema_is_refused(connection: Connection) -> None:
    """Nothing is touched, and both versions are named."""
    open_and_close(connection)
    connection.run("MATCH (s:RemembrancerSchema) SET s.version = 99")

    for read_only in (False, True):
        with pytest.raises(StoreTooNew, match=rf"version 99.*at most {SCHEMA_VERSION}"):
            open_and_close(connection, read_only=read_only)


def test_reading_makes_nothing(connection: Connection) -> None:
    """A database without the schema is no store for who only reads."""
    with pytest.raises(StoreError, match="lacks the current schema"):
        open_and_close(connection, read_only=True)

    assert len(missing_indexes(connection)) == len(schema_statements())


def test_index_of_others_in_the_way_is_named(connection: Connection) -> None:
    """The same index under a strange name would silently stand for ours, and hints would fail later."""
    connection.run("CREATE INDEX strange IF NOT EXISTS FOR (n:Fact) ON (n.space, n.id)")

    with pytest.raises(StoreError, match="remembrancer_fact_by_id"):
        open_and_close(connection)


def test_doctor_tells_how_it_is(connection: Connection) -> None:
    """Before and after the schema is there."""
    before = report_on(connection.name, None)
    open_and_close(connection)
    after = report_on(connection.name, None)

    assert [(check.name, check.state) for check in before.checks] == [
        ("engine", "ok"),
        ("store", "ok"),
        ("schema", "note"),
    ]
    assert [(check.name, check.state) for check in after.checks] == [
        ("engine", "ok"),
        ("store", "ok"),
        ("schema", "ok"),
    ]
    assert (before.is_readable, after.is_readable) == (False, True)
