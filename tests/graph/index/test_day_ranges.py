"""The days of slots, and which meet those of a question."""

from __future__ import annotations

import numpy as np

from graph.index.day_ranges import DayRanges
from graph.text.days import Days

MAY_3 = Days.parsed("2023-05-03")
MAY = Days.parsed("2023-05-01/2023-05-31")


def test_slots_meet_days() -> None:
    """A run meets what it has a day in common with."""
    ranges = DayRanges()
    ranges.put(7, ["2023-05-31/2023-06-02", "2024-01-01"])
    ranges.put(3, ["2023-05-03"])
    ranges.put(5, [])

    assert ranges.meeting([MAY]).tolist() == [3, 7]
    assert ranges.meeting([Days.parsed("2023-06-03"), Days.parsed("2024-01-01")]).tolist() == [7]
    assert ranges.meeting([]).tolist() == []


def test_a_slot_has_what_was_put_last() -> None:
    """And nothing once it is dropped."""
    ranges = DayRanges()
    ranges.put(3, ["2023-05-03", "2023-05-05"])
    ranges.put(3, ["2023-06-03"])

    assert ranges.of(3) == [Days.parsed("2023-06-03")]
    assert ranges.meeting([MAY]).tolist() == []

    ranges.drop(3)

    assert ranges.of(3) == [] and ranges.meeting([Days.parsed("2023-06-03")]).tolist() == []


def test_a_long_run_fits_a_day_less() -> None:
    """A day inside the time asked for fits it wholly."""
    ranges = DayRanges()
    ranges.put(1, ["2023-05-03"])
    ranges.put(2, ["2023-05-01/2023-05-04"])
    ranges.put(3, ["2022-05-03"])

    assert [ranges.fit(slot, [MAY_3]) for slot in (1, 2, 3, 4, -1)] == [1.0, 0.5, 0.0, 0.0, 0.0]
    assert ranges.fit(2, [MAY]) == 1.0


def test_slots_are_renumbered() -> None:
    """What is dead is forgotten."""
    ranges = DayRanges()
    for slot in range(200):
        ranges.put(slot, ["2023-05-03", "2024-05-03"])
    moved = np.full(200, -1, dtype=np.int32)
    moved[100:] = np.arange(100)

    ranges.renumber(moved)

    assert ranges.meeting([MAY_3]).tolist() == list(range(100))
