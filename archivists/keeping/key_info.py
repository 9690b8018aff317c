"""What must be known in every turn: standing statements that the user made outright, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto

from archivists.compare.grounds import unfounded
from archivists.compare.replacing import is_over
from archivists.compare.same import Outcome, compare
from archivists.compare.statement_words import wording
from archivists.keeping.archivist import READ, Archivist
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import bare, hangs, sentences_of, word_count
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import closed, parted, quoted, speaker_key, speaker_of
from archivists.statements.single_valued import ended_in
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.text.analysis import word_spans
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.tokens import count_tokens
from graph.values.changes import SetKeyInfo
from graph.values.items import Message, Role
from languages.language import Language, Slot

SAFETY = frozenset(("allergy", "health"))
"""The slots whose lines stay longest."""

DIET = "diet"
"""The slot of what somebody does not eat: a "not" in it takes nothing back."""

RULE = "rule"
"""The slot whose lines go first when key info is full, the oldest before the others."""


class _Fate(Enum):
    """What becomes of a line."""

    STAYS = auto()
    GOES = auto()
    SAYS_IT = auto()  # it already says what the new line says


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of key info, with its message, its speaker and its subject."""

    text: str
    source: str
    speaker: str
    slot: Slot


def find_key_info(
    window: Window, policy: RoundPolicy, *, found: Sequence[tuple[str, str]] = (), gone: Set[str] = frozenset()
) -> list[SetKeyInfo]:
    """Key info with the window's standing statements, if they change it. Pure.

    A statement replaces an earlier one of the same speaker and slot. If the slot adds up, it replaces only a line that
    it repeats, extends or reverses. Lines that are said to be over go. Above the maximum of tokens the oldest rules go
    first, and what concerns somebody's safety last. Lines on safety stand first: small blocks are cut at the end.

    `found` are lines that a model has found, each with its message, and `gone` those that it says no longer hold. They
    count only where rules have found nothing in that message, and never against a line on safety.
    """
    stored = _stored_lines(window)
    lines = [line for line in stored if line.text not in gone or line.slot.name in SAFETY]
    is_answered = any(message.role is Role.ASSISTANT for message in (*window.context, *window.messages))
    for message in window.messages:
        if message.role is not Role.USER:
            continue
        for line in _lines_in(message, is_answered=is_answered, policy=policy):
            lines = _placed(lines, line)
    by_rules = {line.source for line in lines if line not in stored}
    for text, source in found:
        if source not in by_rules and not any(_repeats(line, text) for line in lines):
            lines.append(_stored_line(text, source))
    lines = _capped(lines, policy.key_info_tokens_max)
    lines.sort(key=lambda line: line.slot.name not in SAFETY)
    if lines == stored:
        return []
    return [SetKeyInfo(lines=tuple(line.text for line in lines), sources=tuple(line.source for line in lines))]


def take_key_info(window: Window, reading: Reading, policy: RoundPolicy) -> list[SetKeyInfo]:
    """Key info with what rules find and with the lines of the answer that a user said. Pure.

    A line goes only where a new one comes: a message that asks to forget everything changes nothing.
    """
    found = [
        (line.text, source.id)
        for line in reading.answer.key_info
        for source in reading.question.sources([line.source])
        if source.role is Role.USER and unfounded(line.text, reading.question.cited([line.source])) is None
    ]
    gone = {text for id in reading.answer.key_info_gone if found and (text := reading.question.line(id)) is not None}
    changes = find_key_info(window, policy, found=found, gone=gone)
    return [_with_author(change, reading, found) for change in changes]


def _with_author(change: SetKeyInfo, reading: Reading, found: Sequence[tuple[str, str]]) -> SetKeyInfo:
    """The change under the model's name, if any of its lines is the model's."""
    used = [source for text, source in found if text in change.lines]
    if not used:
        return change
    return reading.signed(replace(change, evidence=tuple(dict.fromkeys(used))))


def _stored_lines(window: Window) -> list[_Line]:
    if window.key_info is None:
        return []
    return [_stored_line(*each) for each in zip(window.key_info.lines, window.key_info.sources, strict=True)]


