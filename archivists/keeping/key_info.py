"""Maintains key info, which every turn must know: dangers to users, what to call them, and their standing orders.

Without a model each line is a dated quotation of what a user said. Nothing but the same user's own words takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum

from archivists.compare.citations import SHARE_MIN, borrowed, has_same_words, unfounded
from archivists.compare.claims import ended_by
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.keeping.facts import invented_facts
from archivists.questions.read import KeyLine, Reading, ref_of
from archivists.round_policy import RoundPolicy
from archivists.statements.own_words import outright, unquoted
from archivists.statements.prose import hangs, sentences_of, word_count
from archivists.statements.quotes import closed, dated, parted, quoted, speaker_key, speaker_of
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.changing.apply_summaries import key_info_parts
from graph.text.patterns import first_match, regex
from graph.text.search_terms import query_stems
from graph.text.sentences import QUESTION_ENDS
from graph.text.subjects import is_danger, is_negated
from graph.text.tokens import count_tokens
from graph.values.changes import WHY_CHARS_MAX, SetKeyInfo
from graph.values.items import Clock, Message, Role
from languages.folding import fold
from languages.language import Language, Net, Regex
from languages.registry import LANGUAGES

OPPOSED = 0.7
"""From this share of the longer one's words, two lines of which one says "not" are opposites (SICK: .97 right)."""

SAID_MIN = 0.34
"""The share of a model's line that must stand in a message in which the net finds nothing to keep."""

SHARED_MIN = 2
"""So many words does a fact share with a danger that it takes away: what it is, and to what."""

REVERSED = 0.9
"""From this share on, a line whose "not" is not in the user's clause reverses it. Honest lines use other words."""

TOLD = 0.5
"""A model's line with this share of the words of a quotation from the same message tells it."""


_CLAUSE_ENDS = re.compile(r"[,;:–—]\s")
_QUESTION = re.compile(r"(?:^|[,;:–—-]\s)[^,;:–—]*$")


class _Weight(IntEnum):
    """What a line is about, the most important first. When key info is full, the last are dropped."""

    DANGER = 0
    NAME = 1
    ORDER = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of key info, with its message and its weight."""

    text: str
    source: str
    weight: _Weight

    @property
    def words(self) -> frozenset[str]:
        """The stems of what it says."""
        return frozenset(query_stems(parted(self.text)[1]))


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """What a user says is no danger to them, or asks to forget."""

    speaker: str
    words: tuple[frozenset[str], ...]  # the stems of each word
    source: str
    weights: Set[_Weight]  # of the lines that it speaks of: a rule about nuts is not the allergy

    def ends(self, line: _Line) -> bool:
        """Whether the line is the same speaker's and has all of these words."""
        is_own = speaker_key(parted(line.text)[0]) == speaker_key(self.speaker)
        return (
            is_own
            and line.weight in self.weights
            and bool(self.words)
            and not any(map(line.words.isdisjoint, self.words))
        )


def find_key_info(window: Window, policy: RoundPolicy) -> list[SetKeyInfo]:
    """Key info with the window's dangers, names and orders, if they change it. Pure.

    A later line stands beside an earlier one, each with its day. Pinned lines stay as they are and are not repeated.
    """
    lines, _ = _stored(window)
    gone: dict[str, str] = {}
    for said in _said_in(window, policy):
        if isinstance(said, _TakenBack):
            gone |= {line.text: said.source for line in lines if said.ends(line)}
            lines = [line for line in lines if not said.ends(line)]
        else:
            lines = _with(lines, said)
    return _set(window, lines, gone, policy)


