"""Runs of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from graph.errors import BadInput
from graph.text.days import (
    DAY_MS,
    Days,
    Unit,
    day_in,
    day_of,
    months_beside,
    months_from,
    stretch_away,
    stretch_beside,
    weekday_beside,
    year_beside,
)


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


WEDNESDAY = date(2023, 10, 4)


def test_a_weekday_beside_a_day() -> None:
    """Before, behind or in its week; seven days away where the day is one itself."""
    assert [weekday_beside(WEDNESDAY, 3, step)[0].day for step in (-1, 0, 1)] == [27, 4, 11]
    assert [weekday_beside(WEDNESDAY, 5, step)[0].day for step in (-1, 0, 1)] == [29, 6, 6]
    assert [weekday_beside(WEDNESDAY, 1, step)[0].day for step in (-1, 0, 1)] == [2, 2, 9]


def test_months_go_over_the_year() -> None:
    """A winter ends in the next one."""
    assert months_from(2023, 12, 3) == (date(2023, 12, 1), date(2024, 2, 29))


def test_months_beside_a_day() -> None:
    """The last ones are over, the next have not begun."""
    assert months_beside(WEDNESDAY, 10, 1, -1)[0] == date(2022, 10, 1)
    assert months_beside(WEDNESDAY, 10, 1, 1)[0] == date(2024, 10, 1)
    assert months_beside(WEDNESDAY, 12, 3, -1)[0] == date(2022, 12, 1)


@pytest.mark.parametrize(
    ("unit", "first", "last"),
    [
        (Unit.WEEK, date(2023, 9, 25), date(2023, 10, 1)),
        (Unit.WEEKEND, date(2023, 9, 30), date(2023, 10, 1)),
        (Unit.MONTH, date(2023, 9, 1), date(2023, 9, 30)),
        (Unit.YEAR, date(2022, 1, 1), date(2022, 12, 31)),
        (Unit.PART_OF_DAY, date(2023, 10, 3), date(2023, 10, 3)),
    ],
)
def test_a_stretch_beside_a_day(unit: Unit, first: date, last: date) -> None:
    """As a calendar has it."""
    assert stretch_beside(WEDNESDAY, unit, -1) == (first, last)


def test_a_stretch_away() -> None:
    """A week around the day; of about so many, one more or less."""
    assert stretch_away(WEDNESDAY, Unit.WEEK, -2) == (date(2023, 9, 17), date(2023, 9, 23))
    assert stretch_away(WEDNESDAY, Unit.DAY, -3, is_about=True) == (date(2023, 9, 30), date(2023, 10, 2))
    assert stretch_away(WEDNESDAY, Unit.MONTH, 3) == (date(2024, 1, 1), date(2024, 1, 31))


@pytest.mark.parametrize("unit", [Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.YEAR])
def test_nothing_lies_beyond_the_calendar(unit: Unit) -> None:
    """Nor is it an error."""
    assert stretch_away(WEDNESDAY, unit, -9_999_999) is None


def test_a_day_that_is_none() -> None:
    """The calendar knows."""
    assert day_in(2023, 2, 29) is None


def test_the_year_of_a_day_without_one() -> None:
    """The near one, then the past one, unless it is to come."""
    assert year_beside(WEDNESDAY, 11, 20, is_to_come=False) == 2023
    assert year_beside(WEDNESDAY, 9, 20, is_to_come=True) == 2023
    assert year_beside(WEDNESDAY, 4, 1, is_to_come=False) == 2023
    assert year_beside(WEDNESDAY, 4, 1, is_to_come=True) == 2024
