"""Maintains key info, which every turn must know: dangers to users, what to call them, and their standing orders.

Without a model each line is a dated quotation of what a user said. Nothing but the same user's own words takes it back.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum

from archivists.compare.citations import has_same_words
from archivists.keeping.archivist import Archivist, NotedLine, Proposal
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.prose import hangs, outright, sentences_of, word_count
from archivists.statements.quotes import closed, dated, is_said_after, parted, quoted, speaker_key, speaker_of
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.changing.apply_summaries import key_info_parts
from graph.text.dangers import is_danger, is_negated, told_again
from graph.text.patterns import first_match, regex
from graph.text.search_terms import query_stems
from graph.text.sentences import QUESTION_ENDS
from graph.text.tokens import count_tokens
from graph.values.changes import WHY_CHARS_MAX, SetKeyInfo
from graph.values.items import Author, Clock, Message, Role
from languages.folding import fold
from languages.language import Language, Net, Regex
from languages.registry import LANGUAGES

OPPOSED = 0.7
"""From this share of the longer one's words, two lines of which one says "not" are opposites (SICK: .97 right)."""

SHARED_MIN = 2
"""So many words does a fact share with a danger that it takes away: what it is, and to what."""

REVERSED = 0.9
"""From this share on, a line whose "not" is not in the user's clause reverses it. Honest lines use other words."""

TOLD = 0.5
"""A model's line with this share of the words of a quotation from the same message tells it."""


_CLAUSE_ENDS = re.compile(r"[,;:–—]\s")
_JOINED = re.compile(rf"[,;&+/]|\b(?:{'|'.join(word for each in LANGUAGES for word in each.dates.both)})\b")
"""What joins two things: a line with it may tell of two dangers."""

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
    source: Message
    weights: Set[_Weight]  # of the lines that it speaks of: a rule about nuts is not the allergy

    def ends(self, line: _Line) -> bool:
        """Whether the line is the same speaker's, was not said later and has all of these words.

        A line that may tell of two dangers stays: a danger told once too often does no harm.
        """
        speaker, said = parted(line.text)
        is_own = speaker_key(speaker) == speaker_key(self.speaker)
        may_tell_two = line.weight is _Weight.DANGER and _JOINED.search(fold(said)) is not None
        return (
            is_own
            and not may_tell_two
            and not is_said_after(speaker, self.source.sent_at.date())
            and line.weight in self.weights
            and bool(self.words)
            and not any(map(line.words.isdisjoint, self.words))
        )


