"""Whether the messages that a model cites support what it states, judged by names, numbers and words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from archivists.statements.prose import CAPITAL_WORDS
from graph.text.analysis import word_spans
from graph.text.date_words import calendar_words
from graph.text.identification import readers_of, stop_words, told_in
from graph.text.subjects import is_negated, kinds_in
from languages.folding import fold
from languages.language import CAPITALS, Language
from languages.registry import LANGUAGES

ALIKE_LETTERS_MIN = 4
"""Words that share this many letters in a row may be forms of one word: allergic and allergy, siezen and gesiezt."""

ALIKE_SHARE = 0.6
"""The part of the shorter word that these letters must be."""

SHARE_MIN = 0.15
"""The share of its words that must have been said: honest statements have a fifth or more, invented ones none."""

DAYS_MAX = 31

SUMS_MAX = 12
"""A text may have unsaid numbers up to this one, since it counts what it tells: "three trips"."""

_DATE = re.compile(r"\b(?:19|20)\d\d(?:s|er|-\d\d?(?:-\d\d?)?)?\b|\b\d{1,2}[:.]\d\d\b")
_PARTS = re.compile(r"[.,:/-]")
_DIGITS = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(
    rf"(?<=[\w,;)’'\"] )(?!(?:{'|'.join(sorted(CAPITAL_WORDS))})\b)[{CAPITALS}][\w-]*(?: [{CAPITALS}][\w-]*)*"
)
"""A capital inside a sentence. The first word of a sentence has one in any case."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a statement may rest on."""

    said: tuple[str, ...]  # the messages that it cites, the lines that they answer, and what it replaces
    speakers: tuple[str, ...] = ()  # who said it
    names: tuple[str, ...] = ()  # known names


def unfounded(text: str, cited: Cited, *, is_text: bool = False, share_min: float = SHARE_MIN) -> str | None:
    """Why a statement is not supported by what it cites; None if it may be. With `is_text`, it may count things. Pure.

    Only sure signs count: a number other than those said, only names that were neither said nor known, or hardly any
    word that was said. Dates may be worked out, and so may a day of birth where a number or a birthday was told: "I'm
    29" tells it. A statement in another language is not judged by its words, unless `share_min` is higher than usual.
    """
    said = " ".join(cited.said)
    there, speakers, names = (set(_words(each)) for each in (said, *map(" ".join, (cited.speakers, cited.names))))
    known = speakers | names
    languages = readers_of(text)
    calendar = calendar_words(languages)
    has_month = any(_is_any(word, calendar) for word in _words(text))
    foreign = _foreign_numbers(text, cited.said, has_month=has_month, sums_max=SUMS_MAX if is_text else 0)
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
    is_lenient = share_min == SHARE_MIN
    if is_lenient and _are_foreign(text, said):
        return None
    ignored = stop_words(*languages) | frozenset(_counted(languages))
    words = [word for word in _words(text) if word not in ignored and not word.isdigit()]
    told = speakers | users
    if any(map(_numbers, cited.said)) or any("age" in kinds_in(each) for each in cited.said):
        told |= {fold(word) for each in languages for word in each.asking.spoken_of.get("age", "").split()}
    words = [word for word in words if not _is_any(word, told)]
    founded = [word for word in words if _is_any(word, there)]
    strangers = [word for word in words if word not in founded and not _is_any(word, known | calendar)]
    if is_lenient and len(strangers) == 1 and there & {*_words(text)} - ignored:
        return None  # One word in other words beside a name that was said: "call me Ann" and "wants to be named Ann".
    if strangers and len(founded) < share_min * (len(founded) + len(strangers)):
        return f"other words: {', '.join(strangers)}"
    return None


def borrowed(text: str, own: str, body: str) -> str | None:
    """Why a statement tells what stands in a message only as a quotation or pasted text; None if it may not. Pure.

    `own` are the sender's own words of the message's body. A statement in another language has none of its words.
    """
    ignored = stop_words(*readers_of(text))
    mine, whole = set(_words(own)), set(_words(body))
    words = [word for word in _words(text) if word not in ignored]
    said = [word for word in words if _is_any(word, mine)]
    others = [word for word in words if word not in said and _is_any(word, whole)]
    if others and len(others) >= len(said):
        return f"words that the user only quotes: {', '.join(others)}"
    return None if said or _are_foreign(text, own) else "the user's own words do not say it"


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
    if lost := {name for name in names_in(fewer) if not there.issuperset(_words(name))}:
        return f"another name: {', '.join(sorted(lost))}"
    return "one of them says not" if is_negated(more) is not is_negated(fewer) else None


def is_within(text: str, others: Iterable[str]) -> bool:
    """Whether one of the other texts has all of its telling words. Pure."""
    words = set(_words(text)) - stop_words(*readers_of(text))
    return bool(words) and any(words.issubset(_words(other)) for other in others)


def _counted(languages: Iterable[Language]) -> dict[str, str]:
    """Number words with their digits, without those that join words in another of the languages: "on", "dort"."""
    languages = tuple(languages)
    return {
        fold(word): str(number)
        for each in languages
        for number, ways in enumerate(each.dates.numbers[1:], start=2)  # "One" is an article in most languages.
        for word in ways.split()
        if fold(word) not in stop_words(*(other for other in languages if other is not each))
    }


def _foreign_numbers(text: str, said: Iterable[str], *, has_month: bool, sums_max: int) -> set[str]:
    """The numbers of a statement, except dates, that were not said; none if no number was said at all."""
    mine = _numbers(_DATE.sub(" ", text))
    free_max = max(sums_max, DAYS_MAX if has_month else 0)
    there = {number for each in said for number in _numbers(each)}
    if not there:
        return set()
    new = (number for number in mine - there if not number.isdigit() or int(number) > free_max)
    return {number for number in new if not _is_spelled(number, said)}


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
