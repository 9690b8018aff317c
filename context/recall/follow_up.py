"""What a short message means as an answer to the last question in the chat: "the second one", "3 Ekim'deki", "yes"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from context.recall.outcomes import Past
from graph.text.courtesies import found_in, plain, says_only_enough
from graph.text.search_terms import terms
from languages.folding import fold
from languages.language import Language

WORDS_MAX: Final = 7
"""A longer message says something of its own, even if "second" or "yes" is in it."""

_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the list, counted from 0."""

    place: int


@dataclass(frozen=True, slots=True)
class NoSuch:
    """A number or a date that the list does not have."""


def chosen_of(text: str, pasts: Sequence[Past], languages: Iterable[Language]) -> Chosen | NoSuch | None:
    """Which of the numbered conversations a message means: by its date, its number, or a word of its title alone."""
    here = plain(text)
    if len(here.split()) > WORDS_MAX or not pasts:
        return None
    for language in languages:
        if (dated := _by_date(here, pasts, language)) is not None:
            return dated
        for place, ordinal in enumerate(language.recall.ordinals):
            if found_in(language, ordinal, here):
                return Chosen(place) if place < len(pasts) else NoSuch()
        if found_in(language, language.recall.last, here):
            return Chosen(len(pasts) - 1)
    if here.isdigit():
        return NoSuch()
    return _by_title(text, pasts)


def says_yes(text: str, languages: Iterable[Language]) -> bool | None:
    """Whether a short message says yes; False for no, or enough; None if it says neither."""
    here = plain(text)
    if len(here.split()) > WORDS_MAX:
        return None
    for language in languages:
        if says_only_enough(text, language) or found_in(language, language.recall.no, here):
            return False
        if found_in(language, language.recall.yes, here):
            return True
    return None


def _by_date(here: str, pasts: Sequence[Past], language: Language) -> Chosen | NoSuch | None:
    """The conversation of a named day and month, or month alone."""
    words = here.split()
    months = [fold(month) for month in language.phrases.months]
    month = next((number for number, name in enumerate(months, 1) if name in words), None)
    if month is None:
        return None
    days = {int(found[0]) for word in words if (found := _NUMBER.match(word))}
    fitting = [
        place
        for place, past in enumerate(pasts)
        if past.at.month == month and (not days or past.at.day in days or past.at.year in days)
    ]
    return Chosen(fitting[0]) if len(fitting) == 1 else NoSuch()


def _by_title(text: str, pasts: Sequence[Past]) -> Chosen | None:
    """The only conversation whose title has words of the message that no other title has."""
    asked = set(terms(text))
    fitting = [place for place, past in enumerate(pasts) if asked & _own_terms(past, pasts)]
    return Chosen(fitting[0]) if len(fitting) == 1 else None


def _own_terms(past: Past, pasts: Sequence[Past]) -> set[str]:
    others = {term for other in pasts if other is not past for term in terms(other.title)}
    return set(terms(past.title)) - others
