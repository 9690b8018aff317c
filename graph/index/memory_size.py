"""How much memory an index takes, so that a service can stay within what it is given."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final

import numpy as np

from graph.index.item_cache import ItemCache
from graph.index.postings import Postings
from graph.index.space_index import SpaceIndex
from graph.index.vectors import Vectors

EMPTY_BYTES: Final = 15_000
"""An index without an item. Measured, like the two below, on spaces of 100 to 50,000 items."""

ENTRY_BYTES: Final = 100
"""A word or an id with its place in a table."""

CACHED_BYTES: Final = 1_000
"""An item with its text."""


def size_bytes(index: SpaceIndex) -> int:
    """About how much memory the index takes: its arrays exactly, everything else by count. Some twenty microseconds."""
    return EMPTY_BYTES + sum(map(_size_of, vars(index).values()))


def _size_of(part: object) -> int:
    if isinstance(part, Vectors | Postings):
        return part.size_bytes
    if not hasattr(part, "__dict__"):
        return _held(part, ENTRY_BYTES)
    entry_bytes = CACHED_BYTES if isinstance(part, ItemCache) else ENTRY_BYTES
    return sum(_held(value, entry_bytes) for value in vars(part).values())


def _held(value: object, entry_bytes: int) -> int:
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    return len(value) * entry_bytes if isinstance(value, Sized) and not isinstance(value, str) else 0
