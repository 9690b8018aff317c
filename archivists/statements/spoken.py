"""Which language messages are in, and whose tables they are read by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph.text.identification import language_called, language_of, readers, told_in
from graph.values.items import Message
from languages.language import Language
from languages.registry import BY_CODE


def language_in(messages: Sequence[Message]) -> str | None:
    """The code of the language that most messages were stored with; None when none was."""
    found = [message.language for message in messages if message.language is not None]
    return max(dict.fromkeys(found), key=found.count, default=None)


def spoken_in(messages: Sequence[Message]) -> str | None:
    """The language that messages are in, told now if nobody has: a model is to be asked and to answer in it."""
    return language_in(messages) or language_of(_text(messages))


def known_in(messages: Sequence[Message]) -> tuple[Language, ...]:
    """The language that messages were stored with; else those that their words tell, if any."""
    stored = language_called(language_in(messages))
    return told_in(_text(messages)) if stored is None else (stored,)


def tables_of(*messages: Message) -> tuple[Language, ...]:
    """Whose tables messages are read by: of the language that they were stored with alone, if it has a folder."""
    stored = language_in(messages)
    return (BY_CODE[stored],) if stored in BY_CODE else readers(*known_in(messages))


def readers_for(messages: Iterable[Message]) -> tuple[Language, ...]:
    """Whose word lists hold in messages, each of which may be in another language."""
    return readers(*dict.fromkeys(language for message in messages for language in known_in([message])))


def _text(messages: Iterable[Message]) -> str:
    return "\n".join(message.body for message in messages)
