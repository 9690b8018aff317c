"""Maintains key info, which every turn must know: the user's explicit standing statements, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto

from archivists.compare.citations import unfounded
from archivists.compare.ending import ended_by_clause
from archivists.compare.replacing import is_over
from archivists.compare.standing_words import (
    danger_clause,
    denied,
    names_danger,
    names_most,
    reverses,
    shared,
    telling,
)
from archivists.compare.statement_likeness import Outcome, compare
from archivists.compare.statement_words import wording
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.keeping.model_facts import invented_facts
from archivists.questions.read import KeyLine, Reading, ref_of
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import bare, hangs, sentences_of, word_count
from archivists.statements.own_words import outright
from archivists.statements.quotes import closed, parted, quoted, speaker_key, speaker_of
from archivists.statements.single_valued import ended_in
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.changing.apply_summaries import key_info_parts
from graph.text.analysis import word_spans
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.subjects import grave_in, is_danger
from graph.text.tokens import count_tokens
from graph.values.changes import WHY_CHARS_MAX, SetKeyInfo
from graph.values.items import Message, Role
from languages.folding import fold
from languages.language import SAFETY, Language, Slot
from languages.registry import LANGUAGES

ALLERGY = "allergy"
"""The slot whose lines are distinguished by what somebody is allergic to."""

DIETS = frozenset(("diet", "food"))
"""The slots for what somebody does not eat: here a "not" also states something that holds."""

RULE = "rule"
"""The slot whose lines are dropped first when key info is full, the oldest before the others."""


class _Fate(Enum):
    """What becomes of a line."""

    STAYS = auto()
    GOES = auto()
    SAYS_IT = auto()  # it already says what the new line says


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of key info, with its message, its speaker and its slot."""

    text: str
    source: str
    speaker: str
    slot: Slot
    takes_back: bool = False  # whether it may remove a line that it does not replace


def find_key_info(window: Window, policy: RoundPolicy) -> list[SetKeyInfo]:
    """Key info with the window's standing statements, if they change it. Pure.

    A statement replaces an earlier one of the same speaker and slot. In a slot that adds up, it replaces only a line
    that it repeats, extends or reverses. A line that a message says is over is removed, with that message as evidence.
    Above the maximum of tokens the oldest rules are dropped first and safety lines last. Safety lines come first,
    because small blocks are cut at the end. Pinned lines stay as they are and are not repeated.
    """
    lines, _ = _stored_lines(window)
    taken: dict[str, str] = {}
    for line in _spoken_lines(window, policy):
        before, lines = lines, _placed(lines, line)
        taken |= {old.text: line.source for old in before if old not in lines}
    return _set(window, lines, taken, policy)


def take_key_info(
    window: Window, reading: Reading, policy: RoundPolicy, *, invented: Collection[KeyLine]
) -> list[SetKeyInfo]:
    """Key info with the answer's lines that a user said, except `invented`, and without those that it takes away. Pure.

    Rules add only what is dangerous for somebody and is in no line of the answer; a line with laughter, in a message
    in which the answer noted nothing, is a joke. A line that the answer takes away is removed if the answer has a new
    line, even an invented one, or if a user mentions its subject: a request to forget everything changes nothing. A
    safety line is removed only if a new line, a new fact or a replaced fact is about the same: an allergy that was none
    comes with what holds instead.
    """
    said = _said_by_users(reading)
    found = [(_unquoted(line.text, source), source.id) for line, source in said if line not in invented]
    named = [text for id in reading.answer.key_info_gone if (text := reading.question.line(id)) is not None]
    said_anew = [*found, *_corrections(reading)] if named else []
    gone: dict[str, str] = {}
    for text in named:
        anew = _said_anew_of(text, said_anew, window)
        source = _spoken_of(text, window) or (said[0][1].id if said else anew)
        if source is not None and (anew is not None or _stored_line(text, "").slot.name not in SAFETY):
            gone[text] = source
    noted = {n for fact in reading.answer.facts for n in fact.sources} | {
        line.source for line in reading.answer.key_info
    }
    unnoted = {message.id for message in window.messages} - {each.id for each in reading.question.sources(noted)}
    stored, _ = _stored_lines(window)
    lines = [line for line in stored if line.text not in gone]
    for line in (_stored_line(*each) for each in found):
        lines += [] if any(_repeats(each, line.text) for each in lines) else [line]
    for line in _spoken_lines(window, policy):
        is_passed_over = line.slot.name in SAFETY and not (_is_told_by(line, found) or _is_joke(line, unnoted))
        if is_passed_over and not line.takes_back and not any(_repeats(each, line.text) for each in lines):
            lines.append(line)
    return [_with_author(change, reading, found, gone) for change in _set(window, lines, gone, policy)]


