"""The messages of each conversation in order, so that the lines before and after one are found without a search."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import GROWTH_PART, NO_SLOT, NO_STRING, Columns
from graph.store.verbs import Label


class Neighbours:
    """For each message the slots of the one before and the one after it in its conversation, by (position, id)."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._before: NDArray[np.int32] = np.full(64, NO_SLOT, dtype=np.int32)
        self._behind: NDArray[np.int32] = np.full(64, NO_SLOT, dtype=np.int32)
        self._orders: dict[int, array[int]] = {}  # code of a conversation -> the slots of its messages

    def put(self, slot: int) -> None:
        """Add a message, at the place that its columns say."""
        self._make_room()
        order = self._orders.setdefault(self._columns.conversation.item(slot), array("i"))
        place = self._place(order, slot)
        before = order[place - 1] if place else NO_SLOT
        self._link(before, slot)
        self._link(slot, order[place] if place < len(order) else NO_SLOT)
        order.insert(place, slot)

    def drop(self, slot: int) -> None:
        """Remove a message. Its columns must still have its conversation and position."""
        order = self._orders[self._columns.conversation.item(slot)]
        del order[self._place(order, slot)]
        self._link(int(self._before[slot]), int(self._behind[slot]))
        self._before[slot] = self._behind[slot] = NO_SLOT

    def renumber(self) -> None:
        """Start again after slots were renumbered."""
        self._orders.clear()
        self._before[:] = self._behind[:] = NO_SLOT
        count = self._columns.count
        has_conversation = self._columns.conversation[:count] != NO_STRING
        for slot in np.flatnonzero(self._columns.of_label(Label.MESSAGE) & has_conversation).tolist():
            self.put(slot)

    def around(self, slots: NDArray[np.intp], reach: int) -> NDArray[np.intp]:
        """For each slot the one before it, after it, the second before it, …, `reach` on each side; -1 for none."""
        self._make_room()
        near = np.empty((len(slots), 2 * reach), dtype=np.intp)
        for side, neighbours in enumerate((self._before, self._behind)):
            at = slots
            for step in range(reach):
                at = np.where(at == NO_SLOT, NO_SLOT, neighbours[at])
                near[:, 2 * step + side] = at
        return near

    def _make_room(self) -> None:
        count = self._columns.count
        if count > len(self._before):
            more = np.full(count + count // GROWTH_PART - len(self._before), NO_SLOT, dtype=np.int32)
            self._before, self._behind = np.concatenate((self._before, more)), np.concatenate((self._behind, more))

    def _place(self, order: array[int], slot: int) -> int:
        """Where the message is in its conversation, or belongs. Most are the last."""
        key = self._key_of(slot)
        if not order or self._key_of(order[-1]) < key:
            return len(order)
        return bisect_left(order, key, key=self._key_of)

    def _link(self, before: int, behind: int) -> None:
        if before != NO_SLOT:
            self._behind[before] = behind
        if behind != NO_SLOT:
            self._before[behind] = before

    def _key_of(self, slot: int) -> tuple[float, str]:
        return self._columns.position.item(slot), self._columns.ids[slot]
