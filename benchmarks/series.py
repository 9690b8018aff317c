"""Times of one kind of work and of its floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(slots=True)
class Series:
    """Pairs of times, taken one right after the other, in milliseconds."""

    ours: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """How many times the floor our time is, at the medians."""
        return median(self.ours) / median(self.floor)

    @property
    def above(self) -> float:
        """How many milliseconds our time is above the floor: the median of the differences."""
        return median(ours - floor for ours, floor in zip(self.ours, self.floor, strict=True))


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of all times doesn't exceed."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