def _said_by_users(reading: Reading) -> list[tuple[KeyLine, Message]]:
    """The answer's lines that cite a new message of a user, each with it."""
    return [
        (line, source)
        for line in reading.answer.key_info
        for source in reading.question.sources([line.source])
        if source.role is Role.USER
    ]


def _spoken_lines(window: Window, policy: RoundPolicy) -> list[_Line]:
    """The standing statements of users that rules find in the window."""
    said = [*window.context, *window.messages]
    is_answered = any(message.role is Role.ASSISTANT for message in said)
    tables = tables_of(*said)
    users = (message for message in window.messages if message.role is Role.USER)
    return [line for each in users for line in _lines_in(each, tables, is_answered=is_answered, policy=policy)]


def _set(window: Window, lines: list[_Line], taken: Mapping[str, str], policy: RoundPolicy) -> list[SetKeyInfo]:
    """The change to these lines, if it is one. `taken` are the lines that are over, each with the message behind it."""
    stored, pinned = _stored_lines(window)
    lines = [line for line in lines if line in stored or not any(_repeats(pin, line.text) for pin in pinned)]
    lines = _capped(lines, policy.key_info_tokens_max - count_tokens("\n".join(pin.text for pin in pinned)))
    lines.sort(key=lambda line: line.slot.name not in SAFETY)
    if lines == stored:
        return []
    over = {text: id for text, id in taken.items() if text in (line.text for line in stored)}
    return [
        SetKeyInfo(
            lines=tuple(line.text for line in lines),
            sources=tuple(line.source for line in lines),
            evidence=tuple(dict.fromkeys(over.values())),
            why=f"no longer: {' '.join(over)}"[:WHY_CHARS_MAX] if over else "",
            gone=tuple(over),
        )
    ]


def _unquoted(text: str, source: Message) -> str:
    """The line without a colon that would make it look like a quote: "Nora is deaf: show subtitles" quotes nobody."""
    speaker, said = parted(text)
    return text if speaker_key(speaker) in ("", speaker_key(source.sender)) else f"{speaker}; {said}"


def invented_lines(reading: Reading) -> dict[KeyLine, str]:
    """The answer's lines that nothing supports, each with the reason: not the cited message, nor a line that is over.

    If one of two instructions in a line is over, the answer repeats the other one as a new line.
    """
    asked = reading.question
    ended = [parted(line)[1] for id in reading.answer.key_info_gone if (line := asked.line(id)) is not None]
    reasons = {
        line: f"no such message: {line.source}"
        if asked.message(line.source) is None
        else unfounded(line.text, asked.cited([line.source], ended=ended))
        for line in reading.answer.key_info
    }
    return {line: why for line, why in reasons.items() if why is not None}


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    invented = invented_lines(reading)
    changes = take_key_info(proposal.window, reading, policy, invented=invented)
    return replace(proposal.plus(changes), lost=(*proposal.lost, *_lost(proposal.window, reading, changes, invented)))


def _lost(
    window: Window, reading: Reading, changes: Sequence[SetKeyInfo], invented: Mapping[KeyLine, str]
) -> Iterator[str]:
    """What of the answer's key info is not carried out, each with the reason."""
    stored, pinned = _stored_lines(window)
    kept = [line.text for line in stored] if not changes else [*changes[0].lines]
    said = dict(_said_by_users(reading))
    for line in reading.answer.key_info:
        if line in invented:
            yield f"“{line.text}”: {invented[line]}"
        elif line not in said:
            yield f"“{line.text}”: no user said it in a new message"
        elif not any(
            _repeats(each, _unquoted(line.text, said[line]))
            for each in (*pinned, *(_stored_line(text, "") for text in kept))
        ):
            yield f"“{line.text}”: key info is full"
    gone = [reading.question.line(id) for id in reading.answer.key_info_gone]
    yield from (f"“{line.text}”: key info is full" for line in stored if line.text not in (*kept, *gone))
    for text in gone:
        if text is not None and text in (*kept, *(line.text for line in pinned)):
            yield f"“{text}” stays: no message takes it back"


