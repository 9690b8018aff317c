"""What the archivists know of a language: patterns and word lists. One more language is one more module and entry."""

from __future__ import annotations

from collections.abc import Sequence

from archivists.english import ENGLISH
from archivists.language import Language
from archivists.turkish import TURKISH
from graph.text.analysis import leans_turkish
from graph.text.identification import language_of
from graph.values.items import Message

LANGUAGES: tuple[Language, ...] = (ENGLISH, TURKISH)

NOT_NAMES = frozenset(word for language in LANGUAGES for word in language.not_names)
"""Folded words that are no name, however they are written. One list: people mix languages."""

CHATTER = frozenset(word for language in LANGUAGES for word in language.chatter)
"""Folded words that are no topic."""

NEGATIONS = frozenset(word for language in LANGUAGES for word in language.negations)
"""Folded words that turn a statement round."""


def languages_of(code: str | None) -> tuple[Language, ...]:
    """The table of a message's language; all of them when it is not known or not among them."""
    return tuple(language for language in LANGUAGES if language.code == code) or LANGUAGES


def language_in(messages: Sequence[Message]) -> str | None:
    """The language that most messages are in; None when none is known."""
    found = [message.language for message in messages if message.language is not None]
    return max(dict.fromkeys(found), key=found.count, default=None)


def spoken_in(messages: Sequence[Message]) -> str | None:
    """The language that messages are in, told now if nobody has: a model is to be asked and to answer in it."""
    return language_in(messages) or language_of("\n".join(message.body for message in messages))


def table_of(*messages: Message) -> Language:
    """The table that messages are read with where only one can be: without an embedder nobody has told a language."""
    tables = languages_of(language_in(messages))
    told = "\n".join(message.body for message in messages)
    return TURKISH if len(tables) > 1 and leans_turkish(told) else tables[0]
