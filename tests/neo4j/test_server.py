"""The tests' own Neo4j server does what tests of outages rely on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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


def test_server_that_does_not_start_says_why(neo4j_own: Callable[..., Server]) -> None:
    """A setting that nobody knows stops it, and the error shows its log."""
    with pytest.raises(RuntimeError, match="No declared setting with name: of_nobody"):
        neo4j_own(settings={"of_nobody": "1"})


def _ask(address: Address, statement: str) -> list[object]:
    with address.driver() as driver, driver.session(database="neo4j") as session:
        return session.run(statement).value()
