"""What must be known in every turn: standing statements that the user made outright, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto

from archivists.compare.outdated import is_over
from archivists.compare.same import Outcome, compare
from archivists.compare.statement_words import wording
from archivists.questions.reading import Read, sources_of
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import bare, sentences_of, word_count
from archivists.statements.quotes import parted, quoted, speaker_key, speaker_of
from archivists.statements.single_valued import ended_in
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.tokens import count_tokens
from graph.values.changes import SetKeyInfo
from graph.values.items import Message, Role
from languages.language import Language, Slot

SAFETY = frozenset(("allergy", "health"))
"""The slots that never give way."""

DIET = "diet"
"""The slot of which a "not" takes nothing back: what is not eaten does hold."""

RULE = "rule"
"""The slot that gives way first when key info is full: the oldest of its lines."""


class _Fate(Enum):
    """What becomes of a line."""

    STAYS = auto()
    GOES = auto()
    SAYS_IT = auto()  # it says the new one already


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of key info, with what it says it about."""

    text: str
    source: str
    speaker: str
    slot: Slot


def find_key_info(
    window: Window, policy: RoundPolicy, *, told: Sequence[tuple[str, str]] = (), gone: Set[str] = frozenset()
) -> list[SetKeyInfo]:
    """Key info with the window's standing statements, if they change it.

    A later statement takes the place of an earlier one of the same speaker and slot; where the slot adds up, of the one
    that it repeats, tells more fully or turns round. What is said to be over goes. Above the maximum of tokens the
    oldest rules go first, and what concerns somebody's safety last. That stands first: small blocks are cut at the end.
    Pure.

    `told` are lines that a model has found, each with its message, and `gone` those that it says hold no longer: they
    are taken where rules have found nothing in that message, and as long as nobody's safety rests on them.
    """
    stored = _stored(window)
    lines = [line for line in stored if line.text not in gone or line.slot.name in SAFETY]
    is_answered = any(message.role is Role.ASSISTANT for message in (*window.context, *window.messages))
    for message in window.messages:
        if message.role is not Role.USER:
            continue
        for line in _said(message, is_answered=is_answered, policy=policy):
            lines = _placed(lines, line)
    found = {line.source for line in lines if line not in stored}
    for text, source in told:
        if source not in found and not any(_repeats(line, text) for line in lines):
            lines.append(_line(text, source))
    lines = _capped(lines, policy.key_info_tokens_max)
    lines.sort(key=lambda line: line.slot.name not in SAFETY)
    if lines == stored:
        return []
    return [SetKeyInfo(lines=tuple(line.text for line in lines), sources=tuple(line.source for line in lines))]


def read_key_info(window: Window, read: Read, policy: RoundPolicy) -> list[SetKeyInfo]:
    """Key info with what rules have found and what users have said outright in the model's eyes. Pure.

    A line goes only where a new one comes: a message that asks to forget all changes nothing.
    """
    told = [
        (line.text, source.id)
        for line in read.answer.key_info
        for source in sources_of(read, [line.source])
        if source.role is Role.USER
    ]
    gone = {text for id in read.answer.key_info_gone if told and (text := read.task.line(id)) is not None}
    changes = find_key_info(window, policy, told=told, gone=gone)
    return [_with_author(change, read, told) for change in changes]


def _with_author(change: SetKeyInfo, read: Read, told: Sequence[tuple[str, str]]) -> SetKeyInfo:
    used = [source for text, source in told if text in change.lines]
    if not used:
        return change
    return read.signed(replace(change, evidence=tuple(dict.fromkeys(used))))


def _stored(window: Window) -> list[_Line]:
    if window.key_info is None:
        return []
    return [_line(*each) for each in zip(window.key_info.lines, window.key_info.sources, strict=True)]


def _line(text: str, source: str) -> _Line:
    """A line as it stands in key info, with what it seems to be about."""
    speaker, said = parted(text)
    languages = readers_of(said)
    slot = next((slot for language in languages if (slot := _slot(said, language, is_answered=True))), None)
    is_grave = first_match(languages, lambda each: each.standing.grave, said) is not None
    return _Line(text, source, speaker, slot or (_GRAVE if is_grave else _KEPT))


