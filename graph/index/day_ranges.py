"""The days that messages speak of, and which of them meet the days of a question."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graph.index.columns import GROWTH_PART
from graph.text.days import Days

DEAD: Final = (1, 0)  # Days that meet no others.


class DayRanges:
    """For each slot its runs of days. Most slots have none, and cost nothing."""

    def __init__(self) -> None:
        self._count = 0
        self._slots: NDArray[np.int32] = np.zeros(64, dtype=np.int32)
        self._days: NDArray[np.int32] = np.zeros((64, 2), dtype=np.int32)  # the first and the last of each run
        self._places: dict[int, tuple[int, int]] = {}  # slot -> its first run and the one behind its last

    def put(self, slot: int, ranges: Sequence[str]) -> None:
        """Set the slot's runs."""
        if not ranges and slot not in self._places:  # Most slots.
            return
        days = [Days.parsed(text) for text in ranges]
        if days == self.of(slot):
            return
        self.drop(slot)
        if not days:
            return
        first, behind = self._count, self._count + len(days)
        if behind > len(self._slots):
            self._resize(behind + behind // GROWTH_PART)
        self._slots[first:behind] = slot
        self._days[first:behind] = [(each.first, each.last) for each in days]
        self._places[slot] = first, behind
        self._count = behind

    def drop(self, slot: int) -> None:
        """Remove the slot's runs."""
        if (place := self._places.pop(slot, None)) is not None:
            self._days[place[0] : place[1]] = DEAD

    def of(self, slot: int) -> list[Days]:
        """The slot's runs."""
        first, behind = self._places.get(slot, (0, 0))
        return [Days(*row) for row in self._days[first:behind].tolist()]

    def meeting(self, times: Sequence[Days]) -> NDArray[np.intp]:
        """The slots with a run that has a day in common with one of these, ascending."""
        first, last = self._days[: self._count, 0], self._days[: self._count, 1]
        is_met = np.zeros(self._count, dtype=np.bool_)
        for time in times:
            is_met |= (first <= time.last) & (last >= time.first)
        is_met &= first <= last
        return np.unique(self._slots[: self._count][is_met]).astype(np.intp)

    def fit(self, slot: int, times: Sequence[Days]) -> float:
        """How well the slot's runs answer one of these times: 1 for a run no longer than the time, less for a longer.

        "In 2023" says something about 3 May 2023, but little.
        """
        fits = [
            min(1.0, sqrt(time.count / days.count))
            for days in self.of(slot)
            for time in times
            if days.first <= time.last and days.last >= time.first
        ]
        return max(fits, default=0.0)

    def renumber(self, moved: NDArray[np.int32]) -> None:
        """Replace each slot by `moved[slot]`, and forget what is dead."""
        kept = [(int(moved[slot]), self.of(slot)) for slot in sorted(self._places)]
        self._count, self._places = 0, {}
        self._resize(64)
        for slot, days in kept:
            if slot >= 0:
                self.put(slot, [each.text for each in days])

    def _resize(self, capacity: int) -> None:
        slots, days = np.zeros(capacity, dtype=np.int32), np.zeros((capacity, 2), dtype=np.int32)
        slots[: self._count], days[: self._count] = self._slots[: self._count], self._days[: self._count]
        self._slots, self._days = slots, days
