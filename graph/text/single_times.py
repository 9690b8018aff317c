"""Reads the one time that begins at a word or a digit: "yesterday", "last Friday", "5 May 2023", 23.01.2024."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from graph.text.date_text import DateText
from graph.text.days import (
    DAY,
    Stretch,
    Unit,
    day_in,
    months_beside,
    months_from,
    stretch_away,
    stretch_beside,
    weekday_beside,
    year_beside,
)

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
        days = {order: day_in(_year_in_digits(last), *((two, one) if order else (one, two))) for order in (True, False)}
        if is_day_first is None:
            return _possible([days[True], days[False]])
        return _possible([days[is_day_first] or days[not is_day_first]])
    if last and (is_dotted or len(last) == 4):
        return _possible([day_in(_year_in_digits(last), two, one)])
    if last or not is_dotted or today is None:
        return []
    if not 1 <= two <= 12:
        return []
    return _possible([day_in(year_beside(today, two, one, is_to_come=False), two, one)])


def _year_in_digits(digits: str) -> int:
    return int(digits) + (2000 if len(digits) == 2 else 0)


def _possible(days: Iterable[date | None]) -> list[date]:
    return sorted({day for day in days if day is not None and 1900 <= day.year <= 2100})


SEASON_MONTHS = 3

UNIT_DAYS = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 30, Unit.YEAR: 365}
"""How long a unit is, counted back from today: "the last three months"."""


@dataclass(frozen=True, slots=True)
class Read:
    """A time that was read, from the word `start` to before the word `end`."""

    days: Stretch
    start: int
    end: int
    is_relative: bool = False  # whether the days depend on the day on which it is said
    has_year: bool = True
    is_sure: bool = True  # if not, the word may mean something else unless it ends a range
    is_weekday: bool = False
    is_guess: bool = False  # whether it may also be a little earlier or later


def read_one(text: DateText, at: int, today: date | None) -> Read | None:
    """The time that begins at this word; without `today`, only a time that names its year."""
    if today is not None:
        for read in (_day_off, _counted, _up_to_now, _before_last, _named, _date, _day_alone, _weekday):
            if (found := read(text, at, today)) is not None:
                is_another = found.is_relative and text.is_another(at, found.end)
                return replace(found, is_sure=False) if is_another else found
    return _date(text, at, today) or _season(text, at) or _year(text, at)


def named_beside(text: DateText, at: int, day: date, step: int) -> Stretch | None:
    """The weekday, month or season named here: the last (-1), this (0) or the next (1) one, as seen from `day`."""
    word = text.word(at)
    if (weekday := text.tables.weekdays.get(word)) is not None:
        return weekday_beside(day, weekday, step)
    if (month := text.tables.months.get(word)) is not None:
        return months_beside(day, month, 1, step)
    if (season := text.season(at)) is not None:
        return months_beside(day, season, SEASON_MONTHS, step)
    return None


def _day_off(text: DateText, at: int, today: date) -> Read | None:
    """Yesterday, evvelsi gün."""
    days, end = text.phrase(text.tables.days_off, at)
    if days is None or text.word(at - 1) in text.dates.no_day_behind:
        return None
    return Read((today + days * DAY,) * 2, at, end, is_relative=True)


def _counted(text: DateText, at: int, today: date) -> Read | None:
    """Three weeks ago, üç hafta önce, in zwei Tagen."""
    dates, word = text.dates, text.word(at)
    is_back, is_ahead = word in dates.ago_before, word in dates.ahead_before
    place = at + (is_back or is_ahead)
    count, is_about, behind = text.count(place)
    unit, end = text.unit(behind)
    if count is None or unit is None or not all(map(text.is_joined, range(at, end - 1))):
        return None
    if is_ahead and (count == 1 or is_about) and not text.is_to_come(at):
        return None  # "Twice in a week", "not seen in a few days".
    if not (is_back or is_ahead):
        is_back = text.word(end) in dates.ago
        if not text.is_joined(end - 1) or not (is_back or text.word(end) in dates.ahead):
            return None
        end += 1
    days = stretch_away(today, unit, -count if is_back else count, is_about=is_about)
    return None if days is None else Read(days, at, end, is_relative=True, is_guess=is_about)


def _up_to_now(text: DateText, at: int, today: date) -> Read | None:
    """The last three days, the past week, in den letzten zwei Wochen, son üç gün."""
    if text.word(at) not in text.dates.up_to_now:
        return None
    count, is_about, behind = text.count(at + 1)
    unit, end = text.unit(behind)
    if count is None:
        count = int(text.word(at) in text.dates.one_up_to_now)
    days = UNIT_DAYS.get(unit, 0) * count if unit is not None else 0
    if is_about or not 0 < days < today.toordinal() or not all(map(text.is_joined, range(at, end - 1))):
        return None
    return Read((today - days * DAY, today), at, end, is_relative=True)


def _before_last(text: DateText, at: int, today: date) -> Read | None:
    """The week before last, vorletztes Wochenende."""
    is_one_word = text.word(at) in text.dates.last_but_one
    unit, end = text.unit(at + is_one_word)
    if unit is None or unit is Unit.DAY or not text.is_joined(end - 1 if not is_one_word else at):
        return None
    if not is_one_word:
        is_said = (text.word(end),) in text.tables.earlier and text.word(end + 1) in text.dates.last
        if not is_said or text.word(end + 2) in text.tables.telling:  # "The week before last Christmas".
            return None
        end += 2
    days = stretch_beside(today, unit, -2)
    return None if days is None else Read(days, at, end, is_relative=True)


def _named(text: DateText, at: int, today: date) -> Read | None:
    """Last week, this month, next Tuesday, geçen yaz, haftaya cuma."""
    dates, word = text.dates, text.word(at)
    if (unit := text.tables.in_one.get(word)) is not None:
        step, end = 1, at + 1
        if text.count(at - 1)[0] is not None:
            return None
    elif word in dates.last | dates.this | dates.next and text.is_joined(at) and text.word(at + 1) not in dates.plurals:
        step = -1 if word in dates.last else int(word in dates.next)
        unit, end = text.unit(at + 1)
    else:
        return None
    if unit is None:
        days, end = named_beside(text, at + 1, today, step), text.past_unit(at + 2, Unit.DAY)
    else:
        days = _unit_beside(today, unit, step)
        weekday = text.tables.weekdays.get(text.word(end)) if text.is_joined(end - 1) else None
        if unit is Unit.WEEK and days is not None and weekday is not None:
            days, end = weekday_beside(days[0], weekday, 0), text.past_unit(end + 1, Unit.DAY)
    if days is None:
        return None
    # "Next Friday", said on a Wednesday, is the day after tomorrow to some people and a week later to others.
    is_name = unit is None and text.word(at + 1) in text.tables.weekdays
    is_guess = (is_name and step != 0 and _are_in_one_week(today, days[0])) or (unit is Unit.WEEKEND and step > 0)
    return Read(days, at, end, is_relative=True, is_guess=is_guess)


def _are_in_one_week(day: date, other: date) -> bool:
    return day.isocalendar()[:2] == other.isocalendar()[:2]


def _unit_beside(today: date, unit: Unit, step: int) -> Stretch | None:
    """Last night, last week, this month, next year; not "this year": mostly a plan, it covers all that is new."""
    if unit is Unit.DAY or (unit is Unit.YEAR and step == 0) or (unit is Unit.PART_OF_DAY and step > 0):
        return None
    return stretch_beside(today, unit, step)


def _day_alone(text: DateText, at: int, today: date) -> Read | None:
    """On the 3rd, am 3., ayın 3'ünde: the last one, or the next if the sentence is about the future."""
    day = text.day(at)
    if day is None or not text.is_behind(text.tables.before_day, at):
        return None
    if not text.is_ordinal(at) or not text.stands_alone(at):
        return None
    is_to_come, month = text.is_to_come(at), today.replace(day=1)
    while True:
        found = day_in(month.year, month.month, day)
        if found is not None and (found > today if is_to_come else found <= today):
            return Read((found, found), at, at + 1, has_year=False)
        month = (month + 31 * DAY if is_to_come else month - DAY).replace(day=1)


