"""Statements worth knowing: what speakers say of themselves, of their people and of their world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from math import ceil

from archivists.compare.claims import living
from archivists.compare.same import OTHER_WORDS, Outcome, compare
from archivists.compare.statement_words import wording
from archivists.keeping.archivist import READ, Archivist
from archivists.questions.read import Reading, StatedFact, ref_of
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import VOCATIVE, Statement, statements
from archivists.statements.quotes import parted, quoted, speaker_key, speaker_of
from archivists.statements.written_names import WrittenNames, names_of
from archivists.window.window import Window
from graph.text.analysis import name_key, word_spans
from graph.text.identification import readers_of, stop_words
from graph.values.changes import NewEntity, NewFact, RestateFact
from graph.values.items import GENERIC_SENDERS, FactKind, Message, Role

ABOUT_MAX = 8
"""The most entities that one sentence is about."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A statement with the message it stands in."""

    message: Message
    statement: Statement
    speaker: str
    words: frozenset[str]


def find_facts(window: Window, names: WrittenNames, policy: RoundPolicy) -> list[NewFact | RestateFact]:
    """The window's statements that are not known yet, none of which is left out because of others.

    The message that repeats a known fact becomes one of its sources. What an assistant without a name says is no fact.
    Pure; equal windows give equal lists.
    """
    known = {fact.id: parted(fact.body) for fact in living(window)}
    candidates: list[_Candidate] = []
    again: list[RestateFact] = []
    for message in window.messages:
        for candidate in _candidates(message, names, policy):
            same = next((id for id, (who, text) in known.items() if _is_repeated(who, text, candidate, policy)), None)
            if same is not None:
                # Its message is a source of a known fact that says all of it, not of one that is only near in words.
                if _is_said(candidate.statement.text, [known[same][1]]):
                    again.append(RestateFact(fact=same, sources=(message.id,), stated_by=message.role))
            elif not any(_is_repeated(each.speaker, each.statement.text, candidate, policy) for each in candidates):
                candidates.append(candidate)
    return [*(_new_fact(f"new:fact-{i}", candidate, window, names) for i, candidate in enumerate(candidates)), *again]


def take_facts(
    window: Window, reading: Reading, entities: Sequence[NewEntity], policy: RoundPolicy
) -> list[NewFact | RestateFact]:
    """The statements of the answer that somebody made in the window and that nothing known says already. Pure.

    The messages that repeat a known fact become sources of it. What an assistant without a name says is no fact. Above
    the maximum the least important ones are left out.
    """
    stored = {fact.id: parted(fact.body)[1] for fact in living(window)}
    said = {message.id for message in (*window.context, *window.messages)}
    shown = [text for block in window.shown_blocks for id, text in block.texts.items() if id not in said]
    names = {name_key(name): new.name for new in entities for name in (new.name, *new.aliases)}
    names |= {name_key(name): entity.name for entity in window.entities for name in (entity.name, *entity.aliases)}
    facts: list[NewFact] = []
    again: list[RestateFact] = []
    for number, stated in enumerate(reading.answer.facts, start=1):
        new = _stated(reading, ref_of(number), stated, names)
        if new is None:
            continue
        same = next((id for id, text in stored.items() if _is_said(new.body, [text])), None)
        if same is not None:
            again.append(reading.signed(RestateFact(fact=same, sources=new.sources, stated_by=new.stated_by)))
        elif not _is_said(new.body, (*shown, *(fact.body for fact in facts))):
            facts.append(reading.signed(new))
    room = ceil(len(window.messages) * policy.read_facts_per_message_max)
    best = sorted(range(len(facts)), key=lambda i: (-facts[i].importance, i))[:room]
    return [*(facts[i] for i in sorted(best)), *again]


def _candidates(message: Message, names: WrittenNames, policy: RoundPolicy) -> Iterable[_Candidate]:
    found = statements(message, words_max=policy.fact_words_max, named=names.regex)
    weighty = [statement for statement in found if statement.importance >= policy.importance_min]
    best = sorted(range(len(weighty)), key=lambda i: (-weighty[i].importance, i))[: policy.facts_of_message_max]
    for i in sorted(best):
        statement = weighty[i]
        yield _Candidate(message, statement, speaker_of(message, statement.language), _meaning_words(statement.text))


def _is_repeated(speaker: str, text: str, candidate: _Candidate, policy: RoundPolicy) -> bool:
    """Whether the same speaker has said it already: all of it, or nearly all of its words with no other number.

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
    )


def _meaning_words(text: str) -> frozenset[str]:
    found = frozenset(word for word, _, _ in word_spans(text))
    languages = readers_of(text)
    negations = frozenset[str]().union(*(language.statements.negations for language in languages))
    return (found - stop_words(*languages)) | (found & negations)


def _stated(reading: Reading, ref: str, stated: StatedFact, names: Mapping[str, str]) -> NewFact | None:
    sources = reading.question.sources(stated.sources)
    confidence = stated.confidence if stated.kind is FactKind.THEORY else 1.0
    if not sources or confidence == 0:
        return None
    roles = [source.role for source in sources]
    # A model may rank a statement lower than its sources, never higher.
    is_users = stated.said_by is Role.USER
    about = stated.about or [source.sender for source in sources]
    named = dict.fromkeys(names.get(name_key(name), name) for name in about if name_key(name) not in GENERIC_SENDERS)
    since, until = _day(stated.since), _day(stated.until)
    is_order = since is None or until is None or since <= until
    whole = reading.question.fact(stated.part_of or "") if stated.kind is FactKind.OBJECTIVE else None
    support = (fact.id for id in stated.evidence if (fact := reading.question.fact(id)) is not None)
    return NewFact(
        ref=ref,
        body=stated.text,
        kind=stated.kind,
        importance=stated.importance,
        salience=stated.salience,
        confidence=confidence,
        stated_by=stated.said_by if not is_users or Role.USER in roles else roles[0],
        about=tuple(named)[:ABOUT_MAX],
        sources=tuple(source.id for source in sources),
        valid_from=since if is_order else None,
        valid_to=until if is_order else None,
        supported_by=tuple(dict.fromkeys(support)) if stated.kind is FactKind.THEORY else (),
        part_of=whole.id if whole is not None and whole.kind is FactKind.OBJECTIVE else None,
    )


def _day(text: str | None) -> datetime | None:
    return None if text is None else datetime.combine(date.fromisoformat(text), time(), UTC)


def _is_said(text: str, known: Iterable[str]) -> bool:
    return any(compare(each, text).outcome in (Outcome.SAME, Outcome.ENTAILS) for each in known)


FACTS: Archivist[Reading] = Archivist(
    name="facts",
    by_rules=lambda proposal, policy: proposal.plus(
        find_facts(proposal.window, names_of(proposal.window.entities, proposal.entities), policy)
    ),
    question=READ,
    fields=("facts",),
    from_answer=lambda proposal, reading, policy: proposal.plus(
        take_facts(proposal.window, reading, proposal.entities, policy)
    ),
)
