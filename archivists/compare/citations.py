"""Whether the messages that a model cites support what it states, judged by names, numbers and words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from math import ceil

from archivists.statements.prose import CAPITAL_WORDS
from graph.text.analysis import word_spans
from graph.text.dangers import is_negated
from graph.text.date_text import calendar_words, known_form
from graph.text.identification import readers_of, stop_words, told_in
from graph.text.search_terms import query_stems
from graph.text.times import times_in
from languages.folding import fold
from languages.language import CAPITALS, Language
from languages.registry import LANGUAGES

ALIKE_LETTERS_MIN = 4
"""Words that share this many letters in a row may be forms of one word: allergic and allergy, siezen and gesiezt."""

ALIKE_SHARE = 0.6
"""The part of the shorter word that these letters must be."""

NEW_SHARE_MAX = 0.85
"""The share of its words that may not have been said. Of 200 claims in other words than their message, half of them
false (docs/benchmarks/knowledge.md), a lower share refuses true ones and hardly a false one: *link* asks a model."""

DAYS_MAX = 31

ANY_DAY = datetime(2000, 1, 1)  # Whether a time is relative is the same on each.

SUMS_MAX = 12
"""A text may have unsaid numbers up to this one, since it counts what it tells: "three trips"."""

_DATE = re.compile(r"\b(?:19|20)\d\d(?:s|er|-\d\d?(?:-\d\d?)?)?\b|\b\d{1,2}[:.]\d\d\b")
_ELLIPSIS = re.compile(r"…|\.{3,}|\[\.\.\.\]")
_PARTS = re.compile(r"[.,:/-]")
_DIGITS = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(
    rf"(?<=[\w,;)’'\"] )(?!(?:{'|'.join(sorted(CAPITAL_WORDS))})\b)[{CAPITALS}][\w-]*(?: [{CAPITALS}][\w-]*)*"
)
"""A capital inside a sentence. The first word of a sentence has one in any case."""


_NUMBERED = re.compile(rf"\b[{CAPITALS}][\w'’-]*,? (\d+)\b")
"""A name with its number: "Kungsgatan 41"."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a statement may rest on."""

    said: tuple[str, ...]  # the words that it quotes and the lines that they answer, or the sources of a text
    speakers: tuple[str, ...] = ()  # who said it
    names: tuple[str, ...] = ()  # known names
    lines: tuple[str, ...] = ()  # all lines of the talk, in which a name may have a number: "Kungsgatan 41"


def unfounded(text: str, cited: Cited, *, is_text: bool = False) -> str | None:
    """Why a statement is not supported by what it cites; None if it may be. With `is_text`, it may count things. Pure.

    Only sure signs count: a number other than those said, only names that were neither said nor known, or mostly words
    that were not said. Dates may be worked out, and so may a day of birth where a number was told: "I'm
    29" tells it. A statement in another language is not judged by its words.
    """
    said = " ".join(cited.said)
    there, speakers, names = (set(_words(each)) for each in (said, *map(" ".join, (cited.speakers, cited.names))))
    known = speakers | names
    languages = readers_of(text)
    calendar = calendar_words(languages)
    foreign = _foreign_numbers(text, cited.said, languages, sums_max=SUMS_MAX if is_text else 0)
    foreign = {number for number in foreign if not _is_in_a_name(number, text, (*cited.names, *cited.lines))}
    if foreign:
        return f"another number: {', '.join(sorted(foreign))}"
    by_capitals = all(each.names.by_capitals for each in languages)  # In German any noun has a capital.
    named = set(_words(" ".join(names_in(text)))) if by_capitals else set()
    users = {fold(each.phrases.user) for each in languages}  # "der Nutzer" has no other name.
    named = {name for name in named if not _is_any(name, speakers | calendar | users)}
    strange = {name for name in named if not _is_any(name, there)}
    unknown = {name for name in strange if not _is_any(name, names)}
    if unknown and strange == named and not _is_short_for(unknown, cited.said):
        return f"another name: {', '.join(sorted(unknown))}"
    if _are_foreign(text, said):
        return None
    ignored = stop_words(*languages) | frozenset(_counted(languages))
    words = [word for word in _words(text) if word not in ignored and not word.isdigit()]
    told = speakers | users
    if any(map(_numbers, cited.said)):
        told |= {fold(word) for each in languages for word in each.dates.age}
    new = [word for word in words if not _is_any(word, there | told | known | calendar)]
    is_any_said = any(_is_any(word, there - told) for word in words) or bool(
        {*query_stems(text)}.intersection(query_stems(said))
    )
    most = max(1, NEW_SHARE_MAX * len(words)) if is_any_said else 0
    return f"other words: {', '.join(new)}" if len(new) > most else None


