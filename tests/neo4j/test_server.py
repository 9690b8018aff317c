"""The tests' own Neo4j server does what tests of outages rely on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from neo4j.exceptions import AuthError, ClientError, ServiceUnavailable

from tests.neo4j.server import Address, Server


def test_lts_answers(neo4j_server: Address) -> None:
    """The server of the run is a Community server."""
    assert _ask(neo4j_server, "CALL dbms.components() YIELD edition RETURN edition") == ["community"]


def test_current_answers(neo4j_current: Address) -> None:
    """The current release runs beside the LTS, and knows both Cyphers."""
    assert _ask(neo4j_current, "CYPHER 25 RETURN 1") == [1]
    assert _ask(neo4j_current, "CYPHER 5 RETURN 1") == [1]


def test_wipe_leaves_no_node(neo4j_server: Address) -> None:
    """A wiped server is as a new one, but for its schema."""
    _ask(neo4j_server, "UNWIND range(1, 3) AS i CREATE (n:Wiped)-[:IN]->(:Wiped) RETURN i")

    neo4j_server.wipe()

    assert _ask(neo4j_server, "MATCH (n:Wiped) RETURN count(n)") == [0]


def test_own_server_survives_what_tests_do_to_it(neo4j_own: Callable[..., Server]) -> None:
    """It asks for its password, keeps what it answered for through kill -9, and starts read-only if told to."""
    server = neo4j_own(password="of-a-test")
    with pytest.raises(AuthError):
        _ask(Address(server.address.uri, "another"), "RETURN 1")
    _ask(server.address, "CREATE (n:Kept {id: 'k'}) RETURN n.id")

    server.kill()

    with pytest.raises(ServiceUnavailable):
        _ask(server.address, "RETURN 1")
    server.settings["server.databases.read_only"] = "neo4j"
    server.start()
    assert _ask(server.address, "MATCH (n:Kept) RETURN n.id") == ["k"]
    with pytest.raises(ClientError, match="read"):
        _ask(server.address, "CREATE (n:Kept {id: 'l'}) RETURN n.id")


def test_server_that_does_not_start_says_why(neo4j_own: Callable[..., Server]) -> None:
    """A setting that nobody knows stops it, and the error shows its log."""
    with pytest.raises(RuntimeError, match="No declared setting with name: of_nobody"):
        neo4j_own(settings={"of_nobody": "1"})


def _ask(address: Address, statement: str) -> list[object]:
    with address.driver() as driver, driver.session(database="neo4j") as session:
        return session.run(statement).value()
