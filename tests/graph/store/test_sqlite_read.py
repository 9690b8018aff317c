"""Reads go by an index, and their cost grows with what they bring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from graph.store import sqlite_read
from graph.store.checks import FINDS
from graph.store.sqlite import SqliteStore
from graph.store.verbs import DropEdge, DropNode, Kind, Label, PutEdge, PutNode, ReadDepth

SCANS = re.compile(r"SCAN (n|e|x|nodes|edges|dropped)\b")


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    """An empty database in memory."""
    opened = SqliteStore(None)
    yield opened
    opened.close()


def plan(store: SqliteStore, statement: str) -> list[str]:
    """The steps that SQLite takes, parameters being unknown."""
    count = max(map(int, re.findall(r"\?(\d+)", statement)), default=0)
    with store.connections.reading() as db:
        return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", [None] * count)]


@pytest.mark.parametrize(
    ("label", "names", "order"), [(label, *find) for label, finds in FINDS.items() for find in finds], ids=str
)
def test_find_goes_by_its_index(store: SqliteStore, label: Label, names: tuple[str, ...], order: str) -> None:
    """Every find starts at its place in an index that already has its order, and sorts nothing."""
    columns = [*names, *([] if order == "id" else [order])]
    wanted = f"{label.value.lower()}_by_{'_and_'.join(columns)}" if columns else "nodes_label"
    for descending, has_after in product([False, True], [False, True]):
        after_count = has_after * (1 if order == "id" else 2)
        statement = sqlite_read.find_statement(label, names, order, descending, after_count, ReadDepth.BODY, 1)
        steps = plan(store, statement)

        assert any(step.startswith("SEARCH n") and f"INDEX {wanted} " in step for step in steps), steps
        assert not any(SCANS.search(step) or "TEMP B-TREE" in step for step in steps), steps


def test_no_statement_scans(store: SqliteStore) -> None:
    """Whatever the verbs run, no step of it passes over all nodes, edges or tombstones."""
    statements: list[str] = []
    with store.connections.reading() as db:
        db.set_trace_callback(statements.append)
        for ops in (
            [PutNode(Label.MESSAGE, f"m{n}", {"chat": "a", "position": 1.0 * n}) for n in range(4)],
            [PutNode(Label.MESSAGE, "m1", {"chat": "b", "body": "x"}), PutEdge("m1", Kind.MENTIONS, "m2")],
            [DropEdge("m1", Kind.MENTIONS, "m2"), DropNode("m3")],
        ):
            store.write("s", ops)
        store.seq("s")
        store.nodes("s", ["m1"], ReadDepth.ALL)
        store.edges("s", ["m1"], list(Kind), 3)
        store.since("s", 0, limit=10, reading=ReadDepth.INDEX)
        for chats in ("a", ("a", "b")):
            store.find("s", Label.MESSAGE, {"chat": chats}, order="position", limit=5)
        store.spaces()
        db.set_trace_callback(None)

    assert len(statements) > 20
    for statement in statements:
        steps = plan(store, statement)
        assert not any(SCANS.search(step) for step in steps), (statement, steps)


def test_edges_cost_their_cap_and_not_the_hub(store: SqliteStore) -> None:
    """Twenty edges of a node with ten thousand take no more steps than twenty of a node with fifty."""
    steps = {}
    for count in (50, 10_000):
        spokes = [f"m{n:05}" for n in range(count)]
        ops = [PutNode(Label.ENTITY, "e1", {}), *(PutNode(Label.MESSAGE, id, {}) for id in spokes)]
        store.write(f"hub of {count}", ops)
        store.write(f"hub of {count}", [PutEdge(id, Kind.MENTIONS, "e1") for id in spokes])
        with store.connections.reading() as db:
            ticks: list[int] = []
            db.set_progress_handler(lambda ticks=ticks: ticks.append(1), 10)
            found = store.edges(f"hub of {count}", ["e1"], [Kind.MENTIONS, Kind.COVERS], 20)
            db.set_progress_handler(None, 1)
        assert [edge.source for edge in found] == spokes[-20:]
        steps[count] = len(ticks)

    assert steps[10_000] <= 1.1 * steps[50]
