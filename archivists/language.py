"""The shape of one language's table of patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graph.text.analysis import fold
from graph.values.items import FactKind


@dataclass(frozen=True, slots=True)
class Regex:
    """A regex that is compiled when it is first needed: two languages cost 0.2 s, which a start can't spare.

    Its Turkish letters also stand for those that people without a Turkish keyboard type: "yaşıyorum", "yasiyorum".
    """

    source: str
    flags: int = 0

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in the text."""
        return _compiled(self.source, self.flags).search(text)

    def matches(self, text: str) -> list[re.Match[str]]:
        """All matches in the text."""
        return list(_compiled(self.source, self.flags).finditer(text))

    def cut(self, text: str) -> str:
        """The text without what matches."""
        return _compiled(self.source, self.flags).sub("", text)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the matches stand."""
        return [match.span() for match in _compiled(self.source, self.flags).finditer(text)]

    def split(self, text: str) -> list[str]:
        """What stands between the matches."""
        return _compiled(self.source, self.flags).split(text)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way of saying something worth knowing, and what it is worth."""

    regex: Regex
    importance: int  # 1..10
    salience: int  # 1..10
    kind: FactKind = FactKind.FACT


@dataclass(frozen=True, slots=True)
class Slot:
    """A standing statement; a later one of the same speaker takes its place unless it adds up."""

    name: str
    regex: Regex
    adds_up: bool = False
    needs_assistant: bool = False  # only said to somebody who answers: "never …"
    is_part: bool = False  # what matches is all that stands: the rest of the sentence need not last


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Constants only; every regex is searched in one clause whose opening interjections are cut."""

    code: str  # ISO 639-1
    words_min: int  # a shorter sentence says nothing by itself
    user: str  # what a speaker without a name is called
    openers: Regex  # at the start: "Well, ", "Thanks!"
    leads: Regex  # at the start of a clause: "And "
    clause_breaks: Regex  # between the clauses of a run-on sentence
    requests: Regex  # a clause that asks for something
    hedges: Regex  # a clause that says nothing for certain
    fleeting: Regex  # feelings of the moment and compliments
    relative: Regex  # a time that only the day it is said on makes clear
    pointing: Regex  # begins with what was named in the sentence before
    vague: Regex  # points at something said elsewhere
    hanging: Regex  # hangs on what was said elsewhere, however long it is
    feelings: Regex  # begins a folded word of feeling or resolve, which by itself names nothing of the world
    pronoun: Regex  # one person, named elsewhere
    reached: Regex  # a speaker has done what he set out to do
    dropped: Regex  # or has given it up
    negations: frozenset[str]  # folded
    own: tuple[Pattern, ...]  # what a speaker says of himself or of his people
    others: tuple[Pattern, ...]  # what is said of somebody named, read only beside a name
    narrated: tuple[Pattern, ...]  # what a narrator tells the user
    titles: frozenset[str]  # folded; stand before a person's name
    titles_behind: frozenset[str]  # folded; stand behind it
    prefixes: frozenset[str]  # folded; before a name they make one with it: "Old Town", "Yeni Zelanda"
    quarters: frozenset[str]  # those of them that do so at the start of a sentence too
    never_first: frozenset[str]  # folded; no name begins with them
    suffixes: frozenset[str]  # what stands behind the apostrophe of any word, so that it tells nothing of a name
    ages: Regex  # says how old somebody is
    relation: Regex  # a whole word that says who somebody is to somebody: no part of a name
    own_name: Regex  # who a speaker says to be (`name`), or wants to be called (`called`)
    person_before: Regex  # ends right before a name
    person_after: Regex  # begins right behind a name
    place_before: Regex
    place_after: Regex
    where: Regex  # begins right behind a name that is where something happens
    whence: Regex  # or where it comes from
    vocative_before: Regex  # ends right before the name of who is spoken to
    subject_after: Regex  # begins right behind a name that does something
    organisation_words: frozenset[str]  # folded
    not_names: frozenset[str]  # folded
    chatter: frozenset[str]  # folded
    no_topic: Regex  # folded words that are verbs by their ending


def words(text: str) -> frozenset[str]:
    """The folded words of a list."""
    return frozenset(fold(word) for word in text.split())


def pattern(regex: str, importance: int, salience: int, kind: FactKind = FactKind.FACT) -> Pattern:
    """A pattern that ignores case."""
    return Pattern(anycase(regex), importance, salience, kind)


def anycase(regex: str) -> Regex:
    """A regex that ignores case."""
    return Regex(regex, re.IGNORECASE)


@cache
def _compiled(source: str, flags: int) -> re.Pattern[str]:
    return re.compile(_SPELLED.sub(_either, source), flags)


def _either(match: re.Match[str]) -> str:
    """A Turkish letter or the plain one; a class with both."""
    part = match[0]
    if part == "öl" or part.startswith("\\"):
        return part
    if part.startswith("["):
        return part[:-1] + "".join(_SIGNED.findall(part)).translate(_PLAIN) + "]"
    return f"[{part}{part.translate(_PLAIN)}]"


_SIGNED = re.compile("[çğıöşüÇĞİÖŞÜ]")
_SPELLED = re.compile(rf"\[(?:\\.|[^\]\\])*\]|\\.|öl|{_SIGNED.pattern}")  # Not in "öl": to die is not to become.
_PLAIN = str.maketrans("çğıöşüÇĞİÖŞÜ", "cgiosuCGIOSU")
