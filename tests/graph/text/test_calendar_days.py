"""Where stretches of the calendar lie."""

from __future__ import annotations

from datetime import date

import pytest

from graph.text.calendar_days import (
    Unit,
    day_in,
    months_beside,
    months_from,
    stretch_away,
    stretch_beside,
    weekday_beside,
    year_beside,
)

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
