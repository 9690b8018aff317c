"""A run of days, which a message refers to or a question asks about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

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
