"""Statements are collected, and told apart by what they do."""

from __future__ import annotations

import re

from tests.house.source import files, text_of
from tests.neo4j.statements import CYPHER, others, shapes, verbs


def test_cypher_stands_where_it_is_collected() -> None:
    """No other module holds a statement that nobody checks."""
    found = [
        file for file in files() if re.search(r"\b(?:MATCH|MERGE) \(", text_of(file)) and "store/neo4j_" not in file
    ]

    assert found == []


def test_statements_of_a_store_and_its_schema_are_collected() -> None:
    """Verbs by their name, the others by that of their constant or index."""
    assert verbs()["seq"].startswith("MATCH (s:Sequence")
    assert others()["graph.store.neo4j_schema.VERSION"].startswith("MATCH (s:RemembrancerSchema")
    assert others()["remembrancer_sequence_key"].startswith("CREATE CONSTRAINT")
    assert all(CYPHER.match(statement) for statement in verbs().values())


def test_those_that_differ_in_names_are_of_one_shape() -> None:
    """Other labels and properties make no other statement, other clauses do."""
    found = shapes(
        {
            "a": "MATCH (n:Fact {space: $space, id: $id}) RETURN n.id",
            "b": "MATCH (e:Entity {space: $space, id: $id, key: $key}) RETURN e.key",
            "c": "MATCH (n:Fact {id: $id}) RETURN n.id LIMIT 1",
        }
    )

    assert [*found] == ["b", "c"]


def test_branches_of_other_kinds_are_left_out() -> None:
    """A union of many kinds of edge shrinks to two of them; equal ends of blocks are no branches."""
    branches = [f"    MATCH ()-[r:{kind}]->()\n    RETURN r\n" for kind in ("IN", "ABOUT", "EVIDENCE", "PART_OF")]

    assert shapes({"union": union(branches)}) == {"union": union(branches[2:])}


def union(branches: list[str]) -> str:
    """A statement that reads each of the branches, inside two blocks that end together."""
    return "CALL () {\n  CALL () {\n" + "    UNION ALL\n".join(branches) + "  }\n}\nRETURN r"
