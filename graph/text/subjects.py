"""What statements and questions are about, in other words than their own: whoever moves speaks of where they live."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache

from graph.text.analysis import words_in
from graph.text.date_words import calendar_words
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.search_terms import WHOLE_MARK, lowered, query_stems, word_terms
from languages.folding import fold
from languages.language import SAFETY, Language
from languages.registry import LANGUAGES


@lru_cache(1024)
def own_terms(statement: str) -> tuple[str, ...]:
    """The search terms of a statement's own words, without numbers, dates and the words that every talk is full of."""
    readers = readers_of(statement)
    passed_over = calendar_words(readers).union(*(each.topics.chatter for each in readers))
    words = [word for word in words_in(statement) if fold(word) not in passed_over and word.isalpha()]
    return tuple(query_stems(" ".join(words)))


@lru_cache(1024)
def kinds_in(text: str) -> frozenset[str]:
    """Which kinds of thing a text speaks of that somebody has one of at a time: a home, work, an age.

    As written, a word counts that is folded to one that joins: "işe aldı" is about work, "ise" is not.
    """
    terms = frozenset(query_stems(text)) | _written(text)
    return frozenset(kind for kind, (_, found) in _kinds().items() if found & terms)


def grave_in(text: str) -> re.Match[str] | None:
    """The first word on which somebody's safety rests."""
    return first_match(LANGUAGES, lambda each: each.standing.grave, text)


@lru_cache(1024)
def is_danger(text: str) -> bool:
    """Whether somebody's safety rests on it: by a grave word, or because it says that somebody is ill or takes a drug.

    "I can't take penicillin" has no grave word.
    """
    slots = ((language, slot) for language in LANGUAGES for slot in language.standing.slots if slot.name in SAFETY)
    return grave_in(text) is not None or any(regex(language, slot.regex).search(text) for language, slot in slots)


def other_words(question: str) -> str:
    """The words by which people speak of the kind of thing that a question asks for; "" unless half of it does."""
    terms, written = frozenset(query_stems(question)), _written(question)
    least = max(1, len(terms))
    kinds = _kinds().values()  # "Ne iş yapıyorum?" has its only word for work as written: folded, it joins.
    return next((words for words, found in kinds if 2 * max(len(terms & found), len(written & found)) >= least), "")


def _written(text: str) -> frozenset[str]:
    """The marked terms of its words as they are written."""
    return frozenset(WHOLE_MARK + lowered(word, language) for word in words_in(text) for language in readers_of(text))


def things_asked_for(question: str) -> list[str]:
    """For each kind of thing that a question names, one term that is any word of it: a sport, "tennis".

    A line that answers "which sports do I do?" has its own word for each, and not that of the kind.
    """
    asked = frozenset(query_stems(question))
    kinds = (kind for language in readers_of(question) for kind in _things(language))
    return [any_word for own, any_word in kinds if not asked.isdisjoint(own)]


@cache
def _things(language: Language) -> Sequence[tuple[frozenset[str], str]]:
    """Of each kind of thing the stems of its own words, and those of all its words joined by blanks."""
    joining = _told_by(language.analysis.stop_words, language)
    common = joining | _told_by(language.topics.chatter, language)
    kinds = [
        (_told_by(kind.split(), language) - joining, _told_by(things.split(), language, common))
        for kind, things in language.kinds.items()
    ]
    return [(own, " ".join(sorted(own | things))) for own, things in kinds]


def _told_by(words: Iterable[str], language: Language, common: Set[str] = frozenset()) -> frozenset[str]:
    """The stems of the words; instead of a common one, which mostly is another word's, the whole: "at" of Atlanta."""
    found = set[str]()
    for word in words:
        *stems, whole = word_terms(word, language)
        found.update(whole if stem in common else stem for stem in stems)
    return frozenset(found)


@cache
def _kinds() -> Mapping[str, tuple[str, frozenset[str]]]:
    """Of each kind its words, and their search terms."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for kind, words in language.traits.spoken_of.items():
            found[kind] = f"{found.get(kind, '')} {words}"
    return {
        kind: (
            words,
            frozenset(term for word in words.split() for term in (WHOLE_MARK + word.lower(), *query_stems(word))),
        )
        for kind, words in found.items()
    }
