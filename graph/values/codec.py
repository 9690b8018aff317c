"""Converts between the values of graph.values.items and the flat properties of nodes."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from graph.errors import StoreError
from graph.store.verbs import Label, Node, Value
from graph.values.items import SPACE_ID, Block, Conversation, IntakeRule, KeyInfo, Space, Stored
from graph.values.sizes import Sizes
from graph.values.speaker_clock import as_shown

S = TypeVar("S", bound=Stored)

_PARTS: dict[str, type[object]] = {"intake": IntakeRule, "sizes": Sizes}
"""Fields of a space whose own fields are properties of its node."""

_KINDS: dict[Label, type[Stored]] = {kind.label: kind for kind in get_args(Stored)}

NAME_LENGTH_MAX = 40  # What Neo4j Browser shows as a caption without cutting it.


def to_ms(at: datetime) -> int:
    """Milliseconds since 1970 UTC; `at` must be aware."""
    if at.tzinfo is None:
        raise ValueError(f"time {at} has no zone, expected an aware datetime")
    return round(at.timestamp() * 1000)


def shown_ms(at: datetime) -> int:
    """What the clock of a time shows, as milliseconds since 1970 UTC: their day is that of the speaker."""
    return to_ms(as_shown(at))


def from_ms(ms: int) -> datetime:
    """The aware UTC time of these milliseconds."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def id_of(item: Stored) -> str:
    """The id of the node that holds `item`."""
    return SPACE_ID if isinstance(item, Space) else item.id


def properties_of(item: Stored) -> dict[str, Value]:
    """All properties of the item's node except its id. An absent value is None, so that a put clears it.

    Every node gets a short `name`, for people who look at the graph.
    """
    properties: dict[str, Value] = {"name": caption(item)}
    for name, read, is_float in _readers(type(item)):  # type: ignore[arg-type]
        value = read(item)
        properties[name] = float(cast(float, value)) if is_float and value is not None else _encoded(value)
    return properties


def fields_of(item: Stored) -> dict[str, object]:
    """The item's values except its id, by property name. Fields of a space's intake rule and sizes are among them."""
    return {name: read(item) for name, read, _ in _readers(type(item))}  # type: ignore[arg-type]


def types_of(kind: type[object]) -> dict[str, object]:
    """The types of these values, by the same names."""
    found = {field.name: hint for field, hint in _fields(kind)}  # type: ignore[arg-type]
    if kind is Space:
        for part in _PARTS.values():
            found |= types_of(part)
    return found


def kind_of(label: Label) -> type[Stored] | None:
    """The type of the value that a node of this label holds; None for nodes that hold none."""
    return _KINDS.get(label)


def required_fields(kind: type[object]) -> frozenset[str]:
    """The properties that every node of a type must have; all others may be empty or left out."""
    return frozenset(
        field.name
        for field, hint in _fields(kind)  # type: ignore[arg-type]
        if field.default is MISSING and not (hint is str or get_origin(hint) in (tuple, Union, types.UnionType))
    )


def item_of(node: Node, kind: type[S]) -> S:
    """The value that a node holds. Properties that the type lacks are ignored; a text that was not read is ""."""
    if node.label is not kind.label:
        raise StoreError(f"node {node.id} is a {node.label}, expected a {kind.label}")
    values = _decoded(kind, node)
    if kind is Space:
        values |= {name: part(**_decoded(part, node)) for name, part in _PARTS.items()}
    else:
        values["id"] = node.id
    return kind(**values)  # type: ignore[arg-type]


def sizes_of(node: Node) -> Sizes:
    """The sizes on a space's node."""
    return Sizes(**cast(dict[str, int], _decoded(Sizes, node)))


def stored_of(node: Node) -> Stored:
    """The value that a node holds, whatever its label. Raises StoreError for a label that is not an item's."""
    kind = kind_of(node.label)
    if kind is None:
        raise StoreError(f"node {node.id} is a {node.label}, which is not read as an item")
    return item_of(node, kind)


def is_replaced(node: Node) -> bool:
    """Whether it is a message in whose place another is said: whoever reads what was said passes it over."""
    return node.properties.get("replaced_by") is not None


def caption(item: Stored) -> str:
    """At most 40 characters by which a person recognises the node."""
    if isinstance(item, Space):
        return item.name
    match item:
        case KeyInfo():
            text: str | None = "Key info"
        case Block():
            text = f"Block of {item.tokens} tokens"
        case Conversation():
            text = item.title or ", ".join(item.participants)
        case _:
            text = next(filter(None, (getattr(item, each, None) for each in ("what", "name", "body"))), None)
    line = " ".join((text or item.id)[: 4 * NAME_LENGTH_MAX].split())
    return line if len(line) <= NAME_LENGTH_MAX else line[: NAME_LENGTH_MAX - 1] + "…"


def _encoded(value: object) -> Value:
    if isinstance(value, datetime):
        return to_ms(value)
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return tuple(map(str, value))
    return cast(Value, value)


def _decoded(kind: type[object], node: Node) -> dict[str, object]:
    """The values of those fields of this type that are properties of the node themselves."""
    absent, decoders = _decoders(kind)  # type: ignore[arg-type]
    return absent | {
        name: found if (decode := decoders[name]) is None else decode(found)
        for name, found in node.properties.items()
        if found is not None and name in decoders
    }


@cache
def _readers(kind: type[object]) -> list[tuple[str, attrgetter[object], bool]]:
    """For each property its name, its getter, and whether it is a float."""
    own = [(field.name, attrgetter(field.name), _inner(hint) is float) for field, hint in _fields(kind)]  # type: ignore[arg-type]
    if kind is Space:
        for place, part in _PARTS.items():
            own += [(name, attrgetter(f"{place}.{name}"), is_float) for name, _, is_float in _readers(part)]  # type: ignore[arg-type]
    return own


@cache
def _decoders(kind: type[object]) -> tuple[dict[str, object], dict[str, Callable[[object], object] | None]]:
    """For each field its value if the node lacks the property, and the decoder of the property."""
    own = _fields(kind)  # type: ignore[arg-type]
    absent = {field.name: _absent(field, hint) for field, hint in own}
    return absent, {field.name: _decoder(_inner(hint)) for field, hint in own}


@cache  # An import asks once a row, and resolving the hints of a class takes 0.14 ms.
def _fields(kind: type[object]) -> list[tuple[Field[object], object]]:
    hints = get_type_hints(kind)
    return [(each, hints[each.name]) for each in fields(kind) if each.name not in ("id", *_PARTS)]  # type: ignore[arg-type]


def _inner(hint: object) -> object:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    return next(each for each in get_args(hint) if each is not type(None))


def _decoder(hint: object) -> Callable[[object], object] | None:
    if hint is datetime:
        return cast(Callable[[object], object], from_ms)
    if get_origin(hint) is tuple and (member := _decoder(get_args(hint)[0])) is not None:
        return lambda found: tuple(map(member, cast(tuple[str, ...], found)))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        members: dict[object, object] = {member.value: member for member in hint}
        return members.__getitem__
    return None


def _absent(field: Field[object], hint: object) -> object:
    """The value of a property that a node lacks: its text is unread, its list empty, or its writer an older program."""
    if get_origin(hint) is tuple:
        return ()
    if get_origin(hint) in (Union, types.UnionType):
        return None
    if field.default is MISSING:
        return "" if hint is str else None
    return field.default
