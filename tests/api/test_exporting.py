"""What networkx reads is the graph."""

from __future__ import annotations

from io import BytesIO

import networkx
import pytest

from api.exporting import graphml_lines, snapshot, value_types
from graph.errors import NotFound
from graph.store.backends import open_store
from graph.store.verbs import Changes, DropNode, Kind, Label, PutNode, ReadDepth
from graph.values.items import SPACE_ID
from tests.api.exported_spaces import NAME, Written, write_space
from tests.contract.ops import whole


def graphml(name: str, *, is_empty: bool = False) -> str:
    """The text of the file."""
    store = open_store(":memory:")
    if is_empty:
        store.write(name, [PutNode(Label.SPACE, SPACE_ID, {})])
    else:
        write_space(store)
    text = "".join(graphml_lines(snapshot(store, name), name))
    store.close()
    return text


def test_networkx_reads_it() -> None:
    """Nodes and edges have their properties with their types; lists are JSON, and what XML cannot hold is U+FFFD."""
    read = networkx.read_graphml(BytesIO(graphml(NAME).encode()))

    assert isinstance(read, networkx.MultiDiGraph)
    assert dict(read.nodes(data=True)) == {
        "space": {"label": "Space", "version": 1, "seq": 1, "name": NAME},
        "m1": {
            "label": "Message",
            "version": 1,
            "seq": 2,
            "body": '<b>"Işık" & 😀</b>\r\nsecond, line\ufffd',
            "position": 1.0,
        },
        "e1": {"label": "Entity", "version": 1, "seq": 2, "aliases": '["Ada", "A\\nB"]', "is_stale": True, "n": "3"},
        "e2": {"label": "Entity", "version": 1, "seq": 2, "position": 2.0, "n": "three"},
    }
    assert sorted(read.edges(data=True), key=str) == [
        ("m1", "e1", {"kind": "MENTIONS", "seq": 3, "rank": 1, "score": 0.5}),
        ("m1", "e1", {"kind": "SAID_BY", "seq": 3}),
    ]


def test_empty_space_is_a_graph() -> None:
    """A space of nothing but itself is one node."""
    text = graphml("new", is_empty=True)

    assert list(networkx.read_graphml(BytesIO(text.encode()))) == ["space"]


def test_all_that_is_there_is_read() -> None:
    """Nodes and edges come without what is gone and without what only the search reads."""
    store = open_store(":memory:")
    write_space(store)

    found = snapshot(store, NAME)

    assert [node.id for node in found.nodes] == ["space", "e1", "e2", "m1"]
    assert [(edge.source, edge.kind, edge.target) for edge in found.edges] == [
        ("m1", Kind.MENTIONS, "e1"),
        ("m1", Kind.SAID_BY, "e1"),
    ]
    types = {"aliases": {tuple}, "body": {str}, "is_stale": {bool}, "n": {int, str}, "name": {str}}
    assert value_types(found.nodes) == types | {"position": {int, float}}
    assert list(value_types(found.nodes)) == sorted(value_types(found.nodes))
    assert value_types(found.edges) == {"rank": {int}, "score": {float}}
    assert found.seq == 4


def test_what_is_written_meanwhile_is_as_it_was_last() -> None:
    """What changes while pages are read is there once, and what goes is not, as at the moment that the end tells."""
    store = open_store(":memory:")
    write_space(store)

    found = snapshot(Written(store), NAME)  # type: ignore[arg-type]

    there = whole(store, NAME)
    assert [(node.id, node.version) for node in found.nodes] == [(node.id, node.version) for node in there.nodes]
    assert (list(found.edges), found.seq) == (there.edges, 6)


def test_what_goes_for_good_takes_its_edges() -> None:
    """Edges that were read before their end was pruned have no tombstones of their own."""
    store = open_store(":memory:")
    write_space(store)

    class Pruned(Written):
        def since(self, space: str, seq: int, *, limit: int, reading: ReadDepth) -> Changes:
            if seq == 3:
                store.write(space, [DropNode("m1", is_final=True)])
            return store.since(space, seq, limit=1, reading=reading)

    found = snapshot(Pruned(store), NAME)  # type: ignore[arg-type]

    assert ([node.id for node in found.nodes], found.edges) == (["space", "e1", "e2"], ())


def test_space_that_is_not_there() -> None:
    """It is not found, and nothing is made of it."""
    with pytest.raises(NotFound):
        snapshot(open_store(":memory:"), "nobody")
