"""Checks that rows from elsewhere can be read as the values that they stand for: types, times and ranges."""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum
from types import NoneType
from typing import get_args, get_origin

from graph.errors import BadInput
from graph.store.verbs import Edge, Kind, Node, Row, Value
from graph.values.codec import from_ms, kind_of, required_fields, stored_of, types_of

JSON_TEXTS = frozenset({"near_misses", "scores", "missed_scores"})
PRESENTED = {"rank": int, "score": float, "section": str, "reason": str, "tokens": int}


def check_readable(row: Row) -> None:
    """Raises BadInput for a node or an edge that could be stored, but not read again as an item or a presentation."""
    if isinstance(row, Node) and (kind := kind_of(row.label)) is not None:
        required = required_fields(kind)
        for name, hint in types_of(kind).items():
            value = row.properties.get(name)
            if value is None and name in required:
                raise BadInput(f"{row.label} {row.id} has no {name}")
            if value is not None:
                _check(f"{name} of {row.id}", name, value, hint)
        stored_of(row)  # Checks the ranges.
    elif isinstance(row, Edge) and row.kind is Kind.PRESENTED:
        for name, hint in PRESENTED.items():
            _check(f"{name} of {row.source} PRESENTED {row.target}", name, row.properties.get(name), hint)


def _check(thing: str, name: str, value: Value, hint: object) -> None:
    hints = get_args(hint) if get_origin(hint) is not tuple and get_args(hint) else (hint,)
    if not any(_fits(value, each) for each in hints):
        raise BadInput(f"{thing} is {value!r:.60}, expected {' or '.join(map(_in_words, hints))}")
    if name in JSON_TEXTS and value:
        try:
            json.loads(str(value))
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{thing} is {value!r:.60}, expected JSON") from error


def _fits(value: object, hint: object) -> bool:
    if hint is datetime:
        return type(value) is int and _is_time(value)
    if hint is float:
        return type(value) in (int, float)
    if get_origin(hint) is tuple:
        member = get_args(hint)[0]
        return isinstance(value, tuple) and all(_fits(each, member) for each in value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return value in [each.value for each in hint]
    return type(value) is hint


def _is_time(ms: int) -> bool:
    try:
        from_ms(ms)
    except (OverflowError, ValueError, OSError):
        return False
    return True


def _in_words(hint: object) -> str:
    if hint is datetime:
        return "a time in milliseconds since 1970"
    if get_origin(hint) is tuple:
        return "a list of texts"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return ", ".join(each.value for each in hint)
    return {int: "a whole number", float: "a number", str: "a text", bool: "true or false", NoneType: "nothing"}[hint]  # type: ignore[index]
