"""Each node and edge is read once, as it stood at one moment, however often it is read again."""

from __future__ import annotations

import pytest

from api.exporters.snapshot import snapshot
from graph.errors import NotFound
from graph.store.backends import open_store
from graph.store.verbs import Kind
from tests.api.exporters.spaces import NAME, Written, write_space
from tests.contract.ops import whole


def test_all_that_is_there_is_read() -> None:
    """Nodes and edges come without what is gone and without what only the search reads, as often as they are asked."""
    store = open_store(":memory:")
    write_space(store)

    with snapshot(store, NAME, lambda done, total: None) as found:
        for _ in range(2):
            assert [node.id for node in found.nodes()] == ["space", "e1", "e2", "m1"]
            assert [(edge.source, edge.kind, edge.target) for edge in found.edges()] == [
                ("m1", Kind.MENTIONS, "e1"),
                ("m1", Kind.SAID_BY, "e1"),
            ]
        types = {"aliases": {tuple}, "body": {str}, "is_stale": {bool}, "n": {int, str}, "name": {str}}
        assert found.node_types() == types | {"position": {int, float}}
        assert list(found.node_types()) == sorted(found.node_types())
        assert found.edge_types() == {"rank": {int}, "score": {float}}
        assert found.seq == 4


def test_what_is_written_meanwhile_is_as_it_was_last() -> None:
    """What changes while pages are read is there once, and what goes is not, as at the moment that the end tells."""
    store = open_store(":memory:")
    write_space(store)

    with snapshot(Written(store), NAME, lambda done, total: None) as found:  # type: ignore[arg-type]
        nodes, edges, seq = list(found.nodes()), list(found.edges()), found.seq

    there = whole(store, NAME)
    assert [(node.id, node.version) for node in nodes] == [(node.id, node.version) for node in there.nodes]
    assert (edges, seq) == (there.edges, 6)


def test_space_that_is_not_there() -> None:
    """It is not found, and nothing is made of it."""
    with pytest.raises(NotFound), snapshot(open_store(":memory:"), "nobody", lambda done, total: None):
        pass
