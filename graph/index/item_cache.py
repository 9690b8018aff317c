"""Caches recently read items of a space: the next block shows mostly the same ones."""

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final

from graph.store.verbs import Node
from graph.values.codec import stored_of
from graph.values.items import Stored

KEPT_MAX: Final = 512  # A block reads some hundred; about 0.5 MB.
BODY_CHARS_MAX: Final = 4000  # Longer texts are not cached.


class ItemCache:
    """Items with the seq of their last write: an item with another seq is read again. Safe to use from any thread."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, Stored]] = {}  # The most recently used are last.
        self._lock = Lock()

    def find(self, seqs: Mapping[str, int]) -> dict[str, Stored]:
        """The cached items that have these seqs."""
        cached: dict[str, Stored] = {}
        with self._lock:
            for id, seq in seqs.items():
                kept = self._kept.pop(id, None)
                if kept is not None and kept[0] == seq:
                    self._kept[id] = kept
                    cached[id] = kept[1]
        return cached

    def drop(self, ids: Iterable[str]) -> None:
        """Cache none of these any more."""
        with self._lock:
            for id in ids:
                self._kept.pop(id, None)

    def put(self, nodes: Mapping[str, Node], seqs: Mapping[str, int]) -> dict[str, Stored]:
        """The items of these nodes. Caches those with the expected seq."""
        read = {id: stored_of(node) for id, node in nodes.items()}
        with self._lock:
            for id, node in nodes.items():
                if seqs.get(id) == node.seq and len(str(node.properties.get("body") or "")) <= BODY_CHARS_MAX:
                    self._kept[id] = (node.seq, read[id])
            while len(self._kept) > KEPT_MAX:
                del self._kept[next(iter(self._kept))]
        return read
