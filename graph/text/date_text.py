"""A text seen through a language's tables of times: the words they know, and what stands between them."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from graph.text.days import Unit
from graph.text.patterns import regex
from languages.folding import fold
from languages.language import Dates, Language
from languages.registry import LANGUAGES

CACHED_WORDS = 16_384

_WORD = re.compile(r"[^\W_]+")

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DateWords:
    """The tables of one language with every word folded; `known` holds all their words."""

    dates: Dates
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    seasons: Mapping[str, int]
    numbers: Mapping[str, int]
    units: Mapping[Phrase, Unit]
    days_off: Mapping[Phrase, int]
    in_one: Mapping[str, Unit]
    before_day: frozenset[Phrase]
    to: frozenset[Phrase]
    between: frozenset[Phrase]
    both: frozenset[Phrase]
    earlier: frozenset[Phrase]
    later: frozenset[Phrase]
    containing: frozenset[Phrase]
    short: frozenset[str]  # short forms of names; a full stop after them ends no sentence
    stop_words: frozenset[str]
    known: frozenset[str]
    telling: frozenset[str]  # without one of these words, or a digit, a text refers to no time
    beginning: frozenset[str]  # words that may begin a time


@cache
def date_words_of(language: Language) -> DateWords:
    """The tables of a language."""
    dates = language.dates
    units: dict[Phrase, Unit] = {
        **{(word,): Unit.DAY for word in dates.days},
        **{(word,): Unit.PART_OF_DAY for word in dates.parts_of_day},
        **{(word,): Unit.WEEK for word in dates.weeks},
        **{_phrase(text): Unit.WEEKEND for text in dates.weekends},
        **{(word,): Unit.MONTH for word in dates.months_long},
        **{(word,): Unit.YEAR for word in dates.years},
    }
    months, weekdays, seasons = _counted(dates.months), _counted(dates.weekdays), _counted(dates.seasons)
    days_off = {_phrase(text): days for text, days in dates.days_off.items()}
    in_one = {fold(word): units[(fold(unit),)] for word, unit in dates.in_one.items()}
    numbers = _counted(dates.numbers) | {fold(word): number for word, number in dates.more_numbers.items()}
    telling = frozenset({*months, *weekdays, *seasons, *in_one, *(phrase[0] for phrase in (*units, *days_off))})
    before_unit = dates.last | dates.this | dates.next | dates.ago_before | dates.ahead_before | dates.few
    before_unit |= dates.last_but_one | dates.up_to_now
    return DateWords(
        dates=dates,
        months=months,
        weekdays=weekdays,
        seasons=seasons,
        numbers=numbers,
        units=units,
        days_off=days_off,
        in_one=in_one,
        before_day=_phrases(dates.before_day),
        to=_phrases(dates.to),
        between=_phrases(dates.between),
        both=_phrases(dates.both),
        earlier=_phrases(dates.earlier),
        later=_phrases(dates.later),
        containing=_phrases(dates.containing),
        short=frozenset(fold(word) for row in (*dates.months, *dates.weekdays) for word in row.split()[1:]),
        stop_words=language.analysis.stop_words,
        known=_known(dates),
        telling=telling,
        beginning=telling | before_unit | numbers.keys(),
    )


def calendar_words(languages: Iterable[Language]) -> frozenset[str]:
    """The folded names of months and weekdays."""
    tables = map(date_words_of, languages)
    return frozenset(word for table in tables for names in (table.months, table.weekdays) for word in names)


@lru_cache(CACHED_WORDS)
def known_form(language: Language, word: str) -> str:
    """The form of the word in the language's tables, without its ending; digits stay, unknown words become ""."""
    if word[0].isdigit():
        return word
    words = date_words_of(language)
    if word in words.known:
        return word
    endings = sorted(words.dates.endings, key=len, reverse=True)
    stems = (word.removesuffix(ending) for ending in endings if word.endswith(ending))
    return next((stem for stem in stems if len(stem) > 1 and stem in words.known), "")


def could_tell(text: str) -> bool:
    """Whether any word or digit of a text could refer to a time, in any language. Cheaper than reading the text."""
    return any(map(_could_tell, _WORD.findall(fold(text))))


@lru_cache(CACHED_WORDS)
def _could_tell(word: str) -> bool:
    return word[0].isdigit() or any(known_form(each, word) in date_words_of(each).telling for each in LANGUAGES)


def _counted(rows: Iterable[str]) -> dict[str, int]:
    """Map each word in the first row to 1, in the second to 2, and so on."""
    return {fold(word): number for number, row in enumerate(rows, 1) for word in row.split()}


def _phrase(text: str) -> Phrase:
    return tuple(fold(text).split())


