"""The times that a text refers to, as days: "last week", "in May 2023", "iki gün önce", 23.01.2024."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise

from graph.text.analysis import word_spans
from graph.text.date_text import DateText, could_tell
from graph.text.days import Days, Stretch, Unit, day_in, day_of, stretch_away, stretch_beside
from graph.text.identification import readers_of, told_in
from graph.text.single_times import DigitDate, Read, digit_dates, named_beside, read_one
from languages.registry import LANGUAGES

TIMES_VERSION = 6
"""The version of this reader. Raise it to have stored messages read again."""

NO_DATE_BEHIND = frozenset[str]().union(*(language.dates.no_date_behind for language in LANGUAGES))

YEARS = range(1000, 9000)
"""Nobody wrote in other years, and the calendar must have "next year"."""

TIMES_CHARS_MAX = 10_000
"""The rest of a longer text is not read: it is a document, and each number in it may begin a date: 200,000
characters of numbers took 6 s."""

WEEKS = (Unit.WEEK, Unit.WEEKEND)
"""Only these are named by a day in them: "the week of 4 March"."""

UNIT_WORDS_MAX = 4
"""The most words that can stand before another time: "a couple of days before 3 May"."""


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
            reads = _anchored(words, _ranges_joined(words, _dates_with_weekdays(words, _reads(words, digits, today))))
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
        for days in found.readings:
            yield Read(days, at, end, has_year=found.has_year)


def _dates_with_weekdays(text: DateText, reads: Sequence[Read]) -> list[Read]:
    """Join a weekday to its date: "Friday, 5 May" is one day, and so is "5 Mayıs Cuma"."""
    joined: list[Read] = []
    for read in reads:
        before = joined[-1] if joined else None
        is_beside = before is not None and before.end == read.start and text.is_joined(before.end - 1)
        if before is not None and is_beside and _is_weekday_of(read, before):
            joined[-1] = replace(before, end=read.end)
            continue
        is_its_date = before is not None and before.is_weekday and not read.is_relative and before.end == read.start
        if before is not None and is_its_date and text.is_joined(before.end - 1):
            joined[-1] = replace(read, start=before.start)
        else:
            joined.append(read)
    return joined


def _is_weekday_of(read: Read, date: Read) -> bool:
    """Whether a weekday is that of the single day before it."""
    first, last = date.days
    is_date = first == last and not date.is_relative
    return read.is_weekday and is_date and first.isoweekday() == read.days[0].isoweekday()


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
    if between in text.tables.both and text.is_behind(text.tables.between, before.start):
        return read.end
    if is_closed and (not between or between in text.tables.both):
        return read.end + 1
    return None


def _anchored(text: DateText, reads: Sequence[Read]) -> list[Read]:
    """Join a time to its date: weekend before 14 July, zwei Tage nach dem 3. Mai, 14 Temmuz'dan önceki hafta sonu."""
    found: list[Read] = []
    for read in reads:
        if found and found[-1].start < read.start < found[-1].end:
            continue
        beside = None if read.is_relative else _before(text, read) or _behind(text, read)
        while beside is not None and found and found[-1].end > beside.start:
            found.pop()
        found.append(beside or read)
    return found


def _before(text: DateText, read: Read) -> Read | None:
    """The meaning of a unit or weekday that stands before a word like "before" and a date, or "of" and a day."""
    for phrases, step in ((text.tables.earlier, -1), (text.tables.later, 1), (text.tables.containing, 0)):
        end = text.phrase_before(phrases, read.start)
        if end is None or (step == 0 and (read.days[0] < read.days[1] or text.unit(end - 1)[0] not in WEEKS)):
            continue
        day = read.days[0 if step < 0 else 1]
        for start in range(max(0, end - (UNIT_WORDS_MAX if step else 1)), end):
            days = _beside(text, start, end, day, step)
            if days is not None:
                is_said_twice = text.word(start - 1) in text.dates.last | text.dates.next
                return Read(days, start - is_said_twice, read.end, has_year=read.has_year)
    return None


def _behind(text: DateText, read: Read) -> Read | None:
    """The meaning of a unit that follows a date and a word for "before"."""
    start = read.end + 1
    if text.word(read.end) not in text.dates.earlier_behind:
        return None
    for end in range(min(start + UNIT_WORDS_MAX, len(text.words)), start, -1):
        days = _beside(text, start, end, read.days[0], -1)
        if days is not None:
            return Read(days, read.start, end, has_year=read.has_year)
    return None


def _beside(text: DateText, start: int, end: int, day: date, step: int) -> Stretch | None:
    """The meaning of exactly these words before or after a day: a unit, a number of units, or a weekday."""
    count, is_about, place = text.count(start)
    unit, behind = text.unit(place)
    if unit is not None and behind == end:
        if count is None:
            return stretch_beside(day, unit, step)
        return stretch_away(day, unit, step * count, is_about=is_about)
    is_name = end == start + 1 and text.word(start) in text.tables.weekdays
    return named_beside(text, start, day, step) if is_name else None
