"""What networkx reads is the graph."""

from __future__ import annotations

from io import BytesIO

import networkx

from api.exporters.graphml import graphml_lines
from api.exporters.snapshot import snapshot
from graph.store.backends import open_store
from graph.store.verbs import Label, PutNode
from graph.values.items import SPACE_ID
from tests.api.exporters.spaces import NAME, write_space


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
