"""Statements worth knowing: what speakers say of themselves, of their people and of their world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from archivists.compare.claims import known_claims, said_before
from archivists.compare.correcting import corrects, corrects_alone, denied_in, leaves_out
from archivists.compare.replacing import Holds, SpokenStatement, replaced
from archivists.compare.statement_likeness import OTHER_WORDS, Outcome, compare, is_said
from archivists.compare.statement_words import wording
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.keeping.model_facts import invented_facts, take_facts
from archivists.questions.read import Reading, number_of
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import (
    CHANGE,
    VOCATIVE,
    Statement,
    bare,
    is_generic,
    sentences_of,
    statements,
    word_count,
)
from archivists.statements.quotes import closed, quoted, speaker_key, speaker_of, spoken_of
from archivists.statements.spoken import tables_of
from archivists.statements.tellable import can_be_told
from archivists.statements.written_names import WrittenNames, names_of
from archivists.window.window import Window
from graph.text.analysis import name_key, word_spans
from graph.text.days import Days, day_of
from graph.text.identification import readers_of, stop_words
from graph.values.changes import NewFact, RestateFact
from graph.values.items import GENERIC_SENDERS, Clock, FactKind, Message

_Earlier = tuple[SpokenStatement, datetime]
"""A statement that was made before, and when."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A statement with its message."""

    message: Message
    statement: Statement
    speaker: str
    words: frozenset[str]

    @property
    def said(self) -> SpokenStatement:
        """The statement and who made it."""
        return SpokenStatement(self.speaker, self.statement.text, self.message.role)


def find_facts(window: Window, names: WrittenNames, policy: RoundPolicy) -> list[NewFact | RestateFact]:
    """The window's statements that are not known yet; `outdated` decides between those that compete.

    A message that repeats a known fact becomes one of its sources. An unnamed assistant states no facts. Pure; equal
    windows give equal lists.
    """
    known = {fact.id: spoken_of(fact) for fact in said_before(window)}
    stored = frozenset(known)
    has_days = window.space.intake.clock is Clock.WALL
    earlier = [(claim.said, claim.at) for claim in known_claims(window)]
    candidates: list[_Candidate] = []
    again: list[RestateFact] = []
    for message in window.messages:
        found = list(_candidates(message, names, policy))
        for each in [*found, *(_corrections(message, found, earlier, policy) if has_days else ())]:
            candidate = _with_corrected(each, earlier, policy)
            text = candidate.statement.text
            same = next((id for id, said in known.items() if _is_repeated(*said, candidate, policy)), None)
            if same is None:
                # What it replaces no longer counts as said: saying that again later is new.
                known = {id: said for id, said in known.items() if not _is_replaced(*said, candidate)}
                known[f"new:{len(candidates)}"] = candidate.speaker, text
                candidates.append(candidate)
                earlier.append((candidate.said, message.sent_at))
            elif same in stored and is_said(text, [known[same][1]]):
                # The message becomes a source only of a fact that says all of it, not of one with similar words.
                again.append(RestateFact(fact=same, sources=(message.id,), stated_by=message.role))
    return [*(_new_fact(f"new:fact-{i}", candidate, window, names) for i, candidate in enumerate(candidates)), *again]


def _candidates(message: Message, names: WrittenNames, policy: RoundPolicy) -> Iterable[_Candidate]:
    found = statements(message, words_max=policy.fact_words_max, named=names.regex)
    weighty = [each for each in found if each.importance >= policy.importance_min and can_be_told(each)]
    best = sorted(range(len(weighty)), key=lambda i: (-weighty[i].importance, i))[: policy.facts_of_message_max]
    for i in sorted(best):
        statement = weighty[i]
        yield _Candidate(message, statement, speaker_of(message, statement.language), _meaning_words(statement.text))


def _corrections(
    message: Message, found: Sequence[_Candidate], earlier: Sequence[_Earlier], policy: RoundPolicy
) -> Iterator[_Candidate]:
    """Sentences that correct an earlier statement of their speaker, and that no pattern has found."""
    if is_generic(message):
        return
    language = tables_of(message)[0]
    speaker = speaker_of(message, language)
    for sentence in sentences_of(message):
        said = SpokenStatement(speaker, sentence.text, message.role)
        text = bare(sentence.text, language)
        is_found = any(each.statement.text.casefold() in sentence.text.casefold() for each in found)
        if sentence.is_question or is_found or word_count(text) > policy.fact_words_max:
            continue
        if _corrected(said, message, earlier):
            statement = Statement(text, CHANGE, 4, FactKind.FACT, language)
            yield _Candidate(message, statement, speaker, _meaning_words(text))


