"""Dates in digits: 2024-01-23, 23.01.2024, 1/23/2024."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from graph.text.calendar_days import Stretch, day_in, months_from, year_beside

_DATE = re.compile(
    r"(?<![\w./:-])(?:"
    r"(?P<year>\d{4})(?P<mark>[-./])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})"
    r"|(?P<one>\d{1,2})(?:(?P<sign>[-/])|(?P<dot>\.\s?))(?P<two>\d{1,2})(?(sign)(?P=sign)|\.\s?)(?P<last>\d{4}|\d{2}|)"
    r")(?![\w/]|[-.:]\d)"
)
_MONTH = re.compile(
    r"(?<![\w./:-])(?:(?P<first>(?:19|20)\d{2})-(?P<behind>\d{2})|(?P<before>\d{1,2})/(?P<last>(?:19|20)\d{2}))(?![\w/-]|\.\d)"
)
_YEARS = re.compile(r"(?<![\w./:-])(?P<first>(?:19|20)\d{2})\s?[-–]\s?(?P<last>(?:19|20)\d{2})(?![\w/-]|\.\d)")


class DigitDate(NamedTuple):
    """What one date in digits may mean: two days if nothing shows the order of day and month."""

    start: int
    end: int
    readings: tuple[Stretch, ...]
    has_year: bool = True


def digit_dates(text: str, *, is_day_first: bool | None, is_dotted: bool, today: date | None) -> Iterator[DigitDate]:
    """Yield every date in digits in text order, then every month (2023-10, 10/2023), and then every range of years.

    `is_day_first` is the order of dates with slashes; dates with dots begin with the day. With `is_dotted`, the
    language also writes dotted dates with a two-digit year or without a year.
    """
    for match in _DATE.finditer(text):
        days = _readings(match, is_day_first, is_dotted=is_dotted, today=today)
        if days:
            has_year = bool(match["year"] or match["last"])
            yield DigitDate(match.start(), match.end(), tuple((day, day) for day in days), has_year)
    for match in _MONTH.finditer(text):
        year, month = int(match["first"] or match["last"]), int(match["behind"] or match["before"])
        if 1 <= month <= 12:
            yield DigitDate(match.start(), match.end(), (months_from(year, month),))
    for match in _YEARS.finditer(text):
        first, last = int(match["first"]), int(match["last"])
        if first < last:
            yield DigitDate(match.start(), match.end(), ((date(first, 1, 1), date(last, 12, 31)),))


def order_in(text: str) -> bool | None:
    """Whether slashed dates in a text put the day first; None if no day above 12 shows it, or if they disagree."""
    orders = {
        int(match["one"]) > 12
        for match in _DATE.finditer(text)
        if match["sign"] and match["last"] and max(int(match["one"]), int(match["two"])) > 12 and _readings(match, None)
    }
    return orders.pop() if len(orders) == 1 else None


def _readings(
    match: re.Match[str], is_day_first: bool | None, *, is_dotted: bool = False, today: date | None = None
) -> list[date]:
    """The days that a date in digits may mean."""
    if match["year"]:
        return _possible([day_in(int(match["year"]), int(match["month"]), int(match["day"]))])
    one, two, last = int(match["one"]), int(match["two"]), match["last"]
    if match["dot"] is None:
        if not last or (match["sign"] == "-" and len(last) == 2):
            return []
        days = {order: day_in(_year(last), *((two, one) if order else (one, two))) for order in (True, False)}
        if is_day_first is None:
            return _possible([days[True], days[False]])
        return _possible([days[is_day_first] or days[not is_day_first]])
    if last and (is_dotted or len(last) == 4):
        return _possible([day_in(_year(last), two, one)])
    if last or not is_dotted or today is None:
        return []
    if not 1 <= two <= 12:
        return []
    return _possible([day_in(year_beside(today, two, one, is_to_come=False), two, one)])


def _year(digits: str) -> int:
    return int(digits) + (2000 if len(digits) == 2 else 0)


def _possible(days: Iterable[date | None]) -> list[date]:
    return sorted({day for day in days if day is not None and 1900 <= day.year <= 2100})
