"""Two tables hold all nodes and edges, a column for each property."""

from __future__ import annotations

import csv
from io import StringIO

from api.exporters.snapshot import snapshot
from api.exporters.tables import EDGE_COLUMNS, NODE_COLUMNS, write_table
from graph.store.backends import open_store
from tests.api.exporters.spaces import NAME, write_space


def test_tables_are_read_back() -> None:
    """Text is as it was, with line breaks; lists, truths and numbers are JSON; what is absent is empty."""
    store = open_store(":memory:")
    write_space(store)
    nodes, edges = StringIO(newline=""), StringIO(newline="")

    found = snapshot(store, NAME)
    write_table(found.nodes, NODE_COLUMNS, nodes)
    write_table(found.edges, EDGE_COLUMNS, edges)

    assert list(csv.reader(StringIO(nodes.getvalue(), newline=""))) == [
        ["id", "label", "version", "seq", "aliases", "body", "is_stale", "n", "name", "position"],
        ["space", "Space", "1", "1", "", "", "", "", NAME, ""],
        ["e1", "Entity", "1", "2", '["Ada", "A\\nB"]', "", "true", "3", "", ""],
        ["e2", "Entity", "1", "2", "", "", "", "three", "", "2"],
        ["m1", "Message", "1", "2", "", '<b>"Işık" & 😀</b>\r\nsecond, line\0', "", "", "", "1.0"],
    ]
    assert list(csv.reader(StringIO(edges.getvalue(), newline=""))) == [
        ["source", "kind", "target", "seq", "rank", "score"],
        ["m1", "MENTIONS", "e1", "3", "1", "0.5"],
        ["m1", "SAID_BY", "e1", "3", "", ""],
    ]