def _corrections(reading: Reading) -> list[tuple[str, str]]:
    """The facts of the answer that replace or negate something, and what they replace, each with a user's message."""
    invented, found = invented_facts(reading), []
    for number, fact in enumerate(reading.answer.facts, start=1):
        sources = [each.id for each in reading.question.sources(fact.sources) if each.role is Role.USER]
        is_correction = bool(fact.replaces) or bool(wording(fact.text).negations)
        if sources and is_correction and ref_of(number) not in invented:
            ended = [known.body for id in fact.replaces if (known := reading.question.fact(id)) is not None]
            found += [(text, sources[0]) for text in (fact.text, *ended)]
    return found


def _said_anew_of(line: str, said_anew: Sequence[tuple[str, str]], window: Window) -> str | None:
    """The message of the first new text about the same subject. Shared names do not count."""
    called = [name for entity in window.entities for name in (entity.name, *entity.aliases)]
    called += [message.sender for message in window.messages]
    names = telling(" ".join((*called, *(each.statements.user for each in LANGUAGES))))
    words = {word for word in telling(parted(line)[1]) if word[0].isalnum() and not shared({word}, names)}
    return next((source for text, source in said_anew if shared(words, telling(text))), None)


def _is_joke(line: _Line, unnoted: Set[str]) -> bool:
    return line.source in unnoted and first_match(LANGUAGES, lambda each: each.borrowed.laughs, line.text) is not None


def _is_told_by(line: _Line, found: Sequence[tuple[str, str]]) -> bool:
    """Whether a model's lines from the same message say most of each danger in this one, and agree on "not"."""
    told = [part for text, source in found if source == line.source for part in _PART.split(text)]
    parts = _PART.split(parted(line.text)[1])
    grave = [part for part in parts if is_danger(part)] or parts
    return all(any(_is_named(part, other) for other in told) for part in grave)


def _is_named(part: str, other: str) -> bool:
    return bool(wording(part).negations) is bool(wording(other).negations) and names_most(other, telling(part))


def _spoken_of(line: str, window: Window) -> str | None:
    """The last message of a user that contains a telling word of the line."""
    words = telling(parted(line)[1])
    said = (one for one in reversed(window.messages) if one.role is Role.USER)
    return next((one.id for one in said if any(shared(telling(each.text), words) for each in sentences_of(one))), None)


def _with_author(
    change: SetKeyInfo, reading: Reading, found: Sequence[tuple[str, str]], gone: Mapping[str, str]
) -> SetKeyInfo:
    """The change, signed by the model if any of its lines is the model's or the model has removed one."""
    used = [source for text, source in found if text in change.lines]
    used += [source for source in gone.values() if source in change.evidence]
    if not used:
        return change
    return reading.signed(replace(change, evidence=tuple(dict.fromkeys((*used, *change.evidence)))))


def _stored_lines(window: Window) -> tuple[list[_Line], list[_Line]]:
    """The lines that rounds wrote, and those that somebody has pinned."""
    pinned, others = ([_stored_line(*each) for each in part] for part in key_info_parts(window.key_info))
    return others, pinned


def _stored_line(text: str, source: str) -> _Line:
    """A line of key info, with the slot that its words suggest."""
    speaker, said = parted(text)
    languages = tuple(dict.fromkeys((*readers_of(said), *LANGUAGES)))
    found = next((found for language in languages if (found := _slot(said, language, is_answered=True))), None)
    return _Line(text, source, speaker, found[0] if found else _GRAVE if grave_in(said) else _KEPT)


def _repeats(line: _Line, text: str) -> bool:
    return compare(parted(line.text)[1], parted(text)[1]).outcome in (Outcome.SAME, Outcome.ENTAILS)