def take_key_info(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    """The proposal with key info: what models have read and confirmed, the net's lines that they do not tell, and
    without what users have taken back. Pure.
    """
    window = proposal.window
    lost: list[str] = []
    lines, pinned = _stored(window)
    gone: dict[str, str] = {}
    for line in [*lines]:
        by = proposal.key_gone.get(line.text)
        if by is not None and _takes_back(by, line):
            gone[line.text] = by.message.id
            lines.remove(line)
        elif by is not None:
            lost.append(f"“{line.text}” stays: “{by.quotation.words}” does not deny it")
    told: list[_Line] = []
    for noted in proposal.key_lines:
        why = _contrary(noted, [*lines, *pinned])
        if why is not None:
            lost.append(f"“{noted.text}”: {why}")
            continue
        text = _unlike_a_quote(noted.text, noted.message)
        told.append(_Line(text, noted.message.id, _weight_of(text)))
        by = proposal.key_gone.get(noted.text)
        if by is None or not _takes_back(by, told[-1]):
            lines = _with(lines, told[-1])
    lines, taken = _netted(window, lines, told, policy)
    changes = _set(window, lines, gone | taken, policy)
    kept = {text for change in changes for text in change.lines}
    used = [line.source for line in told if line.text in kept] + [*gone.values()]
    versions = [each.prompt_version for each in (*proposal.key_lines, *proposal.key_gone.values())]
    if changes and used:
        evidence = tuple(dict.fromkeys((*used, *changes[0].evidence)))
        changes = [replace(changes[0], evidence=evidence, author=Author.MODEL, prompt_version=versions[0])]
    return replace(proposal.plus(changes), lost=(*proposal.lost, *lost))


def _netted(
    window: Window, lines: list[_Line], told: Sequence[_Line], policy: RoundPolicy
) -> tuple[list[_Line], dict[str, str]]:
    """The lines with what the net finds and `told` does not tell; and those that are over, each with its message.

    A later line stands beside an earlier one, each with its day.
    """
    gone: dict[str, str] = {}
    for said in _said_in(window, policy):
        if isinstance(said, _TakenBack):
            gone |= {line.text: said.source.id for line in lines if said.ends(line)}
            lines = [line for line in lines if not said.ends(line)]
        elif not any(_tells(line, said) for line in told):
            lines = _with(lines, said)
    return lines, gone


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
        # "I'm not allergic to nuts, am I?" only asks.
        if not _is_question(own) and (taken := _taken_back(own, languages)) is not None:
            yield _TakenBack(speaker, taken[0], message, taken[1])
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
    if not _is_question(own) or first_match(languages, lambda each: each.net.own, fold(own)):
        return own
    return _QUESTION.sub("", own)


def _is_question(own: str) -> bool:
    return own.rstrip("\"'”’)» ").endswith(QUESTION_ENDS)


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
            match = regex(each, source).search(folded)
            # "I'm not allergic to nuts, I'm deathly allergic to them" denies nothing.
            if match and not is_danger(folded[match.end() :]):
                start, end = match.span(match.lastindex or 0)
                what = own[start:end] if len(own) == len(folded) else folded[start:end]  # Stems need its letters.
                telling = frozenset(query_stems(what))
                stems = (frozenset(query_stems(word)) for word in what.split())
                of_rule = match.groupdict().get("rule") is not None
                is_denial = source == each.net.denied
                weights = {_Weight.DANGER} if is_denial else {*_Weight} - ({_Weight.DANGER} if of_rule else set())
                return tuple(each for each in stems if each & telling), frozenset(weights)
    return None


def _contrary(noted: NotedLine, lines: Sequence[_Line]) -> str | None:
    """Why a line is not kept, though a model has confirmed it: no user said it, or a "not" was added or lost."""
    if noted.message.role is not Role.USER:
        return "no user said it in a new message"
    words = noted.quotation.words
    clauses = [words, *_CLAUSE_ENDS.split(words)]
    told = frozenset(query_stems(noted.text)).difference(query_stems(noted.message.sender))
    alike = [text for text in clauses if _share(told, text) >= REVERSED]
    if alike and all(is_negated(text) is not is_negated(noted.text) for text in alike):
        return "the user said the opposite"
    opposite = next((line for line in lines if _are_opposed(noted.text, told, line)), None)
    return None if opposite is None else f"it is the opposite of “{opposite.text}”"


def _are_opposed(text: str, words: Set[str], line: _Line) -> bool:
    said = parted(line.text)[1]
    return is_negated(text) is not is_negated(said) and _share(words, said) >= OPPOSED


def _share(words: Set[str], text: str) -> float:
    """The share of the longer one's words that both have."""
    others = frozenset(query_stems(text))
    return len(words & others) / max(1, len(words), len(others))


def _takes_back(by: NotedLine, line: _Line) -> bool:
    """Whether a line may go for what a user says: a danger only for two of its words with a "not", or with a fact that
    has them.
    """
    if line.weight is not _Weight.DANGER:
        return True
    words = line.words - frozenset(query_stems(by.message.sender))
    least = min(SHARED_MIN, len(words))
    texts = (*by.ended, *filter(is_negated, (by.text, by.quotation.words)))
    return any(len(words.intersection(query_stems(text))) >= least for text in texts)


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
    again = {new[place] for place in told_again([line.text for line in new])}
    new.sort(key=lambda line: line in again)  # Kept for the day when the other line goes; no block shows both.
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
            left_out=(window.key_info.left_out if window.key_info else 0) + len({*new} - {*kept} - again),
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


KEY_INFO: Archivist[Reading] = Archivist(name="key_info", without_model=take_key_info)