def take_key_info(
    window: Window, reading: Reading, policy: RoundPolicy, *, ended: Set[str] = frozenset()
) -> tuple[list[SetKeyInfo], list[str]]:
    """Key info with the answer's lines that a user said, and without those that a user has taken back. Pure.

    `ended` are the facts that the round ends: what the answer only says that it replaces does not count. The net's
    lines of which the answer tells nothing are added. Also returns what of the answer is not kept, and why.
    """
    lost: list[str] = []
    lines, pinned = _stored(window)
    gone: dict[str, str] = {}
    for id in reading.answer.key_info_gone:
        line = next((line for line in lines if line.text == reading.question.line(id)), None)
        source = None if line is None else _taken_back_in(line, window, reading, ended)
        if line is not None and source is not None:
            gone[line.text] = source
            lines.remove(line)
        elif reading.question.line(id) is not None:
            lost.append(f"“{reading.question.line(id)}” stays: no message takes it back")
    told: list[_Line] = []
    found = [*_said_in(window, policy)]
    netted = {said.source for said in found}
    for stated in reading.answer.key_info:
        why = _unsaid(stated, reading, [*lines, *pinned], netted)
        if why is not None:
            lost.append(f"“{stated.text}”: {why}")
            continue
        message = reading.question.sources([stated.source])[0]
        text = _unlike_a_quote(stated.text, message)
        told.append(_Line(text, message.id, _weight_of(text)))
        lines = _with(lines, told[-1])
    for said in found:
        if isinstance(said, _Line) and not any(_tells(line, said) for line in told):
            lines = _with(lines, said)
    changes = _set(window, lines, gone, policy)
    kept = {text for change in changes for text in change.lines}
    used = [line.source for line in told if line.text in kept] + [*gone.values()]
    if changes and used:
        evidence = tuple(dict.fromkeys((*used, *changes[0].evidence)))
        changes = [reading.signed(replace(changes[0], evidence=evidence))]
    return changes, lost


def _unlike_a_quote(text: str, source: Message) -> str:
    """The line without a colon that would make it look like a quote: "Nora is deaf: show subtitles" quotes nobody."""
    speaker, said = parted(text)
    return text if speaker_key(speaker) in ("", speaker_key(source.sender)) else f"{speaker}; {said}"


def _said_in(window: Window, policy: RoundPolicy) -> Iterator[_Line | _TakenBack]:
    """What users say in the window's new messages that the net keeps, or that takes something back.

    People who talk among themselves give no assistant orders.
    """
    said = [*window.context, *window.messages]
    is_answered = any(message.role is Role.ASSISTANT for message in said) or len({each.sender for each in said}) == 1
    tables = tables_of(*said)
    for message in window.messages:
        if message.role is Role.USER:
            own = tables_of(message)
            languages = own if message.language is not None else tuple(dict.fromkeys((*own, *tables)))
            is_dated = window.space.intake.clock is Clock.WALL
            yield from _read(message, languages, policy, is_answered=is_answered, is_dated=is_dated)


def _read(
    message: Message, languages: Sequence[Language], policy: RoundPolicy, *, is_answered: bool, is_dated: bool
) -> Iterator[_Line | _TakenBack]:
    """What one message of a user says, sentence by sentence. A sentence that hangs is quoted with the one before it."""
    speaker = speaker_of(message, languages[0])
    before = ""
    is_story = False
    for sentence in sentences_of(message):
        own = outright(sentence.text)
        is_unreal = is_story or first_match(languages, lambda each: each.borrowed.unreal, own) is not None
        is_story = is_story or first_match(languages, lambda each: each.borrowed.fiction, own) is not None
        if sentence.is_listed or is_unreal or word_count(own) > policy.fact_words_max:
            before = ""
            continue
        stated = _stated(own, languages)
        if (taken := _taken_back(stated, languages)) is not None:
            yield _TakenBack(speaker, taken[0], message.id, taken[1])
        elif (weight := _weight_in(stated, languages, is_answered=is_answered)) is not None:
            is_hanging = weight is _Weight.DANGER and before and any(hangs(own, each) for each in languages)
            text = f"{closed(before)} {sentence.text}" if is_hanging else sentence.text
            who = dated(speaker, message.sent_at.date()) if is_dated else speaker
            yield _Line(quoted(who, text), message.id, weight)
        before = sentence.text


def _stated(own: str, languages: Iterable[Language]) -> str:
    """A sentence, or what stands before the question in it: "I'm on warfarin, can I eat kale?".

    A question that takes a danger to the speaker for granted states it: "Can I run with my asthma?".
    """
    is_question = own.rstrip("\"'”’)» ").endswith(QUESTION_ENDS)
    if not is_question or first_match(languages, lambda each: each.net.own, fold(own)):
        return own
    return _QUESTION.sub("", own)


def _weight_in(own: str, languages: Sequence[Language], *, is_answered: bool) -> _Weight | None:
    """What a user's sentence is about; None if the net keeps nothing of it."""
    folded = fold(own)
    if _is_own_danger(folded, languages):
        return _Weight.DANGER
    for each in languages:
        net = each.net
        is_joke = regex(each, each.borrowed.laughs).search(own) is not None
        if not is_joke and regex(each, net.called).search(folded):
            return _Weight.NAME
        asks = is_answered and regex(each, net.asked).search(folded)
        if asks or (is_answered and not is_joke and regex(each, net.orders).search(folded)):
            return _Weight.ORDER
    return None


