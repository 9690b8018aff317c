"""Converts nodes, edges and tombstones to and from the rows of Cypher statements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from graph.store.checks import is_id
from graph.store.neo4j_cypher import BASE, ITEM
from graph.store.verbs import ITEM_LABELS, Dropped, Edge, Kind, Label, Node, PutEdge, PutNode, Value

Row = Sequence[object]

_LABELS = {label.value: label for label in Label}


def put_row(put: PutNode) -> dict[str, object]:
    """A node put as a row of the statement."""
    return {
        "id": put.id,
        "label": put.label.value,
        "labels": labels_of(put.label),
        "properties": _as_lists(put.properties),
        "expect": put.expect,
    }


def edge_put_row(space: str, put: PutEdge) -> dict[str, object]:
    """An edge put as a row of the statement. The edge has the ids of its ends, so that an index can find it."""
    return {
        "source": put.source,
        "target": put.target,
        "properties": {**_as_lists(put.properties), **_ends(space, put)},
    }


def loaded_node(space: str, node: Node) -> dict[str, object]:
    """A node as `load` writes it, with all its properties."""
    own = {"space": space, "id": node.id, "version": node.version, "seq": node.seq}
    return {"labels": labels_of(node.label), "properties": {**_as_lists(node.properties), **own}}


def new_edge(edge: Edge) -> Row:
    """An edge as `load` creates it. A tuple, which is small: a space has many edges."""
    return edge.source, edge.kind.value, edge.target, edge.seq, _as_lists(edge.properties)


def loaded_edge(space: str, edge: Edge) -> dict[str, object]:
    """An edge as `load` merges it with one that may exist."""
    own = {**_ends(space, edge), "seq": edge.seq}
    return {
        "source": edge.source,
        "target": edge.target,
        "seq": edge.seq,
        "properties": _as_lists(edge.properties) | own,
    }


def labels_of(label: Label) -> list[str]:
    """All labels of a node."""
    return [BASE, label.value, *([ITEM] if label in ITEM_LABELS else [])]


def node_of(row: Row) -> Node:
    """The node of a row: id, labels, version, seq, properties."""
    id, labels, version, seq, properties = row
    assert isinstance(id, str) and isinstance(labels, list) and isinstance(version, int) and isinstance(seq, int)
    assert isinstance(properties, dict)
    return Node(label_of(labels), id, _as_tuples(properties), version, seq)


def edge_of(row: Row) -> Edge:
    """The edge of a row: source, kind, target, seq, properties."""
    source, kind, target, seq, properties = row
    assert isinstance(source, str) and isinstance(kind, str) and isinstance(target, str) and isinstance(seq, int)
    assert isinstance(properties, dict)
    return Edge(source, Kind(kind), target, _as_tuples(properties), seq)


def dropped_of(row: Row) -> Dropped:
    """The tombstone of a row: source, kind, target, seq."""
    source, kind, target, seq = row
    assert isinstance(source, str) and isinstance(kind, str) and isinstance(target, str) and isinstance(seq, int)
    return Dropped(source, Kind(kind), target, seq) if kind else Dropped(source, None, None, seq)


def label_of(labels: Collection[object]) -> Label:
    """The label among these that says what the node is."""
    return next(_LABELS[label] for label in labels if isinstance(label, str) and label in _LABELS)


def ids_that_can_be(ids: Collection[str]) -> list[str]:
    """The ids that a node can have, each once. The driver cannot send half of a surrogate pair."""
    return [id for id in dict.fromkeys(ids) if is_id(id)]


def _ends(space: str, edge: PutEdge | Edge) -> dict[str, object]:
    return {"space": space, "source": edge.source, "target": edge.target}


def _as_lists(properties: Mapping[str, Value]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in properties.items()}


def _as_tuples(properties: Mapping[str, object]) -> dict[str, Value]:
    """The properties that are not null, with tuples instead of lists."""
    found = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in properties.items()
        if value is not None
    }
    return cast(dict[str, Value], found)  # Checking each value would double the time.
