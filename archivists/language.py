"""The shape of one language's table of patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.items import FactKind
from graph.text import fold


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way of saying something worth knowing, and what it is worth."""

    regex: re.Pattern[str]
    importance: int  # 1..10
    salience: int  # 1..10
    kind: FactKind = FactKind.FACT


@dataclass(frozen=True, slots=True)
class Slot:
    """A standing statement; a later one of the same speaker takes its place unless it adds up."""

    name: str
    regex: re.Pattern[str]
    adds_up: bool = False
    needs_assistant: bool = False  # only said to somebody who answers: "never …"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Constants only; every regex is searched in one clause whose opening interjections are cut."""

    code: str  # ISO 639-1
    words_min: int  # a shorter sentence says nothing by itself
    user: str  # what a speaker without a name is called
    openers: re.Pattern[str]  # at the start: "Well, ", "Thanks!"
    leads: re.Pattern[str]  # at the start of a clause: "And "
    clause_breaks: re.Pattern[str]  # between the clauses of a run-on sentence
    requests: re.Pattern[str]  # a clause that asks for something
    hedges: re.Pattern[str]  # a clause that says nothing for certain
    fleeting: re.Pattern[str]  # feelings of the moment and compliments
    vague: re.Pattern[str]  # points at something said elsewhere
    pronoun: re.Pattern[str]  # one person, named elsewhere
    negations: frozenset[str]  # folded
    own: tuple[Pattern, ...]  # what a speaker says of himself or of his people
    others: tuple[Pattern, ...]  # what is said of somebody named, read only beside a name
    narrated: tuple[Pattern, ...]  # what a narrator tells the user
    relative_time: re.Pattern[str]  # "last year": needs the date it was said
    slots: tuple[Slot, ...]
    titles: frozenset[str]  # folded; stand before or behind a person's name
    person_before: re.Pattern[str]  # ends right before a name
    person_after: re.Pattern[str]  # begins right behind a name
    place_before: re.Pattern[str]
    place_after: re.Pattern[str]
    vocative_before: re.Pattern[str]  # ends right before the name of who is spoken to
    subject_after: re.Pattern[str]  # begins right behind a name that does something
    organisation_words: frozenset[str]  # folded
    not_names: frozenset[str]  # folded
    chatter: frozenset[str]  # folded
    no_topic: re.Pattern[str]  # folded words that are verbs by their ending


def words(text: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(fold(word) for word in text.split())


def pattern(regex: str, importance: int, salience: int, kind: FactKind = FactKind.FACT) -> Pattern:
    """A pattern that ignores case."""
    return Pattern(re.compile(regex, re.IGNORECASE), importance, salience, kind)


def anycase(regex: str) -> re.Pattern[str]:
    """A regex that ignores case."""
    return re.compile(regex, re.IGNORECASE)
