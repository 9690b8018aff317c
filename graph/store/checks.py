"""Checks of everything that a store is asked to do: pure, and the same for all backends."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import (
    FINDABLE,
    LONG,
    Changes,
    DropEdge,
    DropNode,
    Dropped,
    Edge,
    Label,
    Node,
    Op,
    PutEdge,
    PutNode,
    ReadDepth,
    Row,
    Value,
    row_key,
)

INT_MAX = 2**63 - 1  # Both backends keep integers in 64 bits.
RESERVED = frozenset({"id", "label", "space", "seq", "version"})
"""Property names that are reserved for the store."""

RESERVED_OF_EDGES = RESERVED | {"source", "target"}

FINDABLE_NAMES: Mapping[Label, frozenset[str]] = {
    label: frozenset(name for names in FINDABLE.get(label, ()) for name in names) for label in Label
}
"""The properties of each label that `find` may compare. They hold a number or a text, never a list or a bool."""


FINDS: Mapping[Label, Sequence[tuple[tuple[str, ...], str]]] = {
    label: [
        *((names[:-1], names[-1]) for names in FINDABLE.get(label, ())),
        *((names, "id") for names in FINDABLE.get(label, ())),
        ((), "id"),
    ]
    for label in Label
}
"""The finds that each label allows: the properties to compare, and the property to order by."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The operations of one write, by kind."""

    puts: Sequence[PutNode]
    drops: Sequence[DropNode]
    edge_puts: Sequence[PutEdge]
    edge_drops: Sequence[DropEdge]


@dataclass(frozen=True, slots=True)
class Search:
    """A checked find. A node matches if its properties `names` equal the values of any of `rows`."""

    label: Label
    names: tuple[str, ...]
    rows: Sequence[tuple[Value, ...]]
    order: str
    is_descending: bool
    after: tuple[Value, str] | None
    limit: int
    reading: ReadDepth


def batch_of(ops: Sequence[Op]) -> Batch:
    """The checked operations. Raises BadInput for a value that cannot be stored, or a node or edge named twice."""
    puts: list[PutNode] = []
    drops: list[DropNode] = []
    edge_puts: list[PutEdge] = []
    edge_drops: list[DropEdge] = []
    named: set[str | tuple[str, str, str]] = set()
    for op in ops:
        key = op.id if isinstance(op, PutNode | DropNode) else (op.source, str(op.kind), op.target)
        if key in named:
            raise BadInput(f"{'node' if isinstance(key, str) else 'edge'} {key!r} is named twice in one write")
        named.add(key)
        match op:
            case PutNode():
                _check_node(op)
                puts.append(op)
            case DropNode():
                check_id(op.id)
                drops.append(op)
            case PutEdge():
                _check_edge(op)
                edge_puts.append(op)
            case DropEdge():
                check_id(op.source)
                check_id(op.target)
                edge_drops.append(op)
            case _:
                assert_never(op)
    return Batch(puts, drops, edge_puts, edge_drops)


def search_of(
    label: Label,
    where: Mapping[str, Value] | None,
    order: str,
    after: tuple[Value, str] | None,
    limit: int,
    reading: ReadDepth,
) -> Search:
    """The checked find. Raises BadInput for a combination that FINDABLE does not have, or an impossible value."""
    check_count("limit", limit)
    given, property = dict(where or {}), order.removeprefix("-")
    names = next((names for names, last in FINDS[label] if last == property and set(names) == given.keys()), None)
    if names is None:
        raise BadInput(f"{label} cannot be found by {sorted(given)} in the order of {property!r}; see FINDABLE")
    if after is not None:
        check_text("the id to go on behind", after[1])
        if property != "id":
            _check_findable(property, after[0])
    values = [given[name] if isinstance(given[name], tuple) else (given[name],) for name in names]
    rows = list(dict.fromkeys(product(*values)))  # type: ignore[arg-type]
    for row in rows:
        for name, value in zip(names, row, strict=True):
            _check_findable(name, value)
    return Search(label, names, rows, property, order.startswith("-"), after, limit, reading)


def check_changes(changes: Changes) -> None:
    """Raises BadInput for rows that cannot be loaded: invalid values or numbers, or a key that comes twice."""
    check_count("the seq of a page", changes.seq)
    rows: list[Row] = [*changes.nodes, *changes.edges, *changes.dropped]
    named: set[tuple[str, str, str]] = set()
    for row in rows:
        check_row(row)
        key = row_key(row)
        if key in named:
            raise BadInput(f"{' '.join(key).strip()!r} comes twice; expected each node and edge once, or its tombstone")
        if row.seq > changes.seq:
            raise BadInput(f"{' '.join(key).strip()!r} has seq {row.seq}, expected at most {changes.seq}, its page's")
        named.add(key)


