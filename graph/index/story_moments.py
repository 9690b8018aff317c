"""The significant memories of a space, with what tells which of them a scene brings up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from graph.index.entries import Entry
from graph.store.verbs import Node
from graph.text.analysis import name_key
from languages.folding import fold


class Moment(NamedTuple):
    """A significant memory. Names are folded as keys, so that they are compared without a look at the text."""

    entry: Entry
    triggers: tuple[str, ...]  # as given, those that are equal when folded once
    participants: frozenset[str]
    places: frozenset[str]
    items: frozenset[str]
    accessed_ms: int


def keys_of(names: object) -> frozenset[str]:
    """The keys by which names are compared."""
    listed = names if isinstance(names, Iterable) else ()
    return frozenset(filter(None, (name_key(str(name)) for name in listed)))


def moment_of(node: Node, entry: Entry) -> Moment:
    """The moment of a significant memory's node."""
    read = node.properties.get
    triggers, accessed = read("triggers"), read("accessed_at")
    listed = triggers if isinstance(triggers, tuple) else ()
    return Moment(
        entry=entry,
        triggers=tuple({folded: each for each in reversed(listed) if (folded := fold(each).strip())}.values()),
        participants=keys_of(read("participants")),
        places=keys_of(read("places")),
        items=keys_of(read("items")),
        accessed_ms=accessed if isinstance(accessed, int) else entry.at_ms,
    )
