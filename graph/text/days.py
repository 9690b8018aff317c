"""Runs of days, which a message refers to or a question asks about, and the stretches of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto

from graph.errors import BadInput

DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """The days from `first` to `last`, both included, counted from 1970."""

    first: int
    last: int

    @staticmethod
    def of(first: date, last: date) -> Days:
        """The days from one date to another."""
        return Days(first.toordinal() - _EPOCH, last.toordinal() - _EPOCH)

    @staticmethod
    def parsed(text: str) -> Days:
        """The days that `text` states: "2023-10-03" or "2023-10-03/2023-10-05". Raises BadInput for any other text."""
        first, _, last = text.partition("/")
        try:
            days = Days.of(date.fromisoformat(first), date.fromisoformat(last or first))
        except ValueError as error:
            raise BadInput(f"found days {text!r:.60}, expected 2023-10-03 or 2023-10-03/2023-10-05") from error
        if days.text != text or days.count < 1:
            raise BadInput(f"found days {text!r:.60}, expected 2023-10-03 or 2023-10-03/2023-10-05")
        return days

    @property
    def text(self) -> str:
        """The days as `parsed` reads them."""
        first, last = self.dates
        return first.isoformat() if first == last else f"{first.isoformat()}/{last.isoformat()}"

    @property
    def dates(self) -> tuple[date, date]:
        """The first day and the last."""
        return date.fromordinal(self.first + _EPOCH), date.fromordinal(self.last + _EPOCH)

    @property
    def count(self) -> int:
        """The number of days."""
        return self.last - self.first + 1

    def meet(self, first_ms: int, last_ms: int) -> bool:
        """Whether a part of the time from `first_ms` to `last_ms` is inside the days."""
        return self.first * DAY_MS <= last_ms and first_ms < (self.last + 1) * DAY_MS

    def nearness(self, at_ms: int) -> float:
        """1 inside the days, a half at a distance of their length, a fifth at twice their length."""
        away = max(self.first * DAY_MS - at_ms, at_ms - (self.last + 1) * DAY_MS, 0)
        return 1.0 / (1.0 + (away / (self.count * DAY_MS)) ** 2)


EVER = Days.of(date.min, date.max)
"""Every day of the calendar."""


def day_of(at: datetime) -> date:
    """The day that the clock of a time shows."""
    return at.date()


DAY = timedelta(days=1)
WEEK = 7 * DAY
HALF_WEEK = 3 * DAY
"""Added on either side: "two weeks ago" hardly ever means the same weekday."""

NEAR_DAYS = 120
"""A date without a year is mostly near: plans and reports hardly ever go beyond a third of a year."""

Stretch = tuple[date, date]
"""The first day and the last day."""


class Unit(Enum):
    """The unit that a stretch is named by."""

    DAY = auto()
    PART_OF_DAY = auto()
    WEEK = auto()
    WEEKEND = auto()
    MONTH = auto()
    YEAR = auto()


def day_in(year: int, month: int, day: int) -> date | None:
    """The date, or None if the calendar does not have it."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def months_from(year: int, month: int, count: int = 1) -> Stretch:
    """`count` months, starting with this one."""
    behind = year * 12 + month - 1 + count
    return date(year, month, 1), date(behind // 12, behind % 12 + 1, 1) - DAY


def stretch_beside(day: date, unit: Unit, step: int) -> Stretch | None:
    """The whole week, weekend, month or year that lies `step` units after the one that contains the day."""
    monday = day - (day.isoweekday() - 1) * DAY + step * WEEK
    match unit:
        case Unit.WEEK:
            return monday, monday + 6 * DAY
        case Unit.WEEKEND:
            return monday + 5 * DAY, monday + 6 * DAY
        case _:
            return stretch_away(day, unit, step)


def stretch_away(day: date, unit: Unit, count: int, *, is_about: bool = False) -> Stretch | None:
    """The time `count` units after the day: a whole month or year, or a week around that day.

    `is_about` allows one unit more or less. None beyond the calendar.
    """
    give = int(is_about)
    try:
        match unit:
            case Unit.DAY | Unit.PART_OF_DAY:
                return day + (count - give) * DAY, day + (count + give) * DAY
            case Unit.WEEK:
                around = WEEK if is_about else HALF_WEEK
                return day + count * WEEK - around, day + count * WEEK + around
            case Unit.WEEKEND:
                return stretch_beside(day, unit, count)
            case Unit.MONTH:
                first = day.year * 12 + day.month - 1 + count - give
                return months_from(first // 12, first % 12 + 1, 1 + 2 * give)
            case Unit.YEAR:
                return date(day.year + count - give, 1, 1), date(day.year + count + give, 12, 31)
    except (OverflowError, ValueError):  # 2,024 years ago.
        return None


def weekday_beside(day: date, weekday: int, step: int) -> Stretch:
    """The nearest such weekday (Monday is 1) before the day (-1) or after it (1), or the one in its week (0)."""
    away = weekday - day.isoweekday()
    if step:
        away = (away - step) % (step * 7) + step
    return day + away * DAY, day + away * DAY


def months_beside(day: date, month: int, count: int, step: int) -> Stretch:
    """`count` months from `month` on: the last that are over (-1), the next (1), or those of the day's year (0)."""
    if step == 0:
        return months_from(day.year, month, count)
    stretches = [months_from(year, month, count) for year in range(day.year - 2, day.year + 2)]
    if step < 0:
        return max(each for each in stretches if each[1] < day)
    return min(each for each in stretches if each[0] > day)


def year_beside(today: date, month: int, day: int, *, is_to_come: bool) -> int:
    """The year of a date without one: the nearest if within NEAR_DAYS, else the last, or the next if `is_to_come`."""
    past = today.year - ((month, day) > (today.month, today.day))
    back, ahead = (abs((date(year, month, min(day, 28)) - today).days) for year in (past, past + 1))
    if min(back, ahead) <= NEAR_DAYS:
        return past if back <= ahead else past + 1
    return past + is_to_come
