"""The index of a space with some of its items hidden, as if they were not there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import NO_SLOT
from graph.index.entries import Entry
from graph.index.neighbours import Neighbours
from graph.index.past_conversations import AskedWord
from graph.index.search_results import Hit
from graph.index.space_index import SpaceIndex
from graph.index.vectors import Vector
from graph.store.verbs import Label, Store
from graph.text.days import Days
from graph.values.codec import to_ms
from graph.values.items import Stored

Mask = Callable[[], NDArray[np.bool_]]
"""For each slot of an index whether its item is known, as of the last write."""


class MaskedNeighbours:
    """The lines around a message, without those that are hidden."""

    def __init__(self, neighbours: Neighbours, mask: Mask) -> None:
        self._neighbours, self._mask = neighbours, mask

    def around(self, slots: NDArray[np.intp], reach: int) -> NDArray[np.intp]:
        """See Neighbours.around."""
        near = self._neighbours.around(slots, reach)
        return np.where((near != NO_SLOT) & self._mask()[near], near, NO_SLOT)


class MaskedIndex(SpaceIndex):
    """What the mask leaves of a space. It cannot be refreshed: make another one from the refreshed index."""

    def __init__(self, index: SpaceIndex, mask: Mask) -> None:
        self.__dict__.update(vars(index))
        self._mask = mask
        self._neighbours = MaskedNeighbours(index._neighbours, mask)  # type: ignore[assignment]

    def entries(self, ids: Sequence[str]) -> dict[str, Entry]:  # noqa: D102
        with self.lock:
            return super().entries([id for id in ids if self._is_known(id)])

    def items(self, store: Store, ids: Sequence[str]) -> dict[str, Stored]:  # noqa: D102
        with self.lock:
            known = [id for id in ids if self._is_known(id)]
        return super().items(store, known)

    def message_count(self) -> int:  # noqa: D102
        with self.lock:
            return int(np.count_nonzero(self._columns.of_label(Label.MESSAGE) & self._mask()))

    def tops(self) -> list[str]:  # noqa: D102
        with self.lock:
            return self._in_order(self._columns.of_label(Label.SUMMARY) & self._mask() & self._is_free())

    def children(self, id: str) -> list[str]:  # noqa: D102
        return [*self.entries(super().children(id))]

    def above(self, id: str) -> list[str]:  # noqa: D102
        return [*self.entries(super().above(id))]

    def loose_messages(self, limit: int) -> list[str]:  # noqa: D102
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._mask() & self._is_free(), limit)

    def last_messages(self, limit: int) -> list[str]:  # noqa: D102
        with self.lock:
            return self._in_order(self._columns.of_label(Label.MESSAGE) & self._mask(), limit)

    def newest_messages(self, chat: str, limit: int) -> list[str]:  # noqa: D102
        return [*self.entries(super().newest_messages(chat, limit))]

    def search_conversations(  # noqa: D102
        self, words: Sequence[AskedWord], limit: int, *, vector: Vector | None = None, days: Sequence[Days] = ()
    ) -> list[Hit]:
        found = super().search_conversations(words, limit, vector=vector, days=days)
        return [hit for hit in found if self._is_known(hit.id)]

    def _is_known(self, id: str) -> bool:
        slot = self._columns.slots.get(id)
        return slot is not None and bool(self._mask()[slot])

    def _is_free(self) -> NDArray[np.bool_]:
        """Which slots are in no summary that is known."""
        mask, columns = self._mask(), self._columns
        codes = np.unique(columns.container[: columns.count])
        known = [code for code in codes.tolist() if (slot := columns.slot_of(code)) is not None and mask[slot]]
        return ~np.isin(columns.container[: columns.count], known)

    def _best_hits(
        self, slots: NDArray[np.intp], scores: NDArray[np.float64], limit: int, labels: Collection[Label] | None
    ) -> list[Hit]:
        is_known = self._mask()[slots]
        return super()._best_hits(slots[is_known], scores[is_known], limit, labels)

    def _in_times(self, times: Sequence[Days]) -> NDArray[np.intp]:
        slots = super()._in_times(times)
        return slots[self._mask()[slots]]


def serving(index: SpaceIndex, chat: str | None, *, now: datetime) -> SpaceIndex:
    """The index without what serves only another chat, and what has expired; the index itself if that hides nothing.

    No chat is nobody's: what serves one alone is hidden then.
    """
    columns, now_ms = index._columns, to_ms(now)
    made: dict[int, NDArray[np.bool_]] = {}  # by version: it is asked for many times in a turn

    def mask() -> NDArray[np.bool_]:
        if columns.version not in made:
            made.clear()
            made[columns.version] = ~(columns.kept_from(chat) | columns.expired(now_ms))
        return made[columns.version]

    with index.lock:
        return index if not index._bounded or mask().all() else MaskedIndex(index, mask)
