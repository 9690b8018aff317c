"""Quotes, in which archivists write without a model: the speaker's name, then the words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from graph.text.analysis import name_key
from graph.text.identification import readers_of
from graph.text.patterns import first_match
from graph.text.sentences import SENTENCE_ENDS
from graph.values.changes import NewFact
from graph.values.items import GENERIC_SENDERS, Author, Fact, Message, Role
from languages.language import Language
from languages.registry import LANGUAGES

_QUOTED = re.compile(r"^(?P<speaker>[^:\n]{1,200}?): (?P<text>.+)$", re.DOTALL)
USERS = GENERIC_SENDERS | {name_key(language.statements.user) for language in LANGUAGES}
"""What users without a name are called."""

DAY = r" \(\d{4}-\d\d-\d\d\)"
"""The day after the speaker's name, for words that need it."""
_HAS_DAY = re.compile(f"{DAY}$")
_MARKS = {'"': '""', "“": "„”", "”": "“”", "„": "„“", "«": "«»", "»": "«»"}
"""For each quotation mark: its opening partner, if it closes, and its closing partner, if it opens."""
_ENDS = (*SENTENCE_ENDS, '"', "”", "»", "」", "』")


def quoted(speaker: str, text: str) -> str:
    """The speaker's name, then the words."""
    return f"{speaker}: {closed(text)}"


def closed(text: str) -> str:
    """The text with a full stop, unless it already ends with a punctuation mark."""
    return text if text.endswith(_ENDS) else text.rstrip(":,;") + "."


def in_whole_marks(text: str) -> str:
    """The sentence with the quotation marks that it lacks because the speech goes on before or after it."""
    depth, first, last = 0, "", ""
    for at, sign in enumerate(text):
        if sign not in _MARKS:
            continue
        is_opening = at == 0 or text[at - 1].isspace()  # “ opens in English, and closes in German.
        if not is_opening and depth == 0:
            first = _MARKS[sign][0]
        depth = 1 if is_opening else 0
        last = _MARKS[sign][1]
    return f"{first}{text}{last if depth else ''}"


def quoted_in_turn(said: Iterable[tuple[str, str]]) -> str:
    """The words of speakers one after the other, with the name at each change of speaker."""
    parts: list[str] = []
    previous = ""
    for speaker, text in said:
        parts.append(quoted(speaker, text) if speaker and speaker != previous else closed(text))
        previous = speaker
    return " ".join(parts)


def dated(speaker: str, text: str, said: date | None) -> str:
    """The speaker, with the day if the words need it: "Nora (2026-03-01)" of "I moved yesterday"."""
    if not speaker or said is None or _HAS_DAY.search(speaker):
        return speaker
    is_relative = first_match(readers_of(text), lambda each: each.clauses.relative, text) is not None
    return f"{speaker} ({said:%Y-%m-%d})" if is_relative else speaker


def parted(body: str) -> tuple[str, str]:
    """The speaker and the words of a quote; the speaker is empty if the text is no quote."""
    match = _QUOTED.match(body)
    return (match["speaker"], match["text"]) if match else ("", body)


def spoken_of(fact: Fact | NewFact) -> tuple[str, str]:
    """The speaker and the words of a fact. What a model notes is no quote: "Nora is well: the test was negative"."""
    return ("", fact.body) if fact.author is Author.MODEL else parted(fact.body)


def speaker_key(speaker: str) -> str:
    """A key that two speakers share exactly if they are the same; empty for a user without a name."""
    key = name_key(speaker)
    return "" if key in USERS else key


def speaker_of(message: Message, language: Language) -> str:
    """The sender's name, or the word of this language for a user without one."""
    if message.role is Role.USER and name_key(message.sender) in GENERIC_SENDERS:
        return language.statements.user
    return message.sender
