"""Style and saved queries for Neo4j Browser fit the schema of the store, and each query goes by an index."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from graph.store.verbs import Kind, Label
from graph.values.items import Item, Stored

if TYPE_CHECKING:
    from neo4j import Driver

    from tests.neo4j.server import Address

FOLDER = Path(__file__).parents[2] / "browser"
STYLE = (FOLDER / "style.grass").read_text(encoding="utf-8")
PARAMETERS = FOLDER / "remembrancer" / "parameters.cypher"
QUERIES = sorted(set((FOLDER / "remembrancer").glob("*.cypher")) - {PARAMETERS})
SPACE = "looked at in the browser"
NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)

EVERYWHERE = {"Remembered", "ContextItem", "Knowledge"}
INTERNAL = {"Sequence", "Dropped", "RemembrancerSchema"}
LABELS = EVERYWHERE | INTERNAL | set(Label)
OWN = {"id", "space", "name", "seq", "version"}
OF_EDGES = {"rank", "score", "section", "reason", "verdict"}  # of PRESENTED
PROPERTIES = OWN | OF_EDGES | {field.name for kind in get_args(Stored) for field in fields(kind)}

queries = pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)


def test_every_label_has_a_look_of_its_own() -> None:
    """Each label has a colour, a size and a caption, so that the Browser picks none by chance."""
    assert set(re.findall(r"^node\.(\w+) \{", STYLE, re.MULTILINE)) == LABELS
    for rule in re.findall(r"^node\.\w+ \{.*\}$", STYLE, re.MULTILINE):
        assert set(re.findall(r"([\w-]+): ", rule)) >= {"color", "diameter", "caption"}


def test_own_labels_stand_behind_those_that_every_node_has() -> None:
    """Of two rules that fit a node the later one counts: the general ones come first."""
    order = re.findall(r"^node\.(\w+) \{", STYLE, re.MULTILINE)

    assert set(order[: len(EVERYWHERE)]) == EVERYWHERE


def test_styled_edges_are_kinds_of_ours() -> None:
    """A kind that was renamed would fall back to grey unseen."""
    assert set(re.findall(r"^relationship\.(\w+) \{", STYLE, re.MULTILINE)) <= set(Kind)


def test_style_is_one_rule_a_line() -> None:
    """The Browser's parser knows no comments, and keeps only what it can read."""
    for line in STYLE.splitlines():
        assert re.fullmatch(r"(node|relationship)(\.\w+)? \{ ([\w-]+: (#[0-9A-F]{6}|\d+px|\"[^\":;]+\"); )+\}", line), (
            line
        )


@queries
def test_query_says_what_it_shows_and_ends(path: Path) -> None:
    """The first line is a comment, which the Browser shows as the query's name; a limit keeps a picture a picture."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()

    assert re.match(r"// \d\d \w", first)
    assert any(re.search(r"\bLIMIT \d+$", line) for line in rest)


@queries
def test_query_names_what_is_in_the_graph(path: Path) -> None:
    """Labels, kinds, properties and parameters are those that there are: a mistyped one finds nothing, silently."""
    text = path.read_text(encoding="utf-8").partition("\n")[2]
    kinds = {kind for found in re.findall(r"\[\w*:([\w|]+)", text) for kind in found.split("|")}
    labels = set(re.findall(r"\(\w*:(\w+)", text)) | set(re.findall(r"NOT \w:(\w+)", text))
    parameters = set(re.findall(r"(\w+): \"", PARAMETERS.read_text(encoding="utf-8")))

    assert kinds <= set(Kind)
    assert labels <= LABELS
    assert set(re.findall(r"\b[a-z]\.(\w+)", text)) <= PROPERTIES
    assert set(re.findall(r"\$(\w+)", text)) <= parameters


def test_queries_are_numbered() -> None:
    """The Browser sorts its favourites by name; the numbers keep them in the order of a visit."""
    names = sorted(path.read_text(encoding="utf-8").splitlines()[0] for path in [PARAMETERS, *QUERIES])

    assert [int(name.split()[1]) for name in names] == list(range(len(names)))


def test_internal_nodes_are_small_and_grey() -> None:
    """What only the store needs does not ask to be looked at."""
    rules = dict(re.findall(r"^node\.(\w+) (\{.*\})$", STYLE, re.MULTILINE))

    assert {name for name in rules if "color: #D5D9E0" in rules[name] and "diameter: 20px" in rules[name]} == {
        *INTERNAL,
        Label.REQUEST,
        Label.METER,
        Label.RECEIPT,
        Label.ACCESS_KEY,
        Label.LEARNED,
    }
    assert all(kind.label not in INTERNAL for kind in get_args(Item))


@pytest.fixture(scope="module")
def driver(neo4j_server: Address) -> Iterator[Driver]:
    """A driver of a server with the schema and a space."""
    from graph.knowledge import KnowledgeGraph  # noqa: PLC0415
    from graph.store.backends import open_store  # noqa: PLC0415

    knowledge = KnowledgeGraph(open_store(neo4j_server.uri, login=neo4j_server.login))
    knowledge.create_space(SPACE, now=NOW)
    knowledge.close()
    with neo4j_server.driver() as driver:
        yield driver


@queries
def test_query_runs_by_an_index(path: Path, driver: Driver) -> None:
    """A server takes the query, and finds where to begin without looking at all nodes of a label."""
    text = path.read_text(encoding="utf-8")
    ids = {"item": "m00000001", "entity": "ada", "conversation": "c00000001"}
    parameters = {"space": SPACE, "day": "2026-03-01", **ids}

    with driver.session(database="neo4j", notifications_min_severity="OFF") as session:
        plan = session.run("EXPLAIN " + text.partition("\n")[2], parameters).consume().plan
        session.run(text, parameters).consume()

    assert plan is not None
    assert {
        name for name in _operators(plan) if "AllNodes" in name or "LabelScan" in name or "TypeScan" in name
    } == set()


def _operators(plan: dict[str, object]) -> Iterator[str]:
    yield str(plan["operatorType"])
    for child in plan.get("children", []):  # type: ignore[attr-defined]
        yield from _operators(child)
