"""The times that a question speaks of: "last week", "in May 2023", "iki gün önce"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from graph.text.analysis import word_spans
from graph.text.identification import readers_of
from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Dates, Language

DAY = timedelta(days=1)
MONTH_DAYS = 30


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From one moment to before another, in milliseconds."""

    start_ms: int
    end_ms: int

    def nearness(self, at_ms: int) -> float:
        """1 inside, falling to a half one length away, and to a fifth two lengths away."""
        away = max(self.start_ms - at_ms, at_ms - self.end_ms, 0)
        return 1.0 / (1.0 + (away / (self.end_ms - self.start_ms)) ** 2)


def times_in(text: str, now: datetime) -> list[TimeSpan]:
    """The spans of time that a text speaks of, as seen from `now`, in its order. Pure."""
    languages = readers_of(text)
    words = [word for word, _, _ in word_spans(_with_months_named(text, languages))]
    reading = _Reading(words, now, _words_of(languages))
    found: list[TimeSpan] = []
    at = 0
    while at < len(reading.words):
        for read in (reading.day, reading.ago, reading.last, reading.date, reading.year):
            span, length = read(at)
            if span is not None:
                found.append(span)
                at += length
                break
        else:
            at += 1
    return found


def _with_months_named(text: str, languages: Iterable[Language]) -> str:
    """The text with the months of dates in digits as words: words do not tell "03.05.2024" from "at 3:05"."""
    for language in languages:
        dates = language.dates

        def named(match: re.Match[str], months: tuple[str, ...] = dates.months) -> str:
            month = int(match["month"])
            is_month = 1 <= month <= len(months)
            return f"{match['day']} {months[month - 1].split()[0]} {match['year']}" if is_month else match[0]

        text = regex(language, dates.in_digits).sub(named, text)
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The words of several languages for times, folded; what they are is told by `Dates`."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    numbers: Mapping[str, int]
    units: Mapping[str, int]  # in days
    days_back: Mapping[str, int]
    last: frozenset[str]
    last_behind: frozenset[str]
    this: frozenset[str]
    ago: frozenset[str]
    ago_before: frozenset[str]
    ambiguous_months: frozenset[str]
    before_month: frozenset[str]
    inside: frozenset[str]
    ordinal_endings: tuple[str, ...]
    month_endings: tuple[str, ...]


@cache
def _words_of(languages: tuple[Language, ...]) -> _Words:
    tables = [language.dates for language in languages]

    def every(words_of: Callable[[Dates], Iterable[str]]) -> frozenset[str]:
        return frozenset(word for table in tables for word in words_of(table))

    units = (
        (1, every(lambda table: table.days)),
        (7, every(lambda table: table.weeks)),
        (MONTH_DAYS, every(lambda table: table.months_long)),
        (365, every(lambda table: table.years)),
    )
    return _Words(
        months=_counted(table.months for table in tables),
        weekdays=_counted(table.weekdays for table in tables),
        numbers=_counted(table.numbers for table in tables) | _merged(table.more_numbers for table in tables),
        units={word: days for days, words in units for word in words},
        days_back=_merged(table.days_back for table in tables),
        last=every(lambda table: table.last),
        last_behind=every(lambda table: table.last_behind),
        this=every(lambda table: table.this),
        ago=every(lambda table: table.ago),
        ago_before=every(lambda table: table.ago_before),
        ambiguous_months=every(lambda table: table.ambiguous_months),
        before_month=every(lambda table: table.before_month),
        inside=every(lambda table: table.inside),
        ordinal_endings=tuple(ending for table in tables for ending in table.ordinal_endings),
        month_endings=("", *(ending for table in tables for ending in table.month_endings)),
    )


