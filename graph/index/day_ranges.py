"""The days that messages speak of, and which of them meet the days of a question."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from graph.text.days import Days


class DayRanges:
    """For each slot its runs of days. Most slots have none, and cost nothing."""

    def __init__(self) -> None:
        self._runs: dict[int, list[tuple[int, int]]] = {}  # slot -> the first and the last day of each run

    def put(self, slot: int, ranges: Sequence[str]) -> None:
        """Set the slot's runs."""
        if ranges:
            days = map(Days.parsed, ranges)
            self._runs[slot] = [(each.first, each.last) for each in days]
        else:  # Most slots.
            self.drop(slot)

    def drop(self, slot: int) -> None:
        """Remove the slot's runs."""
        self._runs.pop(slot, None)

    def of(self, slot: int) -> list[Days]:
        """The slot's runs."""
        return [Days(first, last) for first, last in self._runs.get(slot, ())]

    def meeting(self, times: Sequence[Days]) -> NDArray[np.intp]:
        """The slots with a run that has a day in common with one of these, ascending."""
        asked = [(time.first, time.last) for time in times]
        met = (
            slot
            for slot, runs in self._runs.items()
            if any(first <= until and last >= since for first, last in runs for since, until in asked)
        )
        return np.array(sorted(met), dtype=np.intp)

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
        new = zip((moved.item(slot) for slot in self._runs), self._runs.values(), strict=True)
        self._runs = {slot: runs for slot, runs in new if slot >= 0}
