"""Runs of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from graph.errors import BadInput
from graph.text.days import DAY_MS, Days, day_of


@pytest.mark.parametrize("text", ["2023-10-03", "2023-10-03/2023-10-05", "1969-12-31/1970-01-01"])
def test_text_is_read_back(text: str) -> None:
    """A day, or the first and the last of several."""
    assert Days.parsed(text).text == text


@pytest.mark.parametrize(
    "text", ["yesterday", "", "20231003", "2023-10-03/2023-10-03", "2023-10-03/2023-10-02", "2023-02-30"]
)
def test_other_text_is_refused(text: str) -> None:
    """With what was found."""
    with pytest.raises(BadInput, match=f"found days '{text}'"):
        Days.parsed(text)


def test_days_are_counted() -> None:
    """Both ends belong to them."""
    days = Days.of(date(2024, 2, 28), date(2024, 3, 1))

    assert days.count == 3
    assert days.dates == (date(2024, 2, 28), date(2024, 3, 1))


def test_nearness() -> None:
    """1 inside, half a length's distance away, less further off, on both sides."""
    day, start = Days(10, 10), 10 * DAY_MS

    assert [day.nearness(start + at * DAY_MS) for at in (0, 1, 2, -1, 3)] == [1.0, 1.0, 0.5, 0.5, 0.2]


def test_a_moment_has_its_day_on_its_own_clock() -> None:
    """Which is the clock of whoever speaks."""
    assert day_of(datetime(2023, 10, 4, 1, tzinfo=timezone(timedelta(hours=3)))) == date(2023, 10, 4)
    assert day_of(datetime(2023, 10, 4, 1, tzinfo=UTC)) == date(2023, 10, 4)