def _lines_in(message: Message, tables: Sequence[Language], *, is_answered: bool, policy: RoundPolicy) -> list[_Line]:
    """The standing statements of a message. A safety sentence that depends on the one before is joined to it.

    `tables` are the languages of the whole talk: a message of three words shows no language, or the wrong one.
    """
    languages = dict.fromkeys((*tables_of(message), *tables))
    found: list[_Line] = []
    before = ""
    is_story = False
    for sentence in sentences_of(message):
        is_long = sentence.is_listed or word_count(sentence.text) > policy.fact_words_max
        if sentence.is_question or is_long:
            before = "" if is_long else sentence.text
            continue
        read = [(language, bare(sentence.text, language)) for language in languages]
        slots = ((*each, *told) for each in read if (told := _slot(each[1], each[0], is_answered=is_answered)))
        language, text, slot, said = next(slots, (*read[0], None, ""))
        if slot is None:  # Few words show no language: the first language that sees them revoke something is used.
            language, text = next((each for each in read if _takes_back(each[1], None, "", each[0])), read[0])
        takes_back = _takes_back(text, slot, said, language)
        slot = _OVER if takes_back and (slot is None or slot.name not in _ENDED_ALSO) else slot
        if slot is not None and not (is_story and slot.name in SAFETY):
            speaker = speaker_of(message, language)
            is_unnamed = slot.name == ALLERGY and not names_danger(danger_clause(text))  # "I'm allergic."
            is_hanging = before and slot.name in SAFETY and (is_unnamed or hangs(text, language))
            whole = f"{closed(before)} {text}" if is_hanging else text
            line = quoted(speaker, said if slot.is_part else whole)
            if takes_back or not is_unnamed or names_danger(whole):
                found.append(_Line(line, message.id, speaker, slot, takes_back or slot.is_end))
        before = text
        is_story = is_story or any(regex(each, each.borrowed.fiction).search(sentence.text) for each in languages)
    return found


def _takes_back(text: str, slot: Slot | None, said: str, language: Language) -> bool:
    """Whether a text says that something does not hold: "I'm not allergic", "no longer", "you can use it again".

    In a safety slot only the matched words count: "I have diabetes and never eat sugar" takes nothing back.
    """
    if slot is not None and slot.name in SAFETY:
        return not language.grammar.negations.isdisjoint(word for word, _, _ in word_spans(said))
    own = outright(text)
    if _is_unreal(own, language, len(own)):
        return False
    return ended_in(own) is not None or regex(language, language.standing.revokes).search(own) is not None


def _slot(text: str, language: Language, *, is_answered: bool) -> tuple[Slot, str] | None:
    """The slot of a sentence, and the words that matched; None for what the speaker does not say or mean."""
    own = outright(text)
    for slot in language.standing.slots:
        said = regex(language, slot.regex).search(own)
        if said is None or (slot.needs_assistant and not is_answered):
            continue
        if _is_unreal(own, language, said.end()):
            return None
        if slot.name not in SAFETY and regex(language, language.borrowed.laughs).search(own):
            return None
        return slot, said[0]
    return None


def _is_unreal(own: str, language: Language, end: int) -> bool:
    """Whether the text up to `end` tells a story, supposes something, or asks for something to be written."""
    sources = (language.borrowed.unreal, language.borrowed.asked)
    return any(regex(language, source).search(own, 0, end) for source in sources)


def _placed(lines: Sequence[_Line], new: _Line) -> list[_Line]:
    """The lines with the new one, without those that it replaces or takes back."""
    said = parted(new.text)[1]
    if new.takes_back:
        gone = _taken_back([line for line in lines if speaker_key(line.speaker) == speaker_key(new.speaker)], new, said)
        lines = [line for line in lines if line not in gone]
        if new.slot is _OVER or new.slot.is_end or (gone and new.slot.name in DIETS):
            return lines
    kept: list[_Line] = []
    is_known = False
    for line in lines:
        fate = _fate(line, new, said)
        is_known = is_known or fate is _Fate.SAYS_IT
        if fate is not _Fate.GOES:
            kept.append(line)
    return kept if is_known else [*kept, new]


