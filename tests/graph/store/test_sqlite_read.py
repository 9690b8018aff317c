"""Reads go by an index, and their cost grows with what they bring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from graph.store import sqlite_read, sqlite_write
from graph.store.checks import FINDS, batch_of, search_of
from graph.store.sqlite_connections import Connections
from graph.store.verbs import DropEdge, DropNode, Kind, Label, PutEdge, PutNode, ReadDepth

SCANS = re.compile(r"SCAN (n|e|x|nodes|edges|dropped)\b")


@pytest.fixture
def connections() -> Iterator[Connections]:
    """An empty database in memory."""
    opened = Connections(None, read_only=False)
    yield opened
    opened.close()


def plan(connections: Connections, statement: str) -> list[str]:
    """The steps that SQLite takes, parameters being unknown."""
    count = max(map(int, re.findall(r"\?(\d+)", statement)), default=0)
    with connections.reading() as db:
        return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", [None] * count)]


@pytest.mark.parametrize(
    ("label", "names", "order"), [(label, *find) for label, finds in FINDS.items() for find in finds], ids=str
)
def test_find_goes_by_its_index(connections: Connections, label: Label, names: tuple[str, ...], order: str) -> None:
    """Every find starts at its place in an index that already has its order, and sorts nothing."""
    columns = [*names, *([] if order == "id" else [order])]
    wanted = f"{label.value.lower()}_by_{'_and_'.join(columns)}" if columns else "nodes_label"
    for descending, has_after in product([False, True], [False, True]):
        after_count = has_after * (1 if order == "id" else 2)
        statement = sqlite_read.find_statement(label, names, order, descending, after_count, ReadDepth.BODY, 1)
        steps = plan(connections, statement)

        assert any(step.startswith("SEARCH n") and f"INDEX {wanted} " in step for step in steps), steps
        assert not any(SCANS.search(step) or "TEMP B-TREE" in step for step in steps), steps


def test_no_statement_scans(connections: Connections) -> None:
    """Whatever the verbs run, no step of it passes over all nodes, edges or tombstones."""
    statements: list[str] = []
    with connections.writing() as db:
        db.set_trace_callback(statements.append)
        for ops in (
            [PutNode(Label.MESSAGE, f"m{n}", {"chat": "a", "position": 1.0 * n}) for n in range(4)],
            [PutNode(Label.MESSAGE, "m1", {"chat": "b", "body": "x"}), PutEdge("m1", Kind.MENTIONS, "m2")],
            [DropEdge("m1", Kind.MENTIONS, "m2"), DropNode("m3")],
        ):
            sqlite_write.write(db, "s", batch_of(ops))
        sqlite_read.seq(db, "s")
        sqlite_read.nodes(db, "s", ["m1"], ReadDepth.ALL)
        sqlite_read.edges(db, "s", ["m1"], list(Kind), 3)
        sqlite_read.since(db, "s", 0, 10, ReadDepth.INDEX, True)
        for chats in ("a", ("a", "b")):
            search = search_of(Label.MESSAGE, {"chat": chats}, "position", None, 5, ReadDepth.BODY)
            sqlite_read.find(db, "s", search)
        db.execute(sqlite_read.SPACES)
        db.set_trace_callback(None)

    assert len(statements) > 20
    for statement in statements:
        steps = plan(connections, statement)
        assert not any(SCANS.search(step) for step in steps), (statement, steps)


def test_edges_cost_their_cap_and_not_the_hub(connections: Connections) -> None:
    """Twenty edges of a node with ten thousand take no more steps than twenty of a node with fifty."""
    steps = {}
    for count in (50, 10_000):
        spokes = [f"m{n:05}" for n in range(count)]
        ops = [PutNode(Label.ENTITY, "e1", {}), *(PutNode(Label.MESSAGE, id, {}) for id in spokes)]
        with connections.writing() as db:
            sqlite_write.write(db, f"hub of {count}", batch_of(ops))
            sqlite_write.write(db, f"hub of {count}", batch_of([PutEdge(id, Kind.MENTIONS, "e1") for id in spokes]))
            ticks: list[int] = []
            db.set_progress_handler(lambda ticks=ticks: ticks.append(1), 10)
            found = sqlite_read.edges(db, f"hub of {count}", ["e1"], [Kind.MENTIONS, Kind.COVERS], 20)
            db.set_progress_handler(None, 1)
        assert [edge.source for edge in found] == spokes[-20:]
        steps[count] = len(ticks)

    assert steps[10_000] <= 1.1 * steps[50]
