"""The significant memories of a space, with what tells which of them a scene brings up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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


Rows = Mapping[str, NDArray[np.intp]]
"""Key -> the numbers of the memories that have it."""


@dataclass(frozen=True, slots=True)
class MomentTable:
    """Memories as columns, so that thousands are scored at once: by key, and not one by one."""

    entries: Sequence[Entry]  # by id
    importance: NDArray[np.float64]
    accessed_ms: NDArray[np.float64]
    triggers: Rows
    participants: Rows
    places: Rows
    items: Rows


def table_of(moments: Iterable[Moment]) -> MomentTable:
    """The table of these memories."""
    ordered = sorted(moments, key=lambda moment: moment.entry.id)
    return MomentTable(
        entries=[moment.entry for moment in ordered],
        importance=np.array([moment.entry.importance for moment in ordered], dtype=np.float64),
        accessed_ms=np.array([moment.accessed_ms for moment in ordered], dtype=np.float64),
        triggers=_rows(moment.triggers for moment in ordered),
        participants=_rows(moment.participants for moment in ordered),
        places=_rows(moment.places for moment in ordered),
        items=_rows(moment.items for moment in ordered),
    )


def _rows(keys: Iterable[Iterable[str]]) -> Rows:
    found: dict[str, list[int]] = defaultdict(list)
    for row, listed in enumerate(keys):
        for key in listed:
            found[key].append(row)
    return {key: np.array(rows, dtype=np.intp) for key, rows in found.items()}


class Moments:
    """The significant memories of a space, and their table. The caller ensures that nobody else writes meanwhile."""

    def __init__(self) -> None:
        self._held: dict[str, Moment] = {}
        self._table: MomentTable | None = None
        self._places: dict[str, int] = {}

    def put(self, moment: Moment) -> None:
        """Set a memory. If only its time of access differs, the table is updated in place; else it is made again."""
        id = moment.entry.id
        before = self._held.get(id)
        self._held[id] = moment
        if self._table is None:
            return
        if before is not None and before._replace(accessed_ms=moment.accessed_ms) == moment:
            self._table.accessed_ms[self._places[id]] = moment.accessed_ms
        else:
            self._table = None

    def drop(self, id: str) -> None:
        """Remove a memory."""
        if self._held.pop(id, None) is not None:
            self._table = None

    def table(self) -> MomentTable:
        """The table of all memories."""
        if self._table is None:
            self._table = table_of(self._held.values())
            self._places = {entry.id: row for row, entry in enumerate(self._table.entries)}
        return self._table