def _taken_back(lines: Sequence[_Line], new: _Line, said: str) -> list[_Line]:
    """The speaker's lines that a statement takes back.

    One telling word is enough for diets and for permissions to the assistant; other lines need most of their words.
    """
    if grave := grave_in(said):
        return _not_dangerous([line for line in lines if line.slot.name in SAFETY], said, grave)
    lines = [line for line in lines if line.slot.name not in SAFETY]
    if new.slot.is_end:
        return [line for line in lines if line.slot.name == new.slot.name]
    is_told = new.slot.name in DIETS or first_match(LANGUAGES, lambda each: each.standing.revokes, said) is not None
    counts = [shared(telling(said), telling(parted(line.text)[1])) for line in lines]
    most = max(counts, default=0)
    return [
        line
        for line, count in zip(lines, counts, strict=True)
        if count and ((is_told and count == most) or _is_ended(parted(line.text)[1], said))
    ]


def _is_ended(old: str, said: str) -> bool:
    """Whether a statement says that a line, or the part before its first comma, is over."""
    return is_over(old, said) or ended_by_clause(_COMMA.split(old)[0], said) is not None


def _not_dangerous(lines: Sequence[_Line], said: str, grave: re.Match[str]) -> list[_Line]:
    """The safety lines that a statement denies.

    A line must contain what the statement names: "I'm not allergic to cats" says nothing about nuts, nor "my mother no
    longer takes warfarin" about the speaker. If it names nothing, the illness is removed, or the only allergy.
    """
    named = denied(said, grave)
    if named is None:
        return []
    if named:
        return [line for line in lines if names_most(parted(line.text)[1], named)]
    same = [line for line in lines if fold(grave[0]) in fold(line.text)]
    illnesses = [line for line in same if line.slot.name != ALLERGY]
    return illnesses or (same if len(same) == 1 else [])


def _fate(line: _Line, new: _Line, said: str) -> _Fate:
    """What becomes of a line when something new is said."""
    old = parted(line.text)[1]
    if speaker_key(line.speaker) != speaker_key(new.speaker):
        return _Fate.STAYS
    if line.slot.name != new.slot.name:
        return _Fate.STAYS
    outcome = compare(old, said).outcome
    if outcome in (Outcome.SAME, Outcome.ENTAILS):
        return _Fate.SAYS_IT
    if _lists(old, said) or (new.slot.name == ALLERGY and _names_same_danger(old, said)):
        return _Fate.SAYS_IT
    is_replaced = outcome in (Outcome.ENTAILED, Outcome.CONTRADICTS) or _lists(said, old) or reverses(said, old)
    return _Fate.GOES if is_replaced or not new.slot.adds_up else _Fate.STAYS


def _names_same_danger(old: str, said: str) -> bool:
    """Whether the clauses with the danger are the same, word for word, and say whose it is."""
    clause = danger_clause(said)
    is_whole = names_danger(clause) and not any(hangs(clause, language) for language in readers_of(said))
    return is_whole and fold(clause) == fold(danger_clause(old))


def _lists(more: str, fewer: str) -> bool:
    """Whether `more` is the rule `fewer` with more after an "or": "no emoji or tables" extends "no emoji"."""
    one, other = wording(more), wording(fewer)
    joined = frozenset[str]().union(*(each.standing.alternatives for each in readers_of(more)))
    has_more = other.keys < one.keys and bool(joined & one.keys - other.keys)
    return has_more and (one.negations, one.suspending) == (other.negations, other.suspending)


def _capped(lines: Sequence[_Line], tokens_max: int) -> list[_Line]:
    kept = list(lines)
    while kept and count_tokens("\n".join(line.text for line in kept)) > tokens_max:
        kept.remove(min(kept, key=lambda line: (line.slot.name != RULE, line.slot.name in SAFETY)))
    return kept


_COMMA = re.compile(r"[,;:]\s")
_PART = re.compile(r"[,;:.!?–—]\s")

_ENDED_ALSO = DIETS | {RULE}
"""The slots of statements that may hold although they say that something is over: "don't use emoji any more"."""

_OVER = Slot("over")
"""The slot of a statement that only removes an earlier line."""

_KEPT = Slot("kept", adds_up=True)
"""The slot of lines that no pattern recognises: somebody else wrote them, and nothing replaces them."""

_GRAVE = Slot("health", adds_up=True)
"""The slot of such lines when they concern somebody's safety."""

KEY_INFO: Archivist[Reading] = Archivist(
    name="key_info",
    by_rules=lambda proposal, policy: proposal.plus(find_key_info(proposal.window, policy)),
    question=READ,
    fields=("key_info", "key_info_gone"),
    from_answer=_by_answer,
)
