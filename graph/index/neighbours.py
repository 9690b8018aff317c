"""The messages of each conversation in their order, so that the lines beside one are found without a search."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import GROWTH_PART, NONE, Columns

WAITING_PART_MAX: Final = 200  # Above a 200th of the slots, lining all up at once is cheaper than one by one.
STEPS_MAX: Final = 200  # Messages come at the end mostly; whoever sorts in farther back waits for all to be lined up.


class Neighbours:
    """For each message the slots of the one before and the one behind it in its conversation, by (position, id).

    What is put is lined up at the next look, so that an import of a million messages sorts once.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._before: NDArray[np.int32] = np.full(64, NONE, dtype=np.int32)
        self._behind: NDArray[np.int32] = np.full(64, NONE, dtype=np.int32)
        self._last: dict[int, int] = {}  # code of a conversation -> the slot of its last message
        self._waiting: dict[int, None] = {}
        self._is_stale = False

    def put(self, slot: int) -> None:
        """The message stands where its columns say."""
        if not self._is_stale:
            self._waiting[slot] = None
            self._is_stale = len(self._waiting) > max(64, self._columns.count // WAITING_PART_MAX)

    def drop(self, slot: int) -> None:
        """The message is gone from its run; its columns still say where it stood."""
        if slot in self._waiting or self._is_stale:
            self._waiting.pop(slot, None)
            return
        before, behind = int(self._before[slot]), int(self._behind[slot])
        if before != NONE:
            self._before[slot], self._behind[before] = NONE, behind
        if behind != NONE:
            self._behind[slot], self._before[behind] = NONE, before
        else:
            self._end(int(self._columns.conversation[slot]), before)

    def renumber(self) -> None:
        """Slots are other ones now."""
        self._waiting.clear()
        self._is_stale = True

    def around(self, slots: NDArray[np.intp], reach: int) -> NDArray[np.intp]:
        """For each slot the one before it, behind it, the second before it, …, `reach` on each side; -1 for none."""
        self.settle()
        found = np.empty((len(slots), 2 * reach), dtype=np.intp)
        for side, neighbours in enumerate((self._before, self._behind)):
            at = slots
            for step in range(reach):
                at = np.where(at == NONE, NONE, neighbours[at])
                found[:, 2 * step + side] = at
        return found

    def settle(self) -> None:
        """Nothing waits: every message that was put has its place."""
        count = self._columns.count
        if count > len(self._before):
            more = np.full(count + count // GROWTH_PART - len(self._before), NONE, dtype=np.int32)
            self._before, self._behind = np.concatenate((self._before, more)), np.concatenate((self._behind, more))
        while self._waiting and not self._is_stale:
            self._is_stale = not self._sort_in(self._waiting.popitem()[0])
        if self._is_stale:
            self._sort()

    def _sort_in(self, slot: int) -> bool:
        """The message has its place, unless that is too far from the end to be looked for."""
        columns = self._columns
        conversation, place = int(columns.conversation[slot]), self._place(slot)
        behind, before = NONE, self._last.get(conversation, NONE)
        for _ in range(STEPS_MAX):
            if before == NONE or self._place(before) < place:
                break
            behind, before = before, int(self._before[before])
        else:
            return False
        self._before[slot], self._behind[slot] = before, behind
        if before != NONE:
            self._behind[before] = slot
        if behind != NONE:
            self._before[behind] = slot
        else:
            self._end(conversation, slot)
        return True

    def _sort(self) -> None:
        """Every message has its place."""
        columns = self._columns
        slots = columns.messages()
        slots = slots[np.lexsort((columns.id_start[slots], columns.position[slots], columns.conversation[slots]))]
        conversations, positions, starts = columns.conversation[slots], columns.position[slots], columns.id_start[slots]
        is_next = conversations[1:] == conversations[:-1]
        is_tied = is_next & (positions[1:] == positions[:-1]) & (starts[1:] == starts[:-1])
        edges = np.flatnonzero(np.diff(np.concatenate(([False], is_tied, [False]))))
        for first, last in edges.reshape(-1, 2).tolist():
            slots[first : last + 1] = sorted(slots[first : last + 1].tolist(), key=columns.ids.__getitem__)
        self._before[:] = self._behind[:] = NONE
        self._before[slots[1:][is_next]] = slots[:-1][is_next]
        self._behind[slots[:-1][is_next]] = slots[1:][is_next]
        is_last = np.concatenate((~is_next, [True]))[: len(slots)]
        self._last = dict(zip(conversations[is_last].tolist(), slots[is_last].tolist(), strict=True))
        self._waiting.clear()
        self._is_stale = False

    def _place(self, slot: int) -> tuple[float, str]:
        return float(self._columns.position[slot]), self._columns.ids[slot]

    def _end(self, conversation: int, slot: int) -> None:
        """The conversation's last message is this one, or there is none."""
        if slot == NONE:
            self._last.pop(conversation, None)
        else:
            self._last[conversation] = slot