def _is_own_danger(folded: str, languages: Sequence[Language]) -> bool:
    """Languages share the names of illnesses, so what shows in any of them that it is not the speaker's counts.

    Of a sentence that names others, a clause counts in which the speaker has it: "Mum cooks, I have a nut allergy".
    """

    def has(text: str, *sources: Callable[[Net], Regex]) -> bool:
        return any(regex(each, source_of(each.net)).search(text) for each in languages for source_of in sources)

    if not has(folded, lambda net: net.others):
        return has(folded, lambda net: net.grave, lambda net: net.own, lambda net: net.likely)
    clauses = [clause for clause in _CLAUSE_ENDS.split(folded) if not has(clause, lambda net: net.others)]
    return any(has(clause, lambda net: net.own, lambda net: net.likely) for clause in clauses)


def _taken_back(
    own: str, languages: Iterable[Language]
) -> tuple[tuple[frozenset[str], ...], frozenset[_Weight]] | None:
    """The stems of the words of what a sentence takes back, and the weights of what it may be; None if nothing."""
    folded = fold(own)
    for each in languages:
        for source in (each.net.denied, each.net.forgotten):
            if match := regex(each, source).search(folded):
                start, end = match.span(match.lastindex or 0)
                what = own[start:end] if len(own) == len(folded) else folded[start:end]  # Stems need its letters.
                telling = frozenset(query_stems(what))
                stems = (frozenset(query_stems(word)) for word in what.split())
                of_rule = match.groupdict().get("rule") is not None
                is_denial = source == each.net.denied
                weights = {_Weight.DANGER} if is_denial else {*_Weight} - ({_Weight.DANGER} if of_rule else set())
                return tuple(each for each in stems if each & telling), frozenset(weights)
    return None


def _unsaid(stated: KeyLine, reading: Reading, lines: Sequence[_Line], netted: Set[str]) -> str | None:
    """Why a model's line is not kept; None if the words of a user's own message say it.

    They must stand outside of quotations, pasted text and code, and the line must not reverse them, nor a known line.
    Of a message in which the net finds nothing, a line needs more words.
    """
    sources = [each for each in reading.question.sources([stated.source]) if each.role is Role.USER]
    if not sources:
        return "no user said it in a new message"
    ended = [line for id in reading.answer.key_info_gone if (line := reading.question.line(id)) is not None]
    cited = reading.question.cited([stated.source], ended=ended)
    share_min = SHARE_MIN if sources[0].id in netted else SAID_MIN
    if (why := unfounded(stated.text, cited, share_min=share_min)) is not None:
        return why
    own = [unquoted(sentence.text) for sentence in sentences_of(sources[0])]
    if (why := borrowed(stated.text, " ".join((*own, *ended)), sources[0].body)) is not None:
        return why
    clauses = [part for text in own for part in (text, *_CLAUSE_ENDS.split(text))]
    told = frozenset(query_stems(stated.text)).difference(query_stems(sources[0].sender))
    alike = [text for text in clauses if _share(told, text) >= REVERSED]
    if alike and all(is_negated(text) is not is_negated(stated.text) for text in alike):
        return "the user said the opposite"
    opposite = next((line for line in lines if _are_opposed(stated.text, told, line)), None)
    return None if opposite is None else f"it is the opposite of “{opposite.text}”"


def _are_opposed(text: str, words: Set[str], line: _Line) -> bool:
    said = parted(line.text)[1]
    return is_negated(text) is not is_negated(said) and _share(words, said) >= OPPOSED


def _share(words: Set[str], text: str) -> float:
    """The share of the longer one's words that both have."""
    others = frozenset(query_stems(text))
    return len(words & others) / max(1, len(words), len(others))


