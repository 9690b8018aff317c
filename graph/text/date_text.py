"""A text seen through a language's tables of times: the words they know, and what stands between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from graph.text.calendar_days import Unit
from graph.text.date_words import Phrase, date_words_of, known_form
from graph.text.patterns import regex
from languages.language import Language

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

    def is_figure_of_speech(self, at: int) -> bool:
        """Whether the word that names a day here only says how long ago something seems to be."""
        start = self.spans[at][1]
        return any(first <= start < last for first, last in self._figures)

    @cached_property
    def _figures(self) -> list[tuple[int, int]]:
        """Where figures of speech with days stand."""
        return [match.span() for match in regex(self.language, self.dates.no_day_in).finditer(self.text)]

    @cached_property
    def _ends(self) -> list[int]:
        """Where sentences end."""
        return [match.end() for match in _ENDS.finditer(self.text)]
