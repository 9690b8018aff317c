"""What must be known in every turn: standing statements that the user made outright, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archivists.language import Language, Slot
from archivists.languages import LANGUAGES, languages_of
from archivists.policy import RoundPolicy
from archivists.quotes import parted, quoted, speaker_of
from archivists.statements import bare, sentences_of, word_count
from archivists.window import Window
from graph.changes import Change, SetKeyInfo
from graph.items import Message, Role
from graph.text import fold
from graph.tokens import count_tokens

RULE = "rule"
"""The slot that gives way first when key info is full: the oldest of its lines."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of key info, with what it says it about."""

    text: str
    source: str
    speaker: str
    slot: Slot


def find_key_info(window: Window, policy: RoundPolicy) -> list[Change]:
    """Key info with the window's standing statements, if they change it.

    A later statement takes the place of an earlier one of the same speaker and slot, unless the slot adds up. Above the
    maximum of tokens the oldest rules go first. Pure.
    """
    stored = _stored(window)
    lines = list(stored)
    is_answered = any(message.role is Role.ASSISTANT for message in (*window.context, *window.messages))
    for message in window.messages:
        if message.role is not Role.USER:
            continue
        for line in _said(message, is_answered=is_answered, policy=policy):
            lines = _placed(lines, line)
    lines = _capped(lines, policy.key_info_tokens_max)
    if lines == stored:
        return []
    return [SetKeyInfo(lines=tuple(line.text for line in lines), sources=tuple(line.source for line in lines))]


def _stored(window: Window) -> list[_Line]:
    if window.key_info is None:
        return []
    found: list[_Line] = []
    for text, source in zip(window.key_info.lines, window.key_info.sources, strict=True):
        speaker, said = parted(text)
        slot = next((slot for language in LANGUAGES if (slot := _slot(said, language, is_answered=True))), _KEPT)
        found.append(_Line(text, source, speaker, slot))
    return found


def _said(message: Message, *, is_answered: bool, policy: RoundPolicy) -> list[_Line]:
    found: list[_Line] = []
    for sentence in sentences_of(message):
        if sentence.is_question or sentence.is_listed:
            continue
        for language in languages_of(message.language):
            text = bare(sentence.text, language)
            slot = _slot(text, language, is_answered=is_answered)
            if slot is not None and word_count(text) <= policy.fact_words_max:
                speaker = speaker_of(message, language)
                found.append(_Line(quoted(speaker, text), message.id, speaker, slot))
                break
    return found


def _slot(text: str, language: Language, *, is_answered: bool) -> Slot | None:
    for slot in language.slots:
        if slot.regex.search(text) and (is_answered or not slot.needs_assistant):
            return slot
    return None


def _placed(lines: Sequence[_Line], new: _Line) -> list[_Line]:
    if any(fold(line.text) == fold(new.text) for line in lines):
        return list(lines)
    if new.slot.adds_up:
        return [*lines, new]
    return [line for line in lines if (line.speaker, line.slot.name) != (new.speaker, new.slot.name)] + [new]


def _capped(lines: Sequence[_Line], tokens_max: int) -> list[_Line]:
    kept = list(lines)
    while kept and count_tokens("\n".join(line.text for line in kept)) > tokens_max:
        kept.remove(next((line for line in kept if line.slot.name == RULE), kept[0]))
    return kept


_KEPT = Slot("kept", LANGUAGES[0].slots[0].regex, adds_up=True)
"""The slot of lines that no pattern knows: somebody else wrote them, and nothing takes their place."""