def _taken_back_in(line: _Line, window: Window, reading: Reading, ended: Set[str]) -> str | None:
    """The message of a user because of which a line may go, as the model says; None if there is none.

    It speaks of the line, and of a danger with a word such as "not"; or the answer cites it for a fact that is about
    the same, or replaces one. What is no danger also goes for a new line.
    """
    names = frozenset(query_stems(" ".join(message.sender for message in window.messages)))
    words, is_grave = line.words - names, line.weight is _Weight.DANGER
    shared_min = min(SHARED_MIN, len(words)) if is_grave else 1

    def is_about(text: str) -> bool:
        return len(words.intersection(query_stems(text))) >= shared_min

    for message in reversed(window.messages):
        for sentence in sentences_of(message) if message.role is Role.USER else ():
            if is_about(sentence.text) and (not is_grave or is_negated(sentence.text)):
                return message.id
    invented = invented_facts(reading)
    said: list[tuple[Sequence[int], str]] = [
        (fact.sources, text)
        for number, fact in enumerate(reading.answer.facts, start=1)
        if ref_of(number) not in invented
        for text in (
            *((fact.text,) if not is_grave or is_negated(fact.text) else ()),
            *(known.body for known in map(reading.question.fact, fact.replaces) if known and known.id in ended),
        )
    ]
    said += [((each.source,), each.text) for each in reading.answer.key_info]
    for sources, text in said if is_grave else said[::-1]:
        users = [each.id for each in reading.question.sources(sources) if each.role is Role.USER]
        if users and (not is_grave or is_about(text)):
            return users[0]
    return None


def _tells(line: _Line, quotation: _Line) -> bool:
    """Whether a model's line tells what the net quotes from the same message."""
    shared = len(line.words & quotation.words)
    return line.source == quotation.source and shared >= TOLD * min(len(line.words), len(quotation.words))


def _with(lines: Sequence[_Line], line: _Line) -> list[_Line]:
    """The lines with a new one, unless its speaker has said the same words before."""
    return [*lines] if any(_is_repeated(line, each) for each in lines) else [*lines, line]


def _is_repeated(line: _Line, known: _Line) -> bool:
    (speaker, said), (other, known_said) = parted(line.text), parted(known.text)
    return speaker_key(speaker) == speaker_key(other) and has_same_words(said, known_said)


def _set(window: Window, lines: Sequence[_Line], gone: dict[str, str], policy: RoundPolicy) -> list[SetKeyInfo]:
    """The change to these lines, if it is one; `gone` are the lines that are over, each with the message behind it."""
    stored, pinned = _stored(window)
    new = [line for line in lines if line in stored or not any(_is_repeated(line, pin) for pin in pinned)]
    new.sort(key=lambda line: line.source, reverse=True)
    new.sort(key=lambda line: (line.weight, not _is_stated(line)))
    room = policy.key_info_tokens_max - sum(count_tokens(pin.text) for pin in pinned)
    kept: list[_Line] = []
    for line in new:
        if (tokens := count_tokens(line.text)) <= room:
            kept.append(line)
            room -= tokens
    if kept == stored:
        return []
    return [
        SetKeyInfo(
            lines=tuple(line.text for line in kept),
            sources=tuple(line.source for line in kept),
            left_out=(window.key_info.left_out if window.key_info else 0) + len(new) - len(kept),
            evidence=tuple(dict.fromkeys(gone.values())),
            why=f"no longer: {' '.join(gone)}"[:WHY_CHARS_MAX] if gone else "",
            gone=tuple(gone),
        )
    ]


def _is_stated(line: _Line) -> bool:
    """Whether a line says in so many words that the speaker has it. A quotation of a danger may only sound like one."""
    speaker, said = parted(line.text)
    return not speaker or any(regex(each, each.net.own).search(fold(said)) for each in LANGUAGES)


def _stored(window: Window) -> tuple[list[_Line], list[_Line]]:
    """The lines that rounds wrote, and those that somebody has pinned."""
    pinned, others = (
        [_Line(text, source, _weight_of(text)) for text, source in part] for part in key_info_parts(window.key_info)
    )
    return others, pinned


def _weight_of(text: str) -> _Weight:
    said = parted(text)[1]
    weight = _weight_in(said, LANGUAGES, is_answered=True)
    return _Weight.DANGER if is_danger(said) else weight if weight is not None else _Weight.ORDER


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    changes, lost = take_key_info(proposal.window, reading, policy, ended=ended_by(proposal.changes))
    return replace(proposal.plus(changes), lost=(*proposal.lost, *lost))


KEY_INFO: Archivist[Reading] = Archivist(
    name="key_info",
    without_model=lambda proposal, policy: proposal.plus(find_key_info(proposal.window, policy)),
    question=READ,
    fields=("key_info", "key_info_gone"),
    from_answer=_by_answer,
)
