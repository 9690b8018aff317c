"""A run of days: the days that a message mentions, or that a question asks for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from graph.errors import BadInput

DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """From one day to another, both included, as days since 1970 in UTC."""

    first: int
    last: int

    @staticmethod
    def of(first: date, last: date) -> Days:
        """The days from one date to another."""
        return Days(first.toordinal() - _EPOCH, last.toordinal() - _EPOCH)

    @staticmethod
    def parsed(text: str) -> Days:
        """The days in "2023-10-03" or "2023-10-03/2023-10-05". Raises BadInput for another text."""
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
        """How many days they are."""
        return self.last - self.first + 1

    def nearness(self, at_ms: int) -> float:
        """1 inside the run, a half one length of it away, a fifth two lengths away."""
        away = max(self.first * DAY_MS - at_ms, at_ms - (self.last + 1) * DAY_MS, 0)
        return 1.0 / (1.0 + (away / (self.count * DAY_MS)) ** 2)


EVER = Days.of(date.min, date.max)
"""Every day of the calendar."""


def day_of(at: datetime) -> date:
    """The day of a moment, in UTC."""
    return at.astimezone(UTC).date()
