"""What must be known in every turn: standing statements that the user made outright, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType

from archivists.compare.ending import ended_by_clause
from archivists.compare.grounds import unfounded
from archivists.compare.replacing import is_over
from archivists.compare.same import Outcome, compare
from archivists.compare.standing_words import (
    denied,
    names_most,
    reverses,
    shared,
    telling,
    telling_by_clause,
)
from archivists.compare.statement_words import wording
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.keeping.told_facts import invented_facts
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
from graph.text.subjects import grave_in
from graph.text.tokens import count_tokens
from graph.values.changes import WHY_CHARS_MAX, SetKeyInfo
from graph.values.items import Message, Role
from languages.folding import fold
from languages.language import SAFETY, Language, Slot
from languages.registry import LANGUAGES

ALLERGY = "allergy"
"""The slot whose lines are told apart by what somebody is allergic to."""

DIETS = frozenset(("diet", "food"))
"""The slots of what somebody does not eat: a "not" in them also says what holds."""

RULE = "rule"
"""The slot whose lines go first when key info is full, the oldest before the others."""

EMPTY: Mapping[str, str] = MappingProxyType({})


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
    takes_back: bool = False  # whether it may take away a line that it does not replace


def find_key_info(
    window: Window,
    policy: RoundPolicy,
    *,
    found: Sequence[tuple[str, str]] = (),
    gone: Mapping[str, str] = EMPTY,
    unnoted: Set[str] = frozenset(),
) -> list[SetKeyInfo]:
    """Key info with the window's standing statements, if they change it. Pure.

    A statement replaces an earlier one of the same speaker and slot. If the slot adds up, it replaces only a line that
    it repeats, extends or reverses. Lines that are said to be over go; the message that says it is the evidence. Above
    the maximum of tokens the oldest rules go first, and what concerns somebody's safety last. Lines on safety stand
    first: small blocks are cut at the end. What somebody has pinned stays as it is, and is not said again.

    `found` are lines that a model has found, each with its message, and `gone` those that it says no longer hold, with
    the message of each. They take the place of what rules have found in that message, if they say each clause of it.
    Of the `unnoted` messages, of which it has found nothing worth a note, a line that laughs is a joke.
    """
    stored, pinned = _stored_lines(window)
    lines = [line for line in stored if line.text not in gone]
    taken = {line.text: gone[line.text] for line in stored if line not in lines}
    said = [*window.context, *window.messages]
    is_answered = any(message.role is Role.ASSISTANT for message in said)
    tables = tables_of(*said)
    for message in window.messages:
        if message.role is not Role.USER:
            continue
        for line in _lines_in(message, tables, is_answered=is_answered, policy=policy):
            before, lines = lines, _placed(lines, line)
            taken |= {old.text: message.id for old in before if old not in lines}
    lines = [line for line in lines if line in stored or not (_is_told_by(line, found) or _is_joke(line, unnoted))]
    for text, source in found:
        if not any(_repeats(line, text) for line in lines):
            lines.append(_stored_line(text, source))
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
        )
    ]


def take_key_info(
    window: Window, reading: Reading, policy: RoundPolicy, *, invented: Sequence[KeyLine]
) -> list[SetKeyInfo]:
    """Key info with what rules find and with the lines of the answer that a user said; none of `invented`. Pure.

    A line goes where a new one comes, be it in words that nobody said, or where a user speaks of what it says: to ask
    to forget everything changes nothing. A line on safety goes only if a new line, a new fact or what it replaces
    speaks of the same: who is told that it was no allergy is told what took its place.
    """
    said = [
        (line, source)
        for line in reading.answer.key_info
        for source in reading.question.sources([line.source])
        if source.role is Role.USER
    ]
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
    changes = find_key_info(window, policy, found=found, gone=gone, unnoted=unnoted)
    return [_with_author(change, reading, found, gone) for change in changes]


def _unquoted(text: str, source: Message) -> str:
    """A line that no colon makes look like a quote of somebody else: "Nora is deaf: show subtitles" quotes nobody."""
    speaker, said = parted(text)
    return text if speaker_key(speaker) in ("", speaker_key(source.sender)) else f"{speaker}; {said}"


def invented_lines(reading: Reading) -> list[KeyLine]:
    """The lines of the answer that do not stand in the message that they cite, or in a line that it takes away.

    Where one of two instructions in a line is over, the other one is said anew.
    """
    asked = reading.question
    gone = [parted(line)[1] for id in reading.answer.key_info_gone if (line := asked.line(id)) is not None]
    return [
        line
        for line in reading.answer.key_info
        if asked.message(line.source) is None
        or unfounded(line.text, asked.cited([line.source], ended=gone)) is not None
    ]


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    invented = invented_lines(reading)
    told = proposal.plus(take_key_info(proposal.window, reading, policy, invented=invented))
    return replace(told, invented=proposal.invented + len(invented))


def _corrections(reading: Reading) -> list[tuple[str, str]]:
    """What the answer's facts say has changed or is not so, and what they replace, each with a user's message."""
    invented, found = invented_facts(reading), []
    for number, fact in enumerate(reading.answer.facts, start=1):
        sources = [each.id for each in reading.question.sources(fact.sources) if each.role is Role.USER]
        is_correction = bool(fact.replaces) or bool(wording(fact.text).negations)
        if sources and is_correction and ref_of(number) not in invented:
            ended = [known.body for id in fact.replaces if (known := reading.question.fact(id)) is not None]
            found += [(text, sources[0]) for text in (fact.text, *ended)]
    return found


def _said_anew_of(line: str, said_anew: Sequence[tuple[str, str]], window: Window) -> str | None:
    """The message of the first new text that speaks of the same. A name that lines share says nothing."""
    called = [name for entity in window.entities for name in (entity.name, *entity.aliases)]
    called += [message.sender for message in window.messages]
    names = telling(" ".join((*called, *(each.statements.user for each in LANGUAGES))))
    words = {word for word in telling(parted(line)[1]) if word[0].isalnum() and not shared({word}, names)}
    return next((source for text, source in said_anew if shared(words, telling(text))), None)


def _is_joke(line: _Line, unnoted: Set[str]) -> bool:
    return line.source in unnoted and first_match(LANGUAGES, lambda each: each.borrowed.laughs, line.text) is not None


def _is_told_by(line: _Line, found: Sequence[tuple[str, str]]) -> bool:
    """Whether lines that a model has found in the same message say most of each clause of this one.

    A danger is not told by a line that says "not" where it does not, or the other way round.
    """
    texts = [text for text, source in found if source == line.source]
    said = parted(line.text)[1]
    is_not = bool(wording(said).negations)
    if line.slot.name in SAFETY and is_not is not any(wording(text).negations for text in texts):
        return False
    told = frozenset[str]().union(*map(telling, texts))
    parts = telling_by_clause(said)
    return bool(parts) and all(2 * shared(words, told) >= len(words) for words in parts)


def _spoken_of(line: str, window: Window) -> str | None:
    """The last message of a user that has a telling word of the line."""
    words = telling(parted(line)[1])
    said = (one for one in reversed(window.messages) if one.role is Role.USER)
    return next((one.id for one in said if any(shared(telling(each.text), words) for each in sentences_of(one))), None)


def _with_author(
    change: SetKeyInfo, reading: Reading, found: Sequence[tuple[str, str]], gone: Mapping[str, str]
) -> SetKeyInfo:
    """The change under the model's name, if any of its lines is the model's, or if the model has taken one away."""
    used = [source for text, source in found if text in change.lines]
    used += [source for source in gone.values() if source in change.evidence]
    if not used:
        return change
    return reading.signed(replace(change, evidence=tuple(dict.fromkeys((*used, *change.evidence)))))


def _stored_lines(window: Window) -> tuple[list[_Line], list[_Line]]:
    """The lines of rounds, and those that somebody has pinned."""
    pinned, others = ([_stored_line(*each) for each in part] for part in key_info_parts(window.key_info))
    return others, pinned


def _stored_line(text: str, source: str) -> _Line:
    """A line as it stands in key info, with the subject that its words suggest."""
    speaker, said = parted(text)
    languages = tuple(dict.fromkeys((*readers_of(said), *LANGUAGES)))
    found = next((found for language in languages if (found := _slot(said, language, is_answered=True))), None)
    return _Line(text, source, speaker, found[0] if found else _GRAVE if grave_in(said) else _KEPT)


def _repeats(line: _Line, text: str) -> bool:
    return compare(parted(line.text)[1], parted(text)[1]).outcome in (Outcome.SAME, Outcome.ENTAILS)


def _lines_in(message: Message, tables: Sequence[Language], *, is_answered: bool, policy: RoundPolicy) -> list[_Line]:
    """The standing statements of a message. What hangs on the sentence before it stands behind that one.

    `tables` are those of the talk: a message of three words tells no language, or the wrong one.
    """
    languages = dict.fromkeys((*tables_of(message), *tables))
    found: list[_Line] = []
    before = ""
    for sentence in sentences_of(message):
        if sentence.is_question or sentence.is_listed or word_count(sentence.text) > policy.fact_words_max:
            before = ""
            continue
        read = [(language, bare(sentence.text, language)) for language in languages]
        slots = ((*each, *told) for each in read if (told := _slot(each[1], each[0], is_answered=is_answered)))
        language, text, slot, said = next(slots, (*read[0], None, ""))
        if slot is None:  # A few words tell no language: whoever knows what they take back reads them.
            language, text = next((each for each in read if _takes_back(each[1], None, "", each[0])), read[0])
        takes_back = _takes_back(text, slot, said, language)
        slot = _OVER if takes_back and (slot is None or slot.name not in _ENDED_ALSO) else slot
        if slot is not None:
            speaker = speaker_of(message, language)
            is_unnamed = slot.name == ALLERGY and all(map(grave_in, telling(text)))  # "I'm allergic."
            is_hanging = before and slot.name in SAFETY and (is_unnamed or hangs(text, language))
            whole = f"{closed(before)} {text}" if is_hanging else text
            line = quoted(speaker, said if slot.is_part else whole)
            found.append(_Line(line, message.id, speaker, slot, takes_back or slot.is_end))
        before = text
    return found


def _takes_back(text: str, slot: Slot | None, said: str, language: Language) -> bool:
    """Whether it says that something does not hold: "I'm not allergic", "no longer", "you can use it again".

    Of somebody's safety only the words that say it count: "I have diabetes and never eat sugar" takes nothing back.
    """
    if slot is not None and slot.name in SAFETY:
        return not language.grammar.negations.isdisjoint(word for word, _, _ in word_spans(said))
    own = outright(text)
    if _is_unreal(own, language, len(own)):
        return False
    return ended_in(own) is not None or regex(language, language.standing.revokes).search(own) is not None


def _slot(text: str, language: Language, *, is_answered: bool) -> tuple[Slot, str] | None:
    """The slot of a sentence, and the words that tell it; None for what the speaker does not say or mean."""
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
    """Whether what stands up to here is told of a story, supposed, or asked to be written."""
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
    """The lines of the speaker that a statement takes back.

    Rules and diets are known by one telling word, where the assistant is told; anything else by most of its words.
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
    """Whether a statement that something is over means what a line claims, whatever stands behind its first comma."""
    return is_over(old, said) or ended_by_clause(_COMMA.split(old)[0], said) is not None


def _not_dangerous(lines: Sequence[_Line], said: str, grave: re.Match[str]) -> list[_Line]:
    """The dangers that a statement says there are not.

    What it names must stand in a line, or nothing goes: "I'm not allergic to cats" says nothing of nuts, nor "my mother
    no longer takes warfarin" of the speaker. Where it names nothing the only allergy goes, or the illness.
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
    if _lists(old, said):
        return _Fate.SAYS_IT
    is_replaced = outcome in (Outcome.ENTAILED, Outcome.CONTRADICTS) or _lists(said, old) or reverses(said, old)
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


_COMMA = re.compile(r"[,;:]\s")

_ENDED_ALSO = DIETS | {RULE}
"""The slots of statements that may hold although they say that something is over: "don't use emoji any more"."""

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
    from_answer=_by_answer,
)
