"""A language's words for times, in the form in which the reader of times looks them up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache

from graph.text.calendar_days import Unit
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