def check_row(row: Row) -> None:
    """Raises BadInput for a row that `since` cannot return."""
    match row:
        case Node():
            _check_node(PutNode(row.label, row.id, row.properties))
            _check_number(f"version of {row.id}", row.version)
        case Edge():
            _check_edge(PutEdge(row.source, row.kind, row.target, row.properties))
        case Dropped():
            check_id(row.source)
            if (row.kind is None) != (row.target is None):
                raise BadInput(f"tombstone of {row.source} has only one of kind and target; expected both, or neither")
            if row.target is not None:
                check_id(row.target)
        case _:
            assert_never(row)
    _check_number(f"seq of {row_key(row)[0]}", row.seq)


def check_expected(put: PutNode, label: Label | None, version: int) -> None:
    """Raises Conflict unless the put fits a node with this label and version (None and 0: there is no node)."""
    if label and label is not put.label:
        raise Conflict(f"node {put.id} is a {label}, expected a {put.label}; use another id")
    if put.expect is not None and put.expect != version:
        found = f"is version {version}" if version else "is not there"
        expected = f"version {put.expect}" if put.expect else "none of that id"
        raise Conflict(f"{put.label} {put.id} {found}, expected {expected}; read it again")


def missing_end(edges: Sequence[PutEdge] | Sequence[Edge], id: str) -> NotFound:
    """The error for a missing node that is an end of one of these edges."""
    edge = next(edge for edge in edges if id in (edge.source, edge.target))
    return NotFound(f"node {id} does not exist, expected it as an end of edge {edge.source} {edge.kind} {edge.target}")


def check_count(name: str, count: int, *, at_least: int = 0) -> None:
    """Raises BadInput for a count that is too small."""
    if count < at_least:
        raise BadInput(f"{name} is {count}, expected at least {at_least}")


def check_id(text: str, thing: str = "node id") -> None:
    """Raises BadInput for a text that cannot be an id: empty, not Unicode, or with a NUL character.

    SQLite receives lists of ids as JSON, and its JSON functions cut a text at NUL: it would become another id.
    """
    check_text(thing, text)
    if not text or "\0" in text:
        raise BadInput(
            f"{thing} {text!r} is empty or contains a NUL character, expected at least one character other than NUL"
        )


def check_text(thing: str, text: str) -> None:
    """Raises BadInput for a text that contains half of a surrogate pair."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"{thing} has half a surrogate pair at character {error.start}, expected Unicode") from error


def _check_node(put: PutNode) -> None:
    check_id(put.id)
    if put.expect is not None:
        check_count(f"expected version of {put.id}", put.expect)
    findable = FINDABLE_NAMES[put.label]
    for name, value in put.properties.items():
        _check_property_name(put.id, name, RESERVED)
        if value is None:
            continue
        if name in LONG and not isinstance(value, bytes if name == "vector" else str):
            expected = "bytes" if name == "vector" else "text"
            raise BadInput(f"{name} of {put.id} is {type(value).__name__}, expected {expected}")
        if name == "vector":
            continue
        elif name in findable:
            _check_findable(f"{name} of {put.id}", value)
        else:
            _check_value(put.id, name, value)


def _check_edge(put: PutEdge) -> None:
    check_id(put.source)
    check_id(put.target)
    edge = f"{put.source} {put.kind} {put.target}"
    for name, value in put.properties.items():
        _check_property_name(edge, name, RESERVED_OF_EDGES)
        if value is not None:
            _check_value(edge, name, value)


def _check_number(thing: str, number: int) -> None:
    if not 1 <= number <= INT_MAX:
        raise BadInput(f"{thing} is {number}, expected at least 1 and at most 64 bits")


def _check_property_name(thing: str, name: str, reserved: frozenset[str]) -> None:
    check_text(f"a property name of {thing}", name)
    if not name or name in reserved or "\0" in name:
        raise BadInput(f"{name!r} cannot be a property of {thing}; {', '.join(sorted(reserved))} are reserved")


def _check_findable(thing: str, value: Value) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadInput(f"{thing} is {type(value).__name__}, expected a number or a text, since `find` compares it")
    _check_value(thing, "it", value)


def _check_value(thing: str, name: str, value: Value) -> None:
    match value:
        case str():  # first: most are
            check_text(f"{name} of {thing}", value)
        case bool():
            return
        case int():
            if not -INT_MAX - 1 <= value <= INT_MAX:
                raise BadInput(f"{name} of {thing} is {value}, expected at most 64 bits")
        case float():
            if not math.isfinite(value):
                raise BadInput(f"{name} of {thing} is {value}, expected a finite number")
        case tuple():
            for text in value:
                if not isinstance(text, str):
                    raise BadInput(f"{name} of {thing} holds {type(text).__name__} in its list, expected text only")
                check_text(f"{name} of {thing}", text)
        case _:
            raise BadInput(f"{name} of {thing} is {type(value).__name__}, expected number, text or tuple of texts")