def stands_in(passage: str, text: str) -> bool:
    """Whether a text has the words of a passage in a row, or of its parts around "…". Pure."""
    there = f" {' '.join(_words(text))} "
    parts = [" ".join(_words(part)) for part in _ELLIPSIS.split(passage)]
    return any(parts) and all(f" {part} " in there for part in parts if part)


def _words(text: str) -> list[str]:
    return [word for word, _, _ in word_spans(text)]


def numbers_in(text: str) -> set[str]:
    """The numbers of a text, in digits; number words of its language count. Pure."""
    counted = _counted(told_in(text))  # In Turkish "on" is ten.
    return {*_DIGITS.findall(text), *(counted[word] for word in _words(text) if word in counted)}


def names_in(text: str) -> list[str]:
    """The words with a capital inside a sentence; in German that is any noun. Pure."""
    return _NAME.findall(text)


def has_same_words(one: str, other: str) -> bool:
    """Whether two texts are the same but for case, accents and signs. Pure."""
    return _words(one) == _words(other)


def forbids(more: str, fewer: str) -> str | None:
    """Why the first statement must not take the place of the second, even if a model says so; None if it may. Pure.

    It must have all numbers and names of the second, and both or neither a word such as "not".
    """
    if lost := numbers_in(fewer) - numbers_in(more):
        return f"another number: {', '.join(sorted(lost))}"
    there = set(_words(more))
    by_capitals = all(each.names.by_capitals for each in told_in(fewer))  # In German any noun has a capital.
    if by_capitals and (lost := {name for name in names_in(fewer) if not there.issuperset(_words(name))}):
        return f"another name: {', '.join(sorted(lost))}"
    return "one of them says not" if is_negated(more) is not is_negated(fewer) else None


def lacking(more: str, fewer: str) -> list[str]:
    """The telling words of the second statement that the first has in no form, numbers aside. Pure."""
    there, languages = set(_words(more)), readers_of(fewer)
    passed_over = stop_words(*languages) | frozenset(_counted(languages))
    words = (word for word in _words(fewer) if word not in passed_over and not word[0].isdigit())
    return [word for word in words if not _is_any(word, there)]


def is_within(text: str, others: Iterable[str]) -> bool:
    """Whether one of the other texts has all of its telling words. Pure."""
    words = set(_words(text)) - stop_words(*readers_of(text))
    return bool(words) and any(words.issubset(_words(other)) for other in others)


@cache
def _counted(languages: tuple[Language, ...]) -> Mapping[str, str]:
    """Number words with their digits, without those that join words in another of the languages: "on", "dort"."""
    return {
        fold(word): str(number)
        for each in languages
        for number, ways in enumerate(each.dates.numbers[1:], start=2)  # "One" is an article in most languages.
        for word in ways.split()
        if fold(word) not in stop_words(*(other for other in languages if other is not each))
    }