def _weekday(text: DateText, at: int, today: date) -> Read | None:
    """On Friday: the last one, or the next if the sentence is about the future."""
    weekday = text.tables.weekdays.get(text.word(at))
    if weekday is None or text.word(at - 1) in text.dates.every:
        return None
    end = text.past_unit(at + 1, Unit.DAY)
    needs_more = text.word(at) in text.dates.ambiguous or text.lists_weekdays
    if needs_more and end == at + 1 and text.word(at - 1) not in text.dates.before:
        return None
    days = weekday_beside(today, weekday, 1 if text.is_to_come(at) else -1)
    return Read(days, at, end, is_relative=True, is_weekday=True, is_guess=True)


def _date(text: DateText, at: int, today: date | None) -> Read | None:
    """May 2023, 5 May, May 5, 2023, 3-5 May, 12 Mart, 2022 Aralık ayında."""
    if (year := text.year(at)) is not None:
        month = text.tables.months.get(text.word(at + 1)) if text.is_joined(at) else None
        return None if month is None else Read(months_from(year, month), at, text.past_unit(at + 2, Unit.MONTH))
    days, place = _days_of_month(text, at)
    if days:
        place = text.past_inside(place) if text.is_joined(place - 1) else at
    month = text.tables.months.get(text.word(place))
    if month is None:
        return None
    end = place + 1
    if not days and text.is_joined(place):
        days, end = _days_of_month(text, end)
    is_sure = bool(days) or not text.is_ambiguous(place) or text.word(at - 1) in text.dates.before
    named_to = text.past_unit(end, Unit.MONTH)
    is_sure, end = is_sure or named_to > end, named_to
    behind = text.past_inside(end)
    year = text.year(behind) if text.is_joined(end - 1) else text.short_year(end)
    if year is not None:
        return _dated(year, month, days, Read(months_from(year, month), at, behind + 1))
    if today is None:
        return None
    year = _year_of(text, at, today, month, days)
    return _dated(year, month, days, Read(months_from(year, month), at, end, has_year=False, is_sure=is_sure))


