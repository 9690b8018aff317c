"""The times that a text refers to, as days: "last week", "in May 2023", "iki gün önce", 23.01.2024."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise

from graph.text.analysis import word_spans
from graph.text.calendar_days import day_in
from graph.text.date_text import DateText
from graph.text.date_words import could_tell
from graph.text.days import Days, day_of
from graph.text.digit_dates import DigitDate, digit_dates
from graph.text.identification import readers_of, told_in
from graph.text.single_times import Read, read_one
from languages.registry import LANGUAGES

TIMES_VERSION = 4
"""The version of this reader. Raise it to have stored messages read again."""

NO_DATE_BEHIND = frozenset[str]().union(*(language.dates.no_date_behind for language in LANGUAGES))

YEARS = range(1000, 9000)
"""Nobody wrote in other years, and the calendar must have "next year"."""

TIMES_CHARS_MAX = 10_000
"""The rest of a longer text is not read: it is a document, and each number in it may begin a date: 200,000
characters of numbers took 6 s."""


@dataclass(frozen=True, slots=True)
class SpokenTime:
    """A time that a text refers to, and where it stands."""

    days: Days
    start: int
    end: int
    is_relative: bool  # whether the days depend on the day on which it is said
    is_guess: bool = False  # whether it may also be a little earlier or later: "next Friday", on a Wednesday


def times_in(text: str, at: datetime | None, *, is_day_first: bool | None = None) -> list[SpokenTime]:
    """The times that a text refers to, in its order; relative times are resolved against `at`, the text's own time.

    Without `at`, only dates with a year are read. `is_day_first` is the order of dates with slashes; if it is unknown,
    the language decides, or both readings are given. A time that could be past or future is past, unless its sentence
    says otherwise. Of a long text, only the beginning is read. Pure; tens of microseconds for a line of chat.
    """
    text = text[:TIMES_CHARS_MAX]
    if not could_tell(text):
        return []
    spans = word_spans(text)
    today = None if at is None or at.year not in YEARS else day_of(at)
    orders = {language.dates.is_day_first for language in told_in(text)}
    own_order = orders.pop() if len(orders) == 1 else None
    digits: list[DigitDate] = []
    if any(word[0].isdigit() for word, _, _ in spans):
        order = own_order if is_day_first is None else is_day_first
        dates = digit_dates(text, is_day_first=order, is_dotted=own_order is True, today=today)
        digits = list(dates)
        none_at = {start for (word, _, _), (_, start, _) in pairwise(spans) if word in NO_DATE_BEHIND}
        digits = [spoken_times for spoken_times in digits if spoken_times.start not in none_at]
    spoken_times: set[SpokenTime] = set()
    for language in readers_of(text):
        words = DateText(text, language, spans)
        if digits or words.is_telling:
            reads = _ranges_joined(words, _dates_with_weekdays(words, _reads(words, digits, today)))
            spoken_times |= {_spoken(words, read) for read in reads if read.is_sure}
    return _apart(spoken_times)


def _spoken(text: DateText, read: Read) -> SpokenTime:
    start, end = text.spans[read.start][1], text.spans[read.end - 1][2]
    return SpokenTime(Days.of(*read.days), start, end, read.is_relative, read.is_guess)


def _apart(found: set[SpokenTime]) -> list[SpokenTime]:
    """The longest of the times that overlap; the readings of one date in digits are equally long and all stay."""
    kept: list[SpokenTime] = []
    places: list[tuple[int, int]] = []  # of those kept, in order; no two of them overlap
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start, one.days)):
        place = (one.start, one.end)
        at = bisect_left(places, place)
        is_new = place not in places[at : at + 1]
        if is_new and any(start < one.end and one.start < end for start, end in places[max(0, at - 1) : at + 1]):
            continue
        kept.append(one)
        if is_new:
            places.insert(at, place)
    return sorted(kept, key=lambda one: (one.start, one.days))


def _reads(text: DateText, digits: Sequence[DigitDate], today: date | None) -> list[Read]:
    """Every single time."""
    reads: list[Read] = []
    in_digits = {date.start: date for date in digits}
    at = 0
    while at < len(text.words):
        found = in_digits.get(text.spans[at][1])
        if found is not None:
            end = next((i for i in range(at, len(text.spans)) if text.spans[i][1] >= found.end), len(text.spans))
            reads += _in_digits(text, at, end, found)
            at = end
            continue
        read = read_one(text, at, today) if text.is_beginning(at) else None
        if read is not None:
            reads.append(read)
        at = at + 1 if read is None else read.end
    return reads


def _in_digits(text: DateText, at: int, end: int, found: DigitDate) -> Iterator[Read]:
    """The readings of a date in digits; a date without a year is read only after "am", "seit dem"."""
    if found.has_year or text.is_behind(text.tables.before_day, at):
        for day in found.days:
            yield Read((day, day), at, end, has_year=found.has_year)


def _dates_with_weekdays(text: DateText, reads: Sequence[Read]) -> list[Read]:
    """Join a weekday to its date: "Friday, 5 May" is one day, and so is "5 Mayıs Cuma"."""
    joined: list[Read] = []
    for read in reads:
        before = joined[-1] if joined else None
        if before is not None and before.end == read.start and text.is_joined(before.end - 1):
            dates = [each for each in (before, read) if not each.is_relative]
            if len(dates) == 1 and (before.is_weekday or read.is_weekday):
                joined[-1] = replace(dates[0], start=before.start, end=read.end)
                continue
        joined.append(read)
    return joined


def _ranges_joined(text: DateText, reads: Sequence[Read]) -> list[Read]:
    """Join ranges: From July 28 to August 2, zwischen März und Mai 2023, mart ile mayıs arasında."""
    joined: list[Read] = []
    for read in reads:
        before = joined[-1] if joined else None
        end = None if before is None else _range_end(text, before, read)
        if before is not None and end is not None:
            first = before.days[0]
            if not before.has_year and not before.is_relative and (read.has_year or first > read.days[1]):
                year = read.days[1].year - ((first.month, first.day) > (read.days[1].month, read.days[1].day))
                first = day_in(year, first.month, first.day) or first
            if first <= read.days[1]:
                joined[-1] = replace(read, days=(first, read.days[1]), start=before.start, end=end, is_sure=True)
                continue
            if before.is_weekday and read.is_weekday:  # "From Monday to Friday" is a habit, unless it is past.
                joined.pop()
                continue
        joined.append(read)
    return joined


def _range_end(text: DateText, before: Read, read: Read) -> int | None:
    """The end of the range that these two times form, or None if they form none."""
    if before.end > read.start:  # The readings of one date in digits.
        return None
    between = tuple(text.words[before.end : read.start])
    is_closed = text.word(read.end) in text.dates.behind_range
    if between in text.tables.to or (not between and text.is_dashed(before.end - 1)):
        return read.end
    if len(between) == 1 and between[0] in text.dates.both and text.word(before.start - 1) in text.dates.between:
        return read.end
    if is_closed and (not between or (len(between) == 1 and between[0] in text.dates.both)):
        return read.end + 1
    return None
