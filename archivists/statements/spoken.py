"""Which language messages are in, and which tables they are read by."""

from collections.abc import Iterable, Sequence

from graph.text.identification import language_called, language_of, readers, told_in
from graph.values.items import Message
from languages.language import Language
from languages.registry import BY_CODE


def language_in(messages: Sequence[Message]) -> str | None:
    """The code of the language that most messages were stored with; None if none was stored."""
    found = [message.language for message in messages if message.language is not None]
    return max(dict.fromkeys(found), key=found.count, default=None)


def spoken_in(messages: Sequence[Message]) -> str | None:
    """The language for asking a model about messages, and for its answer: identified now if none was stored."""
    return language_in(messages) or language_of(_text(messages))


def known_in(messages: Sequence[Message]) -> tuple[Language, ...]:
    """The language that messages were stored with; else those that their words show, if any."""
    stored = language_called(language_in(messages))
    return told_in(_text(messages)) if stored is None else (stored,)


def tables_of(*messages: Message) -> tuple[Language, ...]:
    """The languages whose tables messages are read by: only the stored one, if it has a folder."""
    stored = language_in(messages)
    return (BY_CODE[stored],) if stored in BY_CODE else readers(*known_in(messages))


def readers_for(messages: Iterable[Message]) -> tuple[Language, ...]:
    """The languages whose word lists apply to messages, each of which may be in another language."""
    return readers(*dict.fromkeys(language for message in messages for language in known_in([message])))


def _text(messages: Iterable[Message]) -> str:
    return "\n".join(message.body for message in messages)
