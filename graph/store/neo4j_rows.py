"""Converts nodes, edges, tombstones and times to and from the rows of Cypher statements."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from graph.errors import BadInput
from graph.store.checks import check_id
from graph.store.neo4j_cypher import BASE, BEHIND, ITEM, KNOWLEDGE
from graph.store.verbs import ITEM_LABELS, MESSAGE, TIMES, Dropped, Edge, Kind, Label, Node, PutEdge, PutNode, Value

EPOCH = datetime(1970, 1, 1)
MILLISECOND = timedelta(milliseconds=1)
FIRST_MS = (datetime.min - EPOCH) // MILLISECOND
LAST_MS = (datetime.max - EPOCH) // MILLISECOND
LENGTH = len("2026-05-03T18:30:00.000Z")


def written_out(value: Value) -> Value:
    """A time such as 2026-05-03T18:30:00.000Z; a number outside the calendar stays as it is."""
    if type(value) is not int or not FIRST_MS <= value <= LAST_MS:
        return value
    return f"{(EPOCH + value * MILLISECOND).isoformat(timespec='milliseconds')}Z"


def in_ms(value: Value) -> Value:
    """The milliseconds of a time that was written out; any other value stays as it is."""
    if not isinstance(value, str) or len(value) != LENGTH:
        return value
    return (datetime.fromisoformat(value[:-1]) - EPOCH) // MILLISECOND


Row = Sequence[Any]

KNOWLEDGE_LABELS = ITEM_LABELS - {MESSAGE}
"""The labels of what was learned from what was said."""

NAMED = {stored: name for name, stored in BEHIND.items()}

_LABELS = {label.value: label for label in Label}


def put_row(put: PutNode) -> dict[str, object]:
    """A node put as a row of the statement."""
    return {
        "id": put.id,
        "label": put.label.value,
        "labels": labels_of(put.label),
        "properties": as_sent(put.properties),
        "expect": put.expect,
    }


def edge_row(space: str, edge: PutEdge | Edge) -> dict[str, object]:
    """An edge as a row of the statement. The edge has the ids of its ends, so that an index can find it."""
    ends = {"source": edge.source, "target": edge.target}
    return {**ends, "properties": {**as_sent(edge.properties), "space": space, **ends}}


def loaded_node(space: str, node: Node) -> dict[str, object]:
    """A node as `load` writes it, with all its properties."""
    own = {"space": space, "id": node.id, "version": node.version, "seq": node.seq}
    return {"labels": labels_of(node.label), "properties": {**as_sent(node.properties), **own}}


def labels_of(label: Label) -> list[str]:
    """All labels of a node."""
    return [
        BASE,
        label.value,
        *([ITEM] if label in ITEM_LABELS else []),
        *([KNOWLEDGE] if label in KNOWLEDGE_LABELS else []),
    ]


def node_of(row: Row) -> Node:
    """The node of a row: id, labels, version, seq, properties."""
    id, labels, version, seq, properties = row
    return Node(label_of(labels), id, _as_read(properties), version, seq)


def edge_of(row: Row) -> Edge:
    """The edge of a row: source, kind, target, seq, properties."""
    source, kind, target, seq, properties = row
    return Edge(source, Kind(kind), target, _as_read(properties), seq)


def dropped_of(row: Row) -> Dropped:
    """The tombstone of a row: source, kind, target, seq."""
    source, kind, target, seq = row
    return Dropped(source, Kind(kind), target, seq) if kind else Dropped(source, None, None, seq)


def label_of(labels: Collection[object]) -> Label:
    """The label among these that says what the node is."""
    return next(_LABELS[label] for label in labels if isinstance(label, str) and label in _LABELS)


def ids_that_can_be(ids: Collection[str]) -> list[str]:
    """The ids that a node can have, each once. The driver cannot send half of a surrogate pair."""
    wanted: list[str] = []
    for id in dict.fromkeys(ids):
        with suppress(BadInput):
            check_id(id)
            wanted.append(id)
    return wanted


def as_sent(properties: Mapping[str, Value]) -> dict[str, object]:
    """The properties as the driver sends them."""
    sent = {
        BEHIND.get(name, name): list(value) if isinstance(value, tuple) else value for name, value in properties.items()
    }
    return sent | {name: written_out(properties[name]) for name in TIMES & properties.keys()}


def _as_read(properties: Mapping[str, Any]) -> dict[str, Value]:
    found = {
        NAMED.get(name, name): tuple(value) if isinstance(value, list) else value
        for name, value in properties.items()
        if value is not None
    }
    return found | {name: in_ms(found[name]) for name in TIMES & found.keys()}
