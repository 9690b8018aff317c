"""How nodes, edges and tombstones travel to a Neo4j server and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from graph.store.checks import is_id
from graph.store.neo4j_cypher import BASE, ITEM
from graph.store.verbs import ITEM_LABELS, Dropped, Edge, Kind, Label, Node, PutEdge, PutNode, Value

Row = Sequence[object]

_LABELS = {label.value: label for label in Label}


def put_row(put: PutNode) -> dict[str, object]:
    """A node put, as the statement wants it."""
    return {
        "id": put.id,
        "label": put.label.value,
        "labels": labels_of(put.label),
        "properties": _sent(put.properties),
        "expect": put.expect,
    }


def edge_put_row(space: str, put: PutEdge) -> dict[str, object]:
    """An edge put, as the statement wants it; the edge keeps the ids of its ends, so that it can be found by them."""
    return {"source": put.source, "target": put.target, "properties": {**_sent(put.properties), **_own(space, put)}}


def loaded_node(space: str, node: Node) -> dict[str, object]:
    """A node as `load` puts it: nothing of what was there stays."""
    own = {"space": space, "id": node.id, "version": node.version, "seq": node.seq}
    return {"labels": labels_of(node.label), "properties": {**_sent(node.properties), **own}}


def new_edge(edge: Edge) -> Row:
    """An edge as `load` makes it. A list, since most edges are no more than this and a space has many."""
    return edge.source, edge.kind.value, edge.target, edge.seq, _sent(edge.properties)


def loaded_edge(space: str, edge: Edge) -> dict[str, object]:
    """An edge as `load` puts it over one that may be there."""
    own = {**_own(space, edge), "seq": edge.seq}
    return {"source": edge.source, "target": edge.target, "seq": edge.seq, "properties": _sent(edge.properties) | own}


def labels_of(label: Label) -> list[str]:
    """All labels of a node of this one."""
    return [BASE, label.value, *([ITEM] if label in ITEM_LABELS else [])]


def node_of(row: Row) -> Node:
    """The node of a row: id, labels, version, seq, properties."""
    id, labels, version, seq, properties = row
    assert isinstance(id, str) and isinstance(labels, list) and isinstance(version, int) and isinstance(seq, int)
    assert isinstance(properties, dict)
    return Node(label_of(labels), id, _received(properties), version, seq)


def edge_of(row: Row) -> Edge:
    """The edge of a row: source, kind, target, seq, properties."""
    source, kind, target, seq, properties = row
    assert isinstance(source, str) and isinstance(kind, str) and isinstance(target, str) and isinstance(seq, int)
    assert isinstance(properties, dict)
    return Edge(source, Kind(kind), target, _received(properties), seq)


def dropped_of(row: Row) -> Dropped:
    """The tombstone of a row: source, kind, target, seq."""
    source, kind, target, seq = row
    assert isinstance(source, str) and isinstance(kind, str) and isinstance(target, str) and isinstance(seq, int)
    return Dropped(source, Kind(kind), target, seq) if kind else Dropped(source, None, None, seq)


def label_of(labels: Collection[object]) -> Label:
    """The one label of a node that says what it is."""
    return next(_LABELS[label] for label in labels if isinstance(label, str) and label in _LABELS)


def ids_that_can_be(ids: Collection[str]) -> list[str]:
    """The ids that a node can have, each once: half of a surrogate pair does not even travel."""
    return [id for id in dict.fromkeys(ids) if is_id(id)]


def _own(space: str, edge: PutEdge | Edge) -> dict[str, object]:
    return {"space": space, "source": edge.source, "target": edge.target}


def _sent(properties: Mapping[str, Value]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in properties.items()}


def _received(properties: Mapping[str, object]) -> dict[str, Value]:
    """The properties without those that are hidden; lists are tuples."""
    found = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in properties.items()
        if value is not None
    }
    return cast(dict[str, Value], found)  # Looking at each would take as long as all the rest.