def _phrases(texts: Iterable[str]) -> frozenset[Phrase]:
    return frozenset(map(_phrase, texts))


def _known(dates: Dates) -> frozenset[str]:
    """Every word of every table."""
    texts: list[str] = []
    for each in fields(dates):
        value = getattr(dates, each.name)
        if each.name not in ("endings", "ordinal_endings", "to_come", "no_day_in", "ordinal_mark", "is_day_first"):
            texts += [*value, *(value.values() if each.name == "in_one" else ())]
    return frozenset(word for text in texts for word in fold(text).split())


V = TypeVar("V")

FEW = 3
PHRASE_WORDS_MAX = 4
LISTED_WEEKDAYS = 3
CENTURY_ENDS = 70
"""'69 is 2069 and '70 is 1970: people speak of what they have lived through, or plan."""

_SUFFIX = r"(?:['’ʼ]\w*)?"
_JOINED = re.compile(rf"{_SUFFIX},?[ \t]*")
_JOINED_BY_MARK = re.compile(rf"{_SUFFIX}\.?,?[ \t]*")
_SHORT_YEAR = re.compile(r"\.?,?[ \t]+['’‘]")
_DASHED = re.compile(rf"{_SUFFIX}\.?[ \t]*[-–][ \t]*")
_ALONE = re.compile(rf"{_SUFFIX}\.?[ \t]*(?:$|[^\w \t.])")
_QUOTED = re.compile(
    r"""(?<!\w)(?:"[^"\n]{1,60}"|[“„][^“”\n]{1,60}[“”]|«[^»\n]{1,60}»|[‘'](?:[^‘’'\n]|\b['’]\b){1,60}['’])(?!\w)"""
)
"""A title, or what was said another day."""

_ENDS = re.compile(r"[.!?][ \t]+(?=[^\W\d_])|[!?\n]")


