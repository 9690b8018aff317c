"""How much an interaction of a story matters, by its words."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from graph.text.identification import readers_of
from graph.text.patterns import regex
from languages.language import Language

LONG_WORDS = 40
"""A response with this many words says more than how a room looks."""


class Importance(StrEnum):
    """How much an interaction matters."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


def importance_of(said: str, response: str) -> Importance:
    """High for words of strong feeling, death, secrets or oaths; medium if the player does something.

    A question from the player and a long response are also of medium importance.
    """
    both = f"{said}\n{response}"
    languages = readers_of(both)
    if _any(languages, "weighty", both):
        return Importance.HIGH
    if _any(languages, "busy", said) or len(response.split()) >= LONG_WORDS:
        return Importance.MEDIUM
    return Importance.LOW


def _any(languages: Iterable[Language], cue: str, text: str) -> bool:
    return any(regex(language, getattr(language.story, cue)).search(text) for language in languages)