def _foreign_numbers(text: str, said: Sequence[str], languages: tuple[Language, ...], *, sums_max: int) -> set[str]:
    """The numbers of a statement, except dates, that were not said; where none was said, small ones may be counted.

    A day of a month may be worked out, unless one was said with that month and no other time ("tomorrow"). A number in
    words is another one if what it counts was said with a number: "five sets", "three sets".
    """
    text = _DATE.sub(" ", text)
    digits = _DIGITS.findall(text)
    mine = {part for number in digits for part in (number, *_PARTS.split(number)) if part}
    there = {number for each in said for number in _numbers(each)}
    free_max = max(sums_max, 0 if there else SUMS_MAX)
    new = {number for number in mine - there if not number.isdecimal() or int(number) > free_max}
    unsaid = {word: rest for word, numbers in _beside(text, languages).items() if (rest := numbers - there)}
    told = set[str]().union(*(_beside(each, languages) for each in said)) if unsaid else set()
    for word, numbers in unsaid.items():
        if not _is_of_calendar(word, languages):
            new |= numbers if word in told and not sums_max else set()
        elif word not in told or any(time.is_relative for each in said for time in times_in(each, ANY_DAY)):
            new -= {number for number in numbers if int(number) <= DAYS_MAX}
    return {number for number in new if not _is_spelled(number, said)}


def _beside(text: str, languages: tuple[Language, ...]) -> dict[str, set[str]]:
    """By word the numbers beside it: of what they count, or within two words of the month that they are days of."""
    counted, words = _counted(languages), _words(text)
    common = stop_words(*languages).union(counted)
    found: dict[str, set[str]] = defaultdict(set)
    for at, word in enumerate(words):
        if number := counted.get(word) or "".join(_DIGITS.findall(word)[:1]):
            for place in range(max(0, at - 2), min(len(words), at + 3)):
                near = words[place]
                is_beside = abs(place - at) == 1 and near not in common and not near[0].isdigit()
                if is_beside or _is_of_calendar(near, languages):
                    found[near].add(number)
    return found


def _is_of_calendar(word: str, languages: Sequence[Language]) -> bool:
    """Whether it is a month or a weekday, with any ending."""
    return any(known_form(each, word) in calendar_words([each]) for each in languages)


def _is_in_a_name(number: str, text: str, others: Iterable[str]) -> bool:
    """Whether the number follows a name in the text that it also follows elsewhere, as in an address. Pure."""
    pairs = {f" {' '.join(_words(found[0]))} " for found in _NUMBERED.finditer(text) if found[1] == number}
    there = [f" {' '.join(_words(other))} " for other in others]
    return any(pair in other for pair in pairs for other in there)


def _is_spelled(number: str, said: Iterable[str]) -> bool:
    """Whether the tens of a number were said in words: "seventy-one" for 71."""
    if not re.fullmatch(r"[2-9]\d", number):
        return False
    words = [fold(each.dates.tens[int(number[0]) - 2]) for each in LANGUAGES if each.dates.tens]
    return any(word in fold(text) for text in said for word in words)


def _numbers(text: str) -> set[str]:
    return {part for number in numbers_in(text) for part in (number, *_PARTS.split(number)) if part}


def _are_foreign(text: str, said: str) -> bool:
    """Whether the two are surely in two languages."""
    mine, yours = told_in(text), told_in(said)
    return len(mine) == len(yours) == 1 and mine != yours


def _is_short_for(names: Iterable[str], said: Iterable[str]) -> bool:
    """Whether an abbreviation was said in place of the names: NYC for New York City."""
    initials = {name[0] for name in names}
    return any(
        word.isupper() and len(word) > 1 and {letter.lower() for letter in word} >= initials
        for each in said
        for word in re.findall(r"\w+", each)
    )


def _is_any(word: str, others: Iterable[str]) -> bool:
    return any(_are_alike(word, other) for other in others)


def _are_alike(one: str, other: str) -> bool:
    """Whether the two may be forms of one word, or one a part of the other."""
    length = min(len(one), len(other))
    if one == other or length < ALIKE_LETTERS_MIN:
        return one == other
    enough = ceil(max(ALIKE_LETTERS_MIN, ALIKE_SHARE * length))
    return any(one[i : i + enough] in other for i in range(len(one) - enough + 1))