def _dated(year: int, month: int, days: Sequence[int], read: Read) -> Read | None:
    """What was read, narrowed from the month to the days that were named; None if the month has no such days."""
    if not days:
        return read
    first, last = day_in(year, month, days[0]), day_in(year, month, days[-1])
    if first is None or last is None or first > last:
        return None
    return Read((first, last), read.start, read.end, has_year=read.has_year)


def _days_of_month(text: DateText, at: int) -> tuple[tuple[int, ...], int]:
    """5, 3-5, 3 to 5, vom 3. bis zum 5.: the days, and the place after them."""
    first = text.day(at)
    if first is None:
        return (), at
    behind = at + 1
    if text.is_dashed(at):
        pass
    else:
        joins = text.tables.to | (text.tables.both if text.is_behind(text.tables.between, at) else frozenset())
        length = next((n for n in (2, 1) if tuple(text.words[behind : behind + n]) in joins), 0)
        if not length:
            return (first,), behind
        behind += length
    last = text.day(behind)
    return ((first,), at + 1) if last is None else ((first, last), behind + 1)


def _year_of(text: DateText, at: int, today: date, month: int, days: Sequence[int]) -> int:
    """The year of the near day; for a whole month, of the last that has begun, or of the next in a future sentence."""
    is_to_come = text.is_to_come(at)
    if days:
        return year_beside(today, month, days[0], is_to_come=is_to_come)
    return today.year + (month < today.month) if is_to_come else today.year - (month > today.month)


def _season(text: DateText, at: int) -> Read | None:
    """Summer of 2022, 2022 yazında."""
    year, season = text.year(at), text.season(at + 1)
    end = at + 2
    if year is None:
        season, place = text.season(at), text.past_inside(at + 1)
        year, end = text.year(place), place + 1
    if year is None or season is None or not text.is_joined(at):
        return None
    return Read(months_from(year, season, SEASON_MONTHS), at, end)


def _year(text: DateText, at: int) -> Read | None:
    """In 2023, 2023'te, from 2019 to 2021."""
    year = text.year(at)
    if year is None:
        return None
    is_named = text.is_joined(at) and text.unit(at + 1)[0] is Unit.YEAR
    is_behind = text.word(at - 1) in text.dates.before_year and text.is_joined(at - 1)
    is_sure = is_named or is_behind or text.has_suffix(at)
    return Read((date(year, 1, 1), date(year, 12, 31)), at, at + 1 + is_named, is_sure=is_sure)
