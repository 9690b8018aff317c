"""The messages of each conversation in order, so that the lines before and after one are found without a search."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import GROWTH_PART, NO_SLOT, NO_STRING, Columns
from graph.store.verbs import Label

PENDING_PART_MAX: Final = 200  # With more than a 200th of the slots pending, rebuilding all is cheaper.
STEPS_MAX: Final = 200  # Most messages are added at the end. One that belongs farther back causes a rebuild.


class Neighbours:
    """For each message the slots of the one before and the one after it in its conversation, by (position, id).

    Messages are sorted in when `around` needs them, so that an import of a million messages sorts once.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._before: NDArray[np.int32] = np.full(64, NO_SLOT, dtype=np.int32)
        self._behind: NDArray[np.int32] = np.full(64, NO_SLOT, dtype=np.int32)
        self._last: dict[int, int] = {}  # code of a conversation -> the slot of its last message, or NO_SLOT
        self._pending: dict[int, None] = {}
        self._is_stale = False

    def put(self, slot: int) -> None:
        """Add a message, at the place that its columns say."""
        if not self._is_stale:
            self._pending[slot] = None
            self._is_stale = len(self._pending) > max(64, self._columns.count // PENDING_PART_MAX)

    def drop(self, slot: int) -> None:
        """Remove a message. Its columns must still have its conversation."""
        if slot in self._pending or self._is_stale:
            self._pending.pop(slot, None)
            return
        before, behind = int(self._before[slot]), int(self._behind[slot])
        if before != NO_SLOT:
            self._before[slot], self._behind[before] = NO_SLOT, behind
        if behind != NO_SLOT:
            self._behind[slot], self._before[behind] = NO_SLOT, before
        else:
            self._last[int(self._columns.conversation[slot])] = before

    def renumber(self) -> None:
        """Start again after slots were renumbered."""
        self._pending.clear()
        self._is_stale = True

    def around(self, slots: NDArray[np.intp], reach: int) -> NDArray[np.intp]:
        """For each slot the one before it, after it, the second before it, …, `reach` on each side; -1 for none."""
        self.settle()
        near = np.empty((len(slots), 2 * reach), dtype=np.intp)
        for side, neighbours in enumerate((self._before, self._behind)):
            at = slots
            for step in range(reach):
                at = np.where(at == NO_SLOT, NO_SLOT, neighbours[at])
                near[:, 2 * step + side] = at
        return near

    def settle(self) -> None:
        """Sort in all pending messages."""
        count = self._columns.count
        if count > len(self._before):
            more = np.full(count + count // GROWTH_PART - len(self._before), NO_SLOT, dtype=np.int32)
            self._before, self._behind = np.concatenate((self._before, more)), np.concatenate((self._behind, more))
        while self._pending and not self._is_stale:
            self._is_stale = not self._insert(self._pending.popitem()[0])
        if self._is_stale:
            self._rebuild()

    def _insert(self, slot: int) -> bool:
        """Sort in one message; False if its place is too far from the end."""
        columns = self._columns
        conversation, place = int(columns.conversation[slot]), self._key_of(slot)
        behind, before = NO_SLOT, self._last.get(conversation, NO_SLOT)
        for _ in range(STEPS_MAX):
            if before == NO_SLOT or self._key_of(before) < place:
                break
            behind, before = before, int(self._before[before])
        else:
            return False
        self._before[slot], self._behind[slot] = before, behind
        if before != NO_SLOT:
            self._behind[before] = slot
        if behind != NO_SLOT:
            self._before[behind] = slot
        else:
            self._last[conversation] = slot
        return True

    def _rebuild(self) -> None:
        columns = self._columns
        has_conversation = columns.conversation[: columns.count] != NO_STRING
        slots = np.flatnonzero(columns.of_label(Label.MESSAGE) & has_conversation)
        slots = slots[np.lexsort((columns.id_start[slots], columns.position[slots], columns.conversation[slots]))]
        conversations, positions, starts = columns.conversation[slots], columns.position[slots], columns.id_start[slots]
        is_next = conversations[1:] == conversations[:-1]
        is_tied = is_next & (positions[1:] == positions[:-1]) & (starts[1:] == starts[:-1])
        edges = np.flatnonzero(np.diff(np.concatenate(([False], is_tied, [False]))))
        for first, last in edges.reshape(-1, 2).tolist():
            slots[first : last + 1] = sorted(slots[first : last + 1].tolist(), key=columns.ids.__getitem__)
        self._before[:] = self._behind[:] = NO_SLOT
        self._before[slots[1:][is_next]] = slots[:-1][is_next]
        self._behind[slots[:-1][is_next]] = slots[1:][is_next]
        is_last = np.concatenate((~is_next, [True]))[: len(slots)]
        self._last = dict(zip(conversations[is_last].tolist(), slots[is_last].tolist(), strict=True))
        self._pending.clear()
        self._is_stale = False

    def _key_of(self, slot: int) -> tuple[float, str]:
        return float(self._columns.position[slot]), self._columns.ids[slot]