class DateText:
    """The words of a text as the tables of one language know them; unknown words are ""."""

    def __init__(self, text: str, language: Language, spans: Sequence[tuple[str, int, int]]) -> None:
        self.text = text
        self.language = language
        self.tables = date_words_of(language)
        self.dates = language.dates
        self.spans = spans
        self.words = [known_form(language, word) for word, _, _ in spans]
        self._to_come: dict[int, bool] = {}  # by sentence number, as one search reads the whole sentence

    @property
    def is_telling(self) -> bool:
        """Whether any word could refer to a time."""
        telling = self.tables.telling
        return any(word in telling or word[0].isdigit() for word in self.words if word)

    def is_beginning(self, at: int) -> bool:
        """Whether a time may begin at this word."""
        word = self.words[at]
        return bool(word) and (word in self.tables.beginning or word[0].isdigit())

    @cached_property
    def lists_weekdays(self) -> bool:
        """Whether the text is like a timetable, whose weekdays are not particular days."""
        return len(self.tables.weekdays.keys() & set(self.words)) >= LISTED_WEEKDAYS

    def word(self, at: int) -> str:
        """The word at this place; "" if there is none."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def between(self, at: int) -> str:
        """The text between this word and the next."""
        behind = self.spans[at + 1][1] if at + 1 < len(self.spans) else len(self.text)
        return self.text[self.spans[at][2] : behind]

    def is_joined(self, at: int) -> bool:
        """Whether only blanks, a comma or the mark of an ordinal separate this word from the next."""
        if not 0 <= at < len(self.spans) - 1:
            return False
        has_mark = self.words[at].isdigit() or self.words[at] in self.tables.short
        return (_JOINED_BY_MARK if has_mark else _JOINED).fullmatch(self.between(at)) is not None

    def is_dashed(self, at: int) -> bool:
        """Whether a dash joins this word to the next."""
        return 0 <= at < len(self.spans) - 1 and _DASHED.fullmatch(self.between(at)) is not None

    def stands_alone(self, at: int) -> bool:
        """Whether no word follows that this one could count: "on the 3rd", not "on the 3rd floor"."""
        if _ALONE.match(self.text, self.spans[at][2]) or at + 1 == len(self.spans):
            return True
        word, start, _ = self.spans[at + 1]
        if not self.language.names.by_capitals:  # Nouns have capitals.
            return self.text[start].islower()
        return word in self.tables.stop_words or bool(self.dates.ordinal_mark)

    def phrase(self, table: Mapping[Phrase, V], at: int) -> tuple[V | None, int]:
        """The value of the longest phrase of the table that begins here, and the place after it."""
        for length in range(min(PHRASE_WORDS_MAX, len(self.words) - at), 0, -1):
            found = table.get(tuple(self.words[at : at + length]))
            if found is not None and all(map(self.is_joined, range(at, at + length - 1))):
                return found, at + length
        return None, at

    def is_behind(self, phrases: Collection[Phrase], at: int) -> bool:
        """Whether one of these phrases ends right before this word."""
        return self.phrase_before(phrases, at) is not None

    def phrase_before(self, phrases: Collection[Phrase], at: int) -> int | None:
        """The start of the longest of these phrases that ends right before this word."""
        starts = range(max(0, at - PHRASE_WORDS_MAX), at)
        return next((start for start in starts if tuple(self.words[start:at]) in phrases), None)

    def unit(self, at: int) -> tuple[Unit | None, int]:
        """The unit named here, and the place after it."""
        return self.phrase(self.tables.units, at)

    def count(self, at: int) -> tuple[int | None, bool, int]:
        """The number named here (three, a couple of, ein paar), whether it is approximate, and the place after it."""
        word = self.word(at)
        count = int(word) if word.isdecimal() and len(word) <= 3 else self.tables.numbers.get(word)
        behind = at + (count is not None)
        if self.word(behind) in self.dates.few:
            return FEW, True, behind + 1
        if count == 1 and self.word(behind) in self.tables.numbers and self.is_joined(at):
            count, behind = self.tables.numbers[self.word(behind)], behind + 1
        return count, False, self.past_inside(behind) if count is not None else at

    def day(self, at: int) -> int | None:
        """The day of a month written here: 5, 5th, 1st."""
        word = self.word(at)
        ending = next((each for each in self.dates.ordinal_endings if word.endswith(each)), "")
        digits = word.removesuffix(ending)
        return int(digits) if digits.isdecimal() and len(digits) <= 2 and 1 <= int(digits) <= 31 else None

    def is_ordinal(self, at: int) -> bool:
        """Whether the number here is written like a day of a month."""
        mark = self.text[self.spans[at][2] : self.spans[at][2] + 1]
        return not self.words[at].isdecimal() or (bool(mark) and mark in self.dates.ordinal_mark)

    def year(self, at: int) -> int | None:
        """The year written here: 2023."""
        word = self.word(at)
        return int(word) if len(word) == 4 and word.isdecimal() and 1900 <= int(word) <= 2100 else None

    def short_year(self, at: int) -> int | None:
        """The year written here in two digits, with an apostrophe before them: '23."""
        word = self.word(at)
        is_short = len(word) == 2 and word.isdecimal() and _SHORT_YEAR.fullmatch(self.between(at - 1)) is not None
        return None if not is_short else int(word) + (2000 if int(word) < CENTURY_ENDS else 1900)

    def has_suffix(self, at: int) -> bool:
        """Whether an apostrophe and an ending follow this word: 2023'te."""
        return re.match(r"['’]\w", self.between(at)) is not None

    def season(self, at: int) -> int | None:
        """The first month of the season named here."""
        number = self.tables.seasons.get(self.word(at))
        return None if number is None else 3 * number

    def is_ambiguous(self, at: int) -> bool:
        """Whether the name here may mean something else; with an ending it mostly does not."""
        return self.words[at] in self.dates.ambiguous and self.spans[at][0] == self.words[at]

    def past_inside(self, at: int) -> int:
        """The place after a small word that may stand inside a date, if there is one here."""
        return at + (self.word(at) in self.dates.inside)

    def past_unit(self, at: int, unit: Unit) -> int:
        """The place after a word that only repeats the unit of the name before it: "cuma günü", "mart ayında"."""
        found, behind = self.unit(at)
        return behind if found is unit and at and self.is_joined(at - 1) and self.dates.ordinal_mark == "'’" else at

    def is_to_come(self, at: int) -> bool:
        """Whether the sentence that contains this word is about the future."""
        place = bisect_right(self._ends, self.spans[at][1])
        if place not in self._to_come:
            first, last = self._ends[place - 1] if place else 0, [*self._ends[place : place + 1], len(self.text)][0]
            found = regex(self.language, self.dates.to_come).search(self.text, first, last)
            self._to_come[place] = found is not None
        return self._to_come[place]

    def is_another(self, start: int, end: int) -> bool:
        """Whether what these words name is none, or another with those beside them: "tomorrow week", a title."""
        return any(first < self.spans[end - 1][2] and self.spans[start][1] < last for first, last in self._others)

    @cached_property
    def _others(self) -> list[tuple[int, int]]:
        """Where the like of them stands, and short quotations."""
        patterns = (regex(self.language, self.dates.no_day_in), _QUOTED)
        return [match.span() for pattern in patterns for match in pattern.finditer(self.text)]

    @cached_property
    def _ends(self) -> list[int]:
        """Where sentences end."""
        return [match.end() for match in _ENDS.finditer(self.text)]