def _stored_line(text: str, source: str) -> _Line:
    """A line as it stands in key info, with the subject that its words suggest."""
    speaker, said = parted(text)
    languages = readers_of(said)
    found = next((found for language in languages if (found := _slot(said, language, is_answered=True))), None)
    is_grave = first_match(languages, lambda each: each.standing.grave, said) is not None
    return _Line(text, source, speaker, found[0] if found else _GRAVE if is_grave else _KEPT)


def _repeats(line: _Line, text: str) -> bool:
    return compare(parted(line.text)[1], parted(text)[1]).outcome in (Outcome.SAME, Outcome.ENTAILS)


def _lines_in(message: Message, *, is_answered: bool, policy: RoundPolicy) -> list[_Line]:
    """The standing statements of a message. What hangs on the sentence before it stands behind that one."""
    found: list[_Line] = []
    before = ""
    for sentence in sentences_of(message):
        if sentence.is_question or sentence.is_listed or word_count(sentence.text) > policy.fact_words_max:
            before = ""
            continue
        read = [(language, bare(sentence.text, language)) for language in tables_of(message)]
        slots = ((*each, *told) for each in read if (told := _slot(each[1], each[0], is_answered=is_answered)))
        language, text, slot, said = next(slots, (*read[0], None, ""))
        slot = _OVER if _takes_back(text, slot, said, language) else slot
        if slot is not None:
            speaker = speaker_of(message, language)
            is_hanging = slot.name in SAFETY and before and hangs(text, language)
            whole = f"{closed(before)} {text}" if is_hanging else text
            found.append(_Line(quoted(speaker, said if slot.is_part else whole), message.id, speaker, slot))
        before = text
    return found


def _takes_back(text: str, slot: Slot | None, said: str, language: Language) -> bool:
    """Whether it says that something does not hold: "I'm not allergic", "no longer". A diet's "not" does hold.

    Of somebody's safety only the words that say it count: "I have diabetes and never eat sugar" takes nothing back.
    """
    if slot is None:
        return ended_in(text) is not None
    if slot.name in SAFETY:
        return not language.grammar.negations.isdisjoint(word for word, _, _ in word_spans(said))
    return slot.name != DIET and ended_in(text) is not None


def _slot(text: str, language: Language, *, is_answered: bool) -> tuple[Slot, str] | None:
    """The slot of a sentence, and the words that tell it; None for what the speaker does not say or mean."""
    own, borrowed = unquoted(text), language.borrowed
    for slot in language.standing.slots:
        said = regex(language, slot.regex).search(own)
        if said is None or (slot.needs_assistant and not is_answered):
            continue
        if any(regex(language, source).search(own, 0, said.end()) for source in (borrowed.unreal, borrowed.asked)):
            return None
        if slot.name not in SAFETY and regex(language, borrowed.laughs).search(own):
            return None
        return slot, said[0]
    return None


def _placed(lines: Sequence[_Line], new: _Line) -> list[_Line]:
    """The lines with the new one, without those that it replaces."""
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
    """What becomes of a line when something new is said."""
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
    is_replaced = outcome in (Outcome.ENTAILED, Outcome.CONTRADICTS) or _lists(said, old)
    return _Fate.GOES if is_replaced or not new.slot.adds_up else _Fate.STAYS


def _lists(more: str, fewer: str) -> bool:
    """Whether one rule is another with more after an "or": "no emoji or tables" is "no emoji" with more."""
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
"""The slot of a statement that only takes an earlier line away."""

_KEPT = Slot("kept", adds_up=True)
"""The slot of lines that no pattern recognises: somebody else wrote them, and nothing replaces them."""

_GRAVE = Slot("health", adds_up=True)
"""The slot of such lines when they concern somebody's safety."""

KEY_INFO: Archivist[Reading] = Archivist(
    name="key_info",
    by_rules=lambda proposal, policy: proposal.plus(find_key_info(proposal.window, policy)),
    question=READ,
    fields=("key_info", "key_info_gone"),
    from_answer=lambda proposal, reading, policy: proposal.plus(take_key_info(proposal.window, reading, policy)),
)
