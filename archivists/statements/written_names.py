"""Finds known names in a text as they are written: only its capital tells Will from will."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.values.changes import NewEntity
from graph.values.items import Entity


@dataclass(frozen=True, slots=True)
class WrittenNames:
    """Every way to write the names of a window's entities, with the entity's own name for each."""

    regex: re.Pattern[str]
    own: Mapping[str, str]  # as written -> the entity's name

    def in_text(self, text: str) -> list[str]:
        """The entities' own names in order of appearance, without repeats; the longest match wins."""
        return list(dict.fromkeys(self.own[match[0]] for match in self.regex.finditer(text)))


def names_of(entities: Iterable[Entity], new: Iterable[NewEntity]) -> WrittenNames:
    """The table of known and new entities. A name that two of them share is left out."""
    own: dict[str, str] = {}
    shared: set[str] = set()
    named: list[Entity | NewEntity] = [*entities, *new]
    for entity in named:
        for written in (entity.name, *entity.aliases):
            if own.setdefault(written, entity.name) != entity.name:
                shared.add(written)
    for written in shared:
        del own[written]
    return WrittenNames(spelled(own), own)


def spelled(names: Iterable[str]) -> re.Pattern[str]:
    """A regex for these names as whole words, the longest first; without names it matches nothing."""
    ordered = sorted(set(names), key=lambda name: (-len(name), name))
    return re.compile(
        r"(?<![\w])(?:" + "|".join(re.escape(name) for name in ordered) + r")(?!\w)" if ordered else r"(?!)"
    )