def _counted(rows: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Each word in the first place of a row counts 1, in the second 2, and so on."""
    return {fold(word): number for row in rows for number, listed in enumerate(row, 1) for word in listed.split()}


def _merged(tables: Iterable[Mapping[str, int]]) -> dict[str, int]:
    return {fold(word): number for table in tables for word, number in table.items()}


_Read = tuple[TimeSpan | None, int]
"""What is said from one word on, and how many words say it."""

_NO_TIME: _Read = (None, 0)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text's words, when they are read, and by which tables."""

    words: Sequence[str]
    now: datetime
    known: _Words

    def day(self, at: int) -> _Read:
        """Yesterday, dün."""
        back = self.known.days_back.get(self.words[at])
        return _NO_TIME if back is None else (_days(self._midnight - back * DAY, 1), 1)

    def ago(self, at: int) -> _Read:
        """Three weeks ago, üç hafta önce: that time, give or take half a unit."""
        is_before = self.words[at] in self.known.ago_before
        first = at + is_before
        count = self._number(first)
        unit = self.known.units.get(self._word(first + 1))
        if count is None or unit is None or not (is_before or self._word(first + 2) in self.known.ago):
            return _NO_TIME
        middle = self._midnight - count * unit * DAY
        return _days(middle - (unit // 2) * DAY, max(1, unit)), 3

    def last(self, at: int) -> _Read:
        """Last week, this month, last Tuesday, geçen hafta, bu ay."""
        word, behind, today = self.words[at], self._word(at + 1), self._midnight
        if behind in self.known.last_behind:
            word, behind = behind, word
        elif word not in self.known.last and word not in self.known.this:
            return _NO_TIME
        unit = self.known.units.get(behind)
        if unit is not None and word in self.known.this:
            # "This year" is mostly a plan, and would lift all that is remembered.
            return _NO_TIME if unit > MONTH_DAYS else (_days(today - (unit - 1) * DAY, unit), 2)
        if unit is not None:
            # Last month is the one before this, and people mean the last thirty days by it just as often.
            return _days(today - (unit * 3 // 2) * DAY, unit * 3 // 2), 2
        weekday = self.known.weekdays.get(behind)
        if weekday is None:
            return _NO_TIME
        back = (today.isoweekday() - weekday - 1) % 7 + 1
        return _days(today - back * DAY, 1), 2

    def date(self, at: int) -> _Read:
        """May 2023, 5 May, May 5 2023, 12 Mart, mayısta."""
        is_number_first = self.words[at].isdigit() and len(self.words[at]) <= 2
        place = self._past_small(at + 1) if is_number_first else at
        month = self._month(self._word(place))
        if month is None:
            return _NO_TIME
        rest = place + 1
        day = int(self.words[at]) if is_number_first else None
        if day is None and (number := self._ordinal(rest)) is not None:
            day, rest = number, rest + 1
        behind = self._word(self._past_small(rest))
        year = int(behind) if _is_year(behind) else None
        is_alone = day is None and year is None
        is_ambiguous = self._word(place) in self.known.ambiguous_months
        if is_alone and is_ambiguous and self._word(at - 1) not in self.known.before_month:
            return _NO_TIME
        length = (rest if year is None else self._past_small(rest) + 1) - at
        if year is None:  # The last one that has begun.
            year = self.now.year if month <= self.now.month else self.now.year - 1
        return _span_of(year, month, day), length

    def year(self, at: int) -> _Read:
        """In 2023, 2023'te."""
        if not _is_year(self.words[at]):
            return _NO_TIME
        year = int(self.words[at])
        return TimeSpan(_ms(datetime(year, 1, 1, tzinfo=UTC)), _ms(datetime(year + 1, 1, 1, tzinfo=UTC))), 1

    @property
    def _midnight(self) -> datetime:
        return self.now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)

    def _word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""

    def _past_small(self, at: int) -> int:
        """Behind a small word that may stand inside a date: "5 de mayo"."""
        return at + (self._word(at) in self.known.inside)

    def _number(self, at: int) -> int | None:
        word = self._word(at)
        return int(word) if word.isdigit() and len(word) <= 3 else self.known.numbers.get(word)

    def _ordinal(self, at: int) -> int | None:
        """5, 5th, 1st."""
        word = self._word(at)
        ending = next((each for each in self.known.ordinal_endings if word.endswith(each)), "")
        digits = word.removesuffix(ending)
        return int(digits) if digits.isdigit() and len(digits) <= 2 else None

    def _month(self, word: str) -> int | None:
        """Also with an ending: mayısta, ekimde."""
        stems = (word.removesuffix(ending) for ending in self.known.month_endings if word.endswith(ending))
        return next((self.known.months[stem] for stem in stems if stem in self.known.months), None)


def _span_of(year: int, month: int, day: int | None) -> TimeSpan | None:
    start = datetime(year, month, 1, tzinfo=UTC)
    following = (start + 31 * DAY).replace(day=1)
    if day is None:
        return TimeSpan(_ms(start), _ms(following))
    return _days(start + (day - 1) * DAY, 1) if 1 <= day <= (following - start).days else None


def _days(start: datetime, count: int) -> TimeSpan:
    return TimeSpan(_ms(start), _ms(start + count * DAY))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and 1900 <= int(word) <= 2100
