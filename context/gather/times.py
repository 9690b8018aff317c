"""The times that a question speaks of, in English and Turkish: "last week", "in May 2023", "iki gün önce"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graph.text.analysis import fold, word_spans
from graph.values.codec import to_ms

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From one moment to before another, in milliseconds."""

    start_ms: int
    end_ms: int

    def nearness(self, at_ms: int) -> float:
        """1 inside, falling to a half one length away, and to a fifth two lengths away."""
        away = max(self.start_ms - at_ms, at_ms - self.end_ms, 0)
        return 1.0 / (1.0 + (away / (self.end_ms - self.start_ms)) ** 2)


def _folded(*rows: str) -> dict[str, int]:
    """Each word of the first row counts 1, of the second 2, and so on."""
    return {fold(word): number for number, row in enumerate(rows, 1) for word in row.split()}


_MONTHS: Mapping[str, int] = _folded(
    "january jan ocak", "february feb şubat", "march mart", "april apr nisan", "may mayıs", "june jun haziran",
    "july jul temmuz", "august aug ağustos", "september sep sept eylül", "october oct ekim", "november nov kasım",
    "december dec aralık",
)  # fmt: skip
_WEEKDAYS: Mapping[str, int] = _folded(
    "monday pazartesi", "tuesday salı", "wednesday çarşamba", "thursday perşembe", "friday cuma",
    "saturday cumartesi", "sunday pazar",
)  # fmt: skip
_NUMBERS: Mapping[str, int] = {
    **_folded("a an one bir", "two iki", "three üç", "four dört", "five beş", "six altı", "seven yedi", "eight sekiz"),
    **{"couple": 2, "nine": 9, "dokuz": 9, "ten": 10, "on": 10},
}
_UNITS: Mapping[str, int] = {
    **dict.fromkeys(("day", "days", "gun"), 1),
    **dict.fromkeys(("week", "weeks", "weekend", "hafta"), 7),
    **dict.fromkeys(("month", "months", "ay"), 30),
    **dict.fromkeys(("year", "years", "yil", "sene"), 365),
}
_LAST = frozenset(("last", "past", "previous", "gecen", "onceki"))
_THIS = frozenset(("this", "bu"))
_AGO = frozenset(("ago", "once"))
# "Today" points at nothing remembered: people say it of what they speak of now.
_DAYS: Mapping[str, int] = {"yesterday": 1, "dun": 1}
_BEFORE_MONTH = frozenset(("in", "of", "since", "until", "during", "early", "late", "mid", "by", "from"))
_ALSO_VERBS = frozenset(("may", "march", "mart"))  # Months only beside a number or a word that goes before months.


def times_in(text: str, now: datetime) -> list[TimeSpan]:
    """The spans of time that a text speaks of, as seen from `now`, in its order. Pure."""
    words = [word for word, _, _ in word_spans(text)]
    found: list[TimeSpan] = []
    at = 0
    while at < len(words):
        for read in (_day, _ago, _last, _date, _year):
            span, length = read(words, at, now)
            if span is not None:
                found.append(span)
                at += length
                break
        else:
            at += 1
    return found


_Read = tuple[TimeSpan | None, int]


def _day(words: Sequence[str], at: int, now: datetime) -> _Read:
    """Yesterday, dün."""
    back = _DAYS.get(words[at])
    return (None, 0) if back is None else (_days(_midnight(now) - back * DAY, 1), 1)


def _ago(words: Sequence[str], at: int, now: datetime) -> _Read:
    """Three weeks ago, üç hafta önce: that time, give or take half a unit."""
    count = _number(words[at])
    unit = _UNITS.get(_word(words, at + 1))
    if count is None or unit is None or _word(words, at + 2) not in _AGO:
        return None, 0
    middle = _midnight(now) - count * unit * DAY
    return _days(middle - (unit // 2) * DAY, max(1, unit)), 3


def _last(words: Sequence[str], at: int, now: datetime) -> _Read:
    """Last week, this month, last Tuesday, geçen hafta, bu ay."""
    if words[at] not in _LAST and words[at] not in _THIS:
        return None, 0
    behind, today = _word(words, at + 1), _midnight(now)
    unit = _UNITS.get(behind)
    if unit is not None and words[at] in _THIS:
        # "This year" is mostly a plan, and would lift all that is remembered.
        return (None, 0) if unit > _UNITS["month"] else (_days(today - (unit - 1) * DAY, unit), 2)
    if unit is not None:
        # Last month is the one before this, and people mean the last thirty days by it just as often.
        return _days(today - (unit * 3 // 2) * DAY, unit * 3 // 2), 2
    weekday = _WEEKDAYS.get(behind)
    if weekday is None:
        return None, 0
    back = (today.isoweekday() - weekday - 1) % 7 + 1
    return _days(today - back * DAY, 1), 2


def _date(words: Sequence[str], at: int, now: datetime) -> _Read:
    """May 2023, 5 May, May 5 2023, 12 Mart, mayısta."""
    is_number_first = words[at].isdigit() and len(words[at]) <= 2
    place = at + is_number_first
    month = _month(_word(words, place))
    if month is None:
        return None, 0
    rest = place + 1
    day = int(words[at]) if is_number_first else None
    if day is None and (number := _ordinal(_word(words, rest))) is not None:
        day, rest = number, rest + 1
    year = int(_word(words, rest)) if _is_year(_word(words, rest)) else None
    is_alone = day is None and year is None
    if is_alone and words[place] in _ALSO_VERBS and _word(words, at - 1) not in _BEFORE_MONTH:
        return None, 0
    length = rest + (year is not None) - at
    if year is None:  # The last one that has begun.
        year = now.year if month <= now.month else now.year - 1
    return _span_of(year, month, day), length


def _year(words: Sequence[str], at: int, now: datetime) -> _Read:
    """In 2023, 2023'te."""
    if not _is_year(words[at]):
        return None, 0
    year = int(words[at])
    return TimeSpan(to_ms(datetime(year, 1, 1, tzinfo=UTC)), to_ms(datetime(year + 1, 1, 1, tzinfo=UTC))), 1


def _span_of(year: int, month: int, day: int | None) -> TimeSpan | None:
    start = datetime(year, month, 1, tzinfo=UTC)
    following = (start + 31 * DAY).replace(day=1)
    if day is None:
        return TimeSpan(to_ms(start), to_ms(following))
    return _days(start + (day - 1) * DAY, 1) if 1 <= day <= (following - start).days else None


def _days(start: datetime, count: int) -> TimeSpan:
    return TimeSpan(to_ms(start), to_ms(start + count * DAY))


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) <= 3 else _NUMBERS.get(word)


def _ordinal(word: str) -> int | None:
    """5, 5th, 1st."""
    digits = word[:-2] if word.endswith(("st", "nd", "rd", "th")) else word
    return int(digits) if digits.isdigit() and len(digits) <= 2 else None


def _month(word: str) -> int | None:
    """Also with a Turkish suffix: mayısta, ekimde, ocak'ta."""
    for suffix in ("", "ta", "te", "da", "de", "in", "un", "tan", "ten", "dan", "den"):
        stem = word.removesuffix(suffix) if suffix else word
        if (suffix == "" or stem != word) and stem in _MONTHS:
            return _MONTHS[stem]
    return None


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and 1900 <= int(word) <= 2100