def _with_corrected(candidate: _Candidate, earlier: Sequence[_Earlier], policy: RoundPolicy) -> _Candidate:
    """The candidate with the statement that it corrects put in front, unless it says all of that itself."""
    old = _corrected(candidate.said, candidate.message, earlier)
    if old is None or not leaves_out(old.text, candidate.statement.text):
        return candidate
    text = f"{closed(old.text)} {candidate.statement.text}"
    if word_count(text) > policy.fact_words_max:
        return candidate
    return replace(candidate, statement=replace(candidate.statement, text=text), words=_meaning_words(text))


def _corrected(said: SpokenStatement, message: Message, earlier: Sequence[_Earlier]) -> SpokenStatement | None:
    """The speaker's last statement that a sentence corrects; only one of the same day if it names no subject."""
    if not denied_in(said.text):
        return None
    for each, at in reversed(earlier):
        is_of_day = at.date() == message.sent_at.date()
        if speaker_key(each.speaker) == speaker_key(said.speaker) and (
            corrects(each.text, said.text) or (is_of_day and corrects_alone(each.text, said.text))
        ):
            return each
    return None


def _is_repeated(speaker: str, text: str, candidate: _Candidate, policy: RoundPolicy) -> bool:
    """Whether the same speaker has said all of it, or nearly all of its words with no new number, date or name.

    Nothing is lost when a near statement is left out: the message itself is kept.
    """
    if speaker_key(speaker) != speaker_key(candidate.speaker):
        return False
    found = compare(text, candidate.statement.text)
    if found.outcome is not Outcome.UNSURE or found.steps != (OTHER_WORDS,):
        return found.outcome in (Outcome.SAME, Outcome.ENTAILS)
    old, new = wording(text), wording(candidate.statement.text)
    if new.numbers - old.numbers or new.dates - old.dates or new.names - old.names:
        return False
    return len(candidate.words & _meaning_words(text)) > policy.overlap_max * len(candidate.words)


def _is_replaced(speaker: str, text: str, candidate: _Candidate) -> bool:
    found = replaced(SpokenStatement(speaker, text), candidate.said)
    return found is not None and found.holds is Holds.LATER


def _new_fact(ref: str, candidate: _Candidate, window: Window, names: WrittenNames) -> NewFact:
    message, statement = candidate.message, candidate.statement
    text = statement.text
    partners = {names.own.get(other.sender, other.sender) for other in window.messages} - {message.sender}
    uncalled = set(names.in_text(VOCATIVE.sub(" ", text)))
    about = [name for name in names.in_text(text) if name not in partners or name in uncalled]
    about += [message.sender] if message.sender not in about else []
    return NewFact(
        ref=ref,
        body=quoted(candidate.speaker, text),
        kind=statement.kind,
        importance=statement.importance,
        salience=statement.salience,
        stated_by=message.role,
        about=tuple(name for name in about if name_key(name) not in GENERIC_SENDERS),
        sources=(message.id,),
        valid_to=_over_at(message) if statement.kind is FactKind.OBJECTIVE else None,
    )


def _over_at(message: Message) -> datetime | None:
    """The end of the last future day that a plan mentions; None if it mentions none."""
    days = [Days.parsed(text).dates[1] for text in message.speaks_of]
    last = max((day for day in days if day > day_of(message.sent_at)), default=None)
    return None if last is None else datetime.combine(last + timedelta(days=1), time(), UTC)


def _meaning_words(text: str) -> frozenset[str]:
    found = frozenset(word for word, _, _ in word_spans(text))
    languages = readers_of(text)
    negations = frozenset[str]().union(*(language.statements.negations for language in languages))
    return (found - stop_words(*languages)) | (found & negations)


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    invented = invented_facts(reading)
    found = take_facts(proposal.window, reading, proposal.entities, invented=invented.keys())
    read = frozenset(fact.id for fact in reading.question.known)
    lost = tuple(f"“{reading.answer.facts[number_of(ref) - 1].text}”: {why}" for ref, why in invented.items())
    return replace(proposal.plus(found), read=read, lost=proposal.lost + lost)


FACTS: Archivist[Reading] = Archivist(
    name="facts",
    by_rules=lambda proposal, policy: proposal.plus(
        find_facts(proposal.window, names_of(proposal.window.entities, proposal.entities), policy)
    ),
    question=READ,
    fields=("facts",),
    from_answer=_by_answer,
)
