"""Short words for the operations that contract tests are made of."""

from __future__ import annotations

from collections.abc import Iterable

from graph.store.verbs import Changes, Edge, Kind, Label, Node, PutEdge, PutNode, ReadDepth, Store, Value

SPACE = "a space"


def put(id: str, *, label: Label = Label.MESSAGE, expect: int | None = None, **properties: Value) -> PutNode:
    """A node put, of a message unless said otherwise."""
    return PutNode(label, id, properties, expect)


def link(source: str, target: str, kind: Kind = Kind.MENTIONS, **properties: Value) -> PutEdge:
    """An edge put."""
    return PutEdge(source, kind, target, properties)


def ids(nodes: Iterable[Node]) -> list[str]:
    """The ids of nodes, in their order."""
    return [node.id for node in nodes]


def ends(edges: Iterable[Edge]) -> list[tuple[str, str]]:
    """Source and target of edges, in their order."""
    return [(edge.source, edge.target) for edge in edges]


def whole(store: Store, space: str = SPACE) -> Changes:
    """Everything that a space holds, tombstones too: equal before and after means that nothing has changed."""
    changes = store.since(space, 0, limit=1_000_000, reading=ReadDepth.ALL)
    return Changes(list(changes.nodes), list(changes.edges), list(changes.dropped), changes.seq, changes.has_more)
