"""Every statement goes by an index on a real server, empty or filled, and has a bound."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from neo4j import Session

from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, PutEdge, PutNode
from tests.neo4j.plans import complaints
from tests.neo4j.statements import saved, shapes, verbs

if TYPE_CHECKING:
    from tests.neo4j.server import Address

BOUND = re.compile(r"\bLIMIT \S|\bUNWIND \$|\bIN TRANSACTIONS OF \d+ ROWS|\(s:Sequence \{space: \$space\}\)")
UNBOUND = {
    "spaces": "all spaces are what is asked for, from an index that holds nothing else, each with its sequence",
    "names": "as above",
}
SCANS = {  # as above
    "spaces": "NodeIndexScan RANGE INDEX n:Space(space, id) ",
    "names": "NodeIndexScan RANGE INDEX s:Sequence(space) ",
    "rounds": "NodeIndexScan RANGE INDEX s:Space(space, id) ",
}


def test_every_statement_has_a_bound() -> None:
    """It takes what it is given row by row, stops at a limit, or is about the one node of a space."""
    unbound = {name for name, statement in verbs().items() if not BOUND.search(statement)}

    assert unbound - {*UNBOUND} == set()


def test_every_saved_query_has_a_bound() -> None:
    """The Browser draws what it gets: a limit keeps a large space from freezing it."""
    assert [name for name, statement in saved().items() if "LIMIT" not in statement] == []


@pytest.mark.parametrize("is_each", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["shapes", "each"])
def test_statements_go_by_indexes_on_an_empty_server(neo4j_server: Address, is_each: bool) -> None:
    """A plan is kept after a database has grown, so it must be right from the first node."""
    statements = {**verbs(), **saved()}
    with explaining(neo4j_server) as session:
        assert wrong(session, statements if is_each else shapes(statements), "CYPHER 5") == {}


def test_statements_go_by_indexes_on_a_filled_server(neo4j_server: Address) -> None:
    """With numbers to reckon with, the planner still starts from an index."""
    with explaining(neo4j_server) as session:
        fill(neo4j_server)
        session.run("CALL db.prepareForReplanning()").consume()

        assert wrong(session, shapes({**verbs(), **saved()}), "CYPHER 5") == {}


def test_statements_go_by_indexes_in_cypher_25(neo4j_current: Address) -> None:
    """The current release plans them alike, in the Cypher that is to come."""
    with explaining(neo4j_current) as session:
        assert wrong(session, shapes({**verbs(), **saved()}), "CYPHER 25") == {}


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("MATCH (n) RETURN n.id", "AllNodesScan n"),
        ("MATCH (n:Fact) RETURN n.id", "NodeByLabelScan n:Fact"),
        ("MATCH (n:Fact) WHERE n.body = $body RETURN n.id", "NodeByLabelScan n:Fact"),
        ("MATCH ()-[r:ABOUT]->() RETURN r.seq", r"DirectedRelationshipTypeScan .*"),
        (
            "UNWIND $ids AS id MATCH (n:Remembered {space: $space}), (m:Remembered {space: id}) RETURN n",
            "CartesianProd",
        ),
        ("MATCH (n:Fact) USING INDEX n:Fact(body) WHERE n.body = $body RETURN n.id", "warn: .* index"),
        ("MATCH (n:Fact {space: $space}) RETURN id(n)", "warn: .* deprecated"),
    ],
)
def test_what_grows_is_found(neo4j_server: Address, statement: str, complaint: str) -> None:
    """A scan, a product, an index that is not there and what is going away are complained of."""
    with explaining(neo4j_server) as session:
        found = complaints(session, statement, "CYPHER 5")

    assert re.search(complaint, "\n".join(found)), found


@contextmanager
def explaining(address: Address) -> Iterator[Session]:
    """A session on a server that has our schema and no node."""
    address.wipe()
    open_store(address.uri, login=address.login).close()
    logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)  # A failure's report would be pages of them.
    with address.driver() as driver, driver.session(database="neo4j") as session:
        yield session


def fill(address: Address) -> None:
    """Two spaces in which each label has nodes and each kind of edge has edges, more of some than of others."""
    store = open_store(address.uri, login=address.login)
    for space in ("one", "other"):
        nodes = [PutNode(label, f"{label}{n}", {"body": "x"}) for label in Label for n in range(60)]
        facts = [PutNode(Label.FACT, f"f{n:04}", {"body": "x", "updated_at": n}) for n in range(2_000)]
        edges = [PutEdge(f"f{n:04}", kind, f"f{n + 1:04}") for kind in Kind for n in range(60)]
        store.write(space, [*nodes, *facts, *edges])
    store.close()


def wrong(session: Session, statements: Mapping[str, str], cypher: str) -> dict[str, list[str]]:
    """What is to be complained of, by the name of the statement."""
    found = {name: complaints(session, statement, cypher) for name, statement in statements.items()}
    return {
        name: told for name, told in found.items() if not all(each.startswith(SCANS.get(name, "?")) for each in told)
    }
