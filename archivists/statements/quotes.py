"""Quotes, in which archivists write without a model: the speaker's name, then the words."""

import re
from collections.abc import Iterable
from datetime import date

from graph.text.analysis import name_key
from graph.text.sentences import SENTENCE_ENDS
from graph.values.items import GENERIC_SENDERS, Message, Role
from languages.language import Language
from languages.registry import LANGUAGES

_QUOTED = re.compile(r"^(?P<speaker>[^:\n]{1,200}?): (?P<text>.+)$", re.DOTALL)
USERS = GENERIC_SENDERS | {name_key(language.phrases.user) for language in LANGUAGES}
"""What users without a name are called."""

DAY = r" \(\d{4}-\d\d-\d\d\)"
"""The day after the speaker's name."""
_HAS_DAY = re.compile(f"{DAY}$")
_ENDS = (*SENTENCE_ENDS, '"', "”", "»", "」", "』")


def quoted(speaker: str, text: str) -> str:
    """The speaker's name, then the words."""
    return f"{speaker}: {closed(text)}"


def closed(text: str) -> str:
    """The text with a full stop, unless it already ends with a punctuation mark."""
    return text if text.endswith(_ENDS) else text.rstrip(":,;") + "."


def quoted_in_turn(said: Iterable[tuple[str, str]]) -> str:
    """The words of speakers one after the other, with the name at each change of speaker."""
    parts: list[str] = []
    previous = ""
    for speaker, text in said:
        parts.append(quoted(speaker, text) if speaker and speaker != previous else closed(text))
        previous = speaker
    return " ".join(parts)


def dated(speaker: str, said: date | None) -> str:
    """The speaker with the day, "Nora (2026-03-01)", unless the day is unknown or stands there already."""
    return f"{speaker} ({said:%Y-%m-%d})" if speaker and said is not None and not _HAS_DAY.search(speaker) else speaker


def is_said_after(speaker: str, day: date) -> bool:
    """Whether the day behind a speaker is later than this one; not if none is known."""
    match = _HAS_DAY.search(speaker)
    return match is not None and date.fromisoformat(match[0].strip(" ()")) > day


def parted(body: str) -> tuple[str, str]:
    """The speaker and the words of a quote; the speaker is empty if the text is no quote."""
    match = _QUOTED.match(body)
    return (match["speaker"], match["text"]) if match else ("", body)


def speaker_key(speaker: str) -> str:
    """A key that two speakers share exactly if they are the same, whatever the day; empty for a user without a name."""
    key = name_key(_HAS_DAY.sub("", speaker))
    return "" if key in USERS else key


def speaker_of(message: Message, language: Language) -> str:
    """The sender's name, or the word of this language for a user or an assistant without one, as in a block."""
    key = name_key(message.sender)
    if message.role is Role.USER and key in GENERIC_SENDERS:
        return language.phrases.user
    return language.phrases.assistant if message.role is Role.ASSISTANT and key == Role.ASSISTANT else message.sender