def _repeats(line: _Line, text: str) -> bool:
    return compare(parted(line.text)[1], parted(text)[1]).outcome in (Outcome.SAME, Outcome.ENTAILS)


def _said(message: Message, *, is_answered: bool, policy: RoundPolicy) -> list[_Line]:
    found: list[_Line] = []
    for sentence in sentences_of(message):
        if sentence.is_question or sentence.is_listed or word_count(sentence.text) > policy.fact_words_max:
            continue
        read = [(language, bare(sentence.text, language)) for language in tables_of(message)]
        slots = ((*each, slot) for each in read if (slot := _slot(each[1], each[0], is_answered=is_answered)))
        language, text, slot = next(slots, (*read[0], None))
        slot = _OVER if _takes_back(text, slot) else slot
        if slot is not None:
            speaker = speaker_of(message, language)
            part = regex(language, slot.regex).search(text) if slot.is_part else None
            found.append(_Line(quoted(speaker, part[0] if part else text), message.id, speaker, slot))
    return found


def _takes_back(text: str, slot: Slot | None) -> bool:
    """Whether it says that something does not hold: "I'm not allergic", "no longer"."""
    if slot is not None and slot.name == DIET:
        return False
    return ended_in(text) is not None or (slot is not None and slot.name in SAFETY and wording(text).negations > 0)


def _slot(text: str, language: Language, *, is_answered: bool) -> Slot | None:
    for slot in language.standing.slots:
        if regex(language, slot.regex).search(text) and (is_answered or not slot.needs_assistant):
            return slot
    return None


def _placed(lines: Sequence[_Line], new: _Line) -> list[_Line]:
    said = parted(new.text)[1]
    kept: list[_Line] = []
    is_known = new.slot is _OVER
    for line in lines:
        fate = _fate(line, new, said)
        is_known = is_known or fate is _Fate.SAYS_IT
        if fate is not _Fate.GOES:
            kept.append(line)
    return kept if is_known else [*kept, new]


def _fate(line: _Line, new: _Line, said: str) -> _Fate:
    """What becomes of a line when its speaker says something new."""
    old = parted(line.text)[1]
    if speaker_key(line.speaker) != speaker_key(new.speaker):
        return _Fate.STAYS
    if new.slot is _OVER:
        return _Fate.GOES if is_over(old, said) else _Fate.STAYS
    if line.slot.name != new.slot.name:
        return _Fate.STAYS
    outcome = compare(old, said).outcome
    if outcome in (Outcome.SAME, Outcome.ENTAILS):
        return _Fate.SAYS_IT
    if _lists(old, said):
        return _Fate.SAYS_IT
    is_told_anew = outcome in (Outcome.ENTAILED, Outcome.CONTRADICTS) or _lists(said, old)
    return _Fate.GOES if is_told_anew or not new.slot.adds_up else _Fate.STAYS


def _lists(more: str, fewer: str) -> bool:
    """Whether a rule is another one with more after an "or": no emoji, no emoji or tables."""
    one, other = wording(more), wording(fewer)
    joined = frozenset[str]().union(*(each.standing.alternatives for each in readers_of(more)))
    has_more = other.keys < one.keys and bool(joined & one.keys - other.keys)
    return has_more and (one.negations, one.suspending) == (other.negations, other.suspending)


def _capped(lines: Sequence[_Line], tokens_max: int) -> list[_Line]:
    kept = list(lines)
    while kept and count_tokens("\n".join(line.text for line in kept)) > tokens_max:
        kept.remove(min(kept, key=lambda line: (line.slot.name != RULE, line.slot.name in SAFETY)))
    return kept


_OVER = Slot("over")
"""The slot of what takes an earlier line away and is no line itself."""

_KEPT = Slot("kept", adds_up=True)
"""The slot of lines that no pattern knows: somebody else wrote them, and nothing takes their place."""

_GRAVE = Slot("health", adds_up=True)
"""The slot of such lines when somebody's safety rests on them."""
