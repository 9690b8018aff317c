"""Converts between the values of graph.values.items and the flat properties of nodes."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from graph.errors import StoreError
from graph.store.verbs import Label, Node, Value
from graph.values.items import KEY_INFO_ID, SPACE_ID, Space, Stored

S = TypeVar("S", bound=Stored)

_KINDS: dict[Label, type[Stored]] = {kind.label: kind for kind in get_args(Stored)}

NAME_LENGTH_MAX = 40  # What Neo4j Browser shows as a caption without cutting it.


def to_ms(at: datetime) -> int:
    """Milliseconds since 1970 UTC; `at` must be aware."""
    if at.tzinfo is None:
        raise ValueError(f"time {at} has no zone, expected an aware datetime")
    return round(at.timestamp() * 1000)


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
    for name, is_float in _encoded_names(type(item)):  # type: ignore[arg-type]
        value = getattr(item, name)
        properties[name] = float(value) if is_float and value is not None else _encoded(value)
    return properties


def item_of(node: Node, kind: type[S]) -> S:
    """The value that a node holds. Properties that the type lacks are ignored; a text that was not read is ""."""
    if node.label is not kind.label:
        raise StoreError(f"node {node.id} is a {node.label}, expected a {kind.label}")
    read = node.properties.get
    values = {
        name: default if (found := read(name)) is None else found if decode is None else decode(found)
        for name, decode, default in _decoders(kind)  # type: ignore[arg-type]
    }
    if kind is not Space:
        values["id"] = node.id
    return kind(**values)  # type: ignore[arg-type]


def stored_of(node: Node) -> Stored:
    """The value that a node holds, whatever its label. Raises StoreError for a label that is not an item's."""
    kind = _KINDS.get(node.label)
    if kind is None:
        raise StoreError(f"node {node.id} is a {node.label}, which is not read as an item")
    return item_of(node, kind)


def caption(item: Stored) -> str:
    """At most 40 characters by which a person recognises the node."""
    match item:
        case Space():
            return item.name
        case _:
            text = (
                getattr(item, "what", None)
                or getattr(item, "title", None)
                or getattr(item, "name", None)
                or getattr(item, "body", None)
                or (KEY_INFO_ID if item.id == KEY_INFO_ID else item.id)
            )
    line = " ".join(str(text)[: 4 * NAME_LENGTH_MAX].split())
    return line if len(line) <= NAME_LENGTH_MAX else line[: NAME_LENGTH_MAX - 1] + "…"


def _encoded(value: object) -> Value:
    if isinstance(value, datetime):
        return to_ms(value)
    if isinstance(value, StrEnum):
        return str(value)
    return cast(Value, value)


@cache
def _encoded_names(kind: type[object]) -> list[tuple[str, bool]]:
    return [(name, hint is float) for name, hint, _ in _field_hints(kind) if name != "id"]


@cache
def _decoders(kind: type[object]) -> list[tuple[str, Callable[[object], object] | None, object]]:
    return [
        (name, _decoder(hint), _default(hint, is_optional))
        for name, hint, is_optional in _field_hints(kind)
        if name != "id"
    ]


def _field_hints(kind: type[object]) -> list[tuple[str, object, bool]]:
    """Of each field the name, the type without None, and whether it may be None."""
    hints = get_type_hints(kind)
    found: list[tuple[str, object, bool]] = []
    for field in fields(kind):  # type: ignore[arg-type]
        hint = hints[field.name]
        is_optional = get_origin(hint) in (Union, types.UnionType)
        inner = next(arg for arg in get_args(hint) if arg is not type(None)) if is_optional else hint
        found.append((field.name, inner, is_optional))
    return found


def _decoder(hint: object) -> Callable[[object], object] | None:
    """Converts a stored value to the field's type; None if both are the same."""
    if hint is datetime:
        return cast(Callable[[object], object], from_ms)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        members: dict[object, object] = {member.value: member for member in hint}
        return members.__getitem__
    return None


def _default(hint: object, is_optional: bool) -> object:
    """The value of a property that is not there: stores drop empty lists, and a text may not have been read."""
    if is_optional:
        return None
    if get_origin(hint) is tuple:
        return ()
    return "" if hint is str else None
