"""Facts, theories, questions and objectives that a model has read, linked to what they supersede and support.

Without a model there are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from archivists.compare.citations import has_same_words, unfounded
from archivists.compare.claims import (
    CLAIMS,
    ends_at,
    in_order_of_reference,
    known_claims,
    living,
    new_claim,
    said_before,
    stand_in_of,
    stand_ins,
)
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.questions.read import Reading, StatedFact, number_of, place_of, ref_of
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.values.changes import DisputeFacts, NewEntity, NewFact, RestateFact, ReviseFact, SupersedeFact
from graph.values.items import GENERIC_SENDERS, FactKind, Role

Replacement = SupersedeFact | DisputeFacts | ReviseFact
"""The change to a fact that another one replaces."""

ABOUT_MAX = 8
"""The most entities that one fact is about."""


def take_facts(
    window: Window, reading: Reading, entities: Sequence[NewEntity], *, invented: Set[str]
) -> list[NewFact | RestateFact | Replacement]:
    """New facts from the answer's statements that somebody made in the window, with what they supersede. Pure.

    Messages that repeat a known fact become its sources. An unnamed assistant states no facts. What only an assistant
    said after a block had shown it is not new, unless it replaces something. `invented` are the refs of statements to
    ignore.
    """
    stored = {fact.id: fact.body for fact in said_before(window)}
    said = {message.id for message in (*window.context, *window.messages)}
    shown = [
        text
        for block in window.shown_blocks
        for id, text in block.texts.items()
        if id not in said and id not in block.past
    ]
    names = {name_key(name): new.name for new in entities for name in (new.name, *new.aliases)}
    names |= {name_key(name): entity.name for entity in window.entities for name in (entity.name, *entity.aliases)}
    facts: dict[str, NewFact] = {}
    again: list[RestateFact] = []
    stands_for: dict[str, str] = {}  # ref of a statement -> the fact that says it
    for number, stated in enumerate(reading.answer.facts, start=1):
        new = _stated(reading, ref_of(number), stated, names)
        if new is None or new.ref in invented:
            continue
        replaced = {fact.id for id in stated.replaces if (fact := reading.question.fact(id)) is not None}
        same = next((id for id, text in stored.items() if id not in replaced and has_same_words(new.body, text)), None)
        twin = next((ref for ref, fact in facts.items() if has_same_words(new.body, fact.body)), None)
        if same is not None:
            again.append(reading.signed(RestateFact(fact=same, sources=new.sources, stated_by=new.stated_by)))
            stands_for[new.ref] = same
        elif twin is not None:
            stands_for[new.ref] = twin
        elif replaced or new.stated_by is Role.USER or not any(has_same_words(new.body, text) for text in shown):
            facts[new.ref] = reading.signed(new)
            stands_for[new.ref] = new.ref
    there = {*facts, *(fact.id for fact in living(window))}
    stands_for = {ref: id for ref, id in stands_for.items() if id in there}
    linked = [_linked(fact, reading, stands_for, facts) for fact in facts.values()]
    return [*in_order_of_reference(linked), *again, *_replacements(window, reading, facts, stands_for)]


def invented_facts(reading: Reading) -> dict[str, str]:
    """The statements that the cited messages do not support: ref -> reason. Pure.

    Nobody said a theory, but it still needs a message that made it likely.
    """
    found: dict[str, str] = {}
    for number, stated in enumerate(reading.answer.facts, start=1):
        if not any(reading.question.message(n) for n in stated.sources):
            found[ref_of(number)] = f"no such message: {', '.join(map(str, stated.sources))}"
            continue
        if not reading.question.sources(stated.sources):
            found[ref_of(number)] = "nobody said it in a new message"
            continue
        ended = [fact.body for id in stated.replaces if (fact := reading.question.fact(id)) is not None]
        why = unfounded(stated.text, reading.question.cited(stated.sources, ended=ended))
        if why is not None and stated.kind is not FactKind.THEORY:
            found[ref_of(number)] = why
    return found


def _linked(fact: NewFact, reading: Reading, stands_for: Mapping[str, str], facts: Mapping[str, NewFact]) -> NewFact:
    """The fact linked to its support and its larger objective, each of them known or of the same answer."""
    stated = reading.answer.facts[number_of(fact.ref) - 1]

    def meant(id: str) -> tuple[str, FactKind] | None:
        known, place = reading.question.fact(id), place_of(id)
        if known is not None or place is None:
            return None if known is None else (known.id, known.kind)
        found = stands_for.get(ref_of(place))
        return None if found is None or found == fact.ref or found not in facts else (found, facts[found].kind)

    support = [each for id in stated.evidence if (each := meant(id)) is not None]
    whole = meant(stated.part_of or "")
    return replace(
        fact,
        supported_by=tuple(dict.fromkeys(id for id, _ in support)) if fact.kind is FactKind.THEORY else (),
        part_of=whole[0] if whole is not None and {fact.kind, whole[1]} == {FactKind.OBJECTIVE} else None,
    )


def _replacements(
    window: Window, reading: Reading, facts: Mapping[str, NewFact], stands_for: Mapping[str, str]
) -> list[Replacement]:
    """The changes to facts, known or of the same answer, that the answer's statements replace.

    A plan ends the present state on the planned day, not before. Other speakers can only dispute what the user said.
    """
    times = {message.id: message.sent_at for message in window.messages}
    known = {claim.id: claim for claim in known_claims(window)}
    known |= {ref: new_claim(fact, min(times[id] for id in fact.sources)) for ref, fact in facts.items()}
    changes: dict[str, Replacement] = {}
    for number, stated in enumerate(reading.answer.facts, start=1):
        by = stands_for.get(ref_of(number))
        if by is None or stated.kind not in CLAIMS:
            continue
        sources = reading.question.sources(stated.sources)
        newer = replace(known[by], at=max(known[by].at, *(source.sent_at for source in sources)))
        for id in stated.replaces:
            fact, place = reading.question.fact(id), place_of(id)
            older = known.get(fact.id if fact is not None else stands_for.get(ref_of(place or 0), ""))
            if older is not None and place is not None and (older.at, place) >= (newer.at, number):
                continue  # Of two statements in one answer, the later one holds.
            if older is None or older.id in changes or older.kind not in CLAIMS:
                continue
            if older.id in (by, *stand_ins(by, stand_in_of(changes.values()))):
                continue  # A fact cannot replace one that has taken its place.
            if newer.kind is FactKind.OBJECTIVE and older.kind is FactKind.FACT and newer.since is None:
                continue  # A wish has not come true, so it ends nothing.
            evidence = tuple(source.id for source in sources)
            if older.role is Role.USER and newer.role is not Role.USER:
                reason = "the user said otherwise"
                changes[older.id] = DisputeFacts(a=older.id, b=by, reason=reason, evidence=evidence)
            elif not newer.is_plan or older.is_plan:
                ended = ends_at(older, newer)
                changes[older.id] = SupersedeFact(
                    fact=older.id, by=by, reason="it changed", valid_to=ended, evidence=evidence
                )
            elif fact is not None and newer.since is not None:
                day_before = newer.since - timedelta(days=1)
                last = day_before if older.since is None else max(older.since, day_before)
                changes[older.id] = ReviseFact(fact=older.id, valid_to=last, evidence=evidence)
    return [reading.signed(change) for change in changes.values()]


def _stated(reading: Reading, ref: str, stated: StatedFact, names: Mapping[str, str]) -> NewFact | None:
    sources = reading.question.sources(stated.sources)
    confidence = stated.confidence if stated.kind is FactKind.THEORY else 1.0
    if not sources or confidence == 0:
        return None
    roles = [source.role for source in sources]
    about = stated.about or [source.sender for source in sources]
    named = dict.fromkeys(names.get(name_key(name), name) for name in about if name_key(name) not in GENERIC_SENDERS)
    since, until = _day(stated.since), _day(stated.until)
    is_order = since is None or until is None or since <= until
    return NewFact(
        ref=ref,
        body=stated.text,
        kind=stated.kind,
        importance=stated.importance,
        salience=stated.salience,
        confidence=confidence,
        stated_by=Role.USER if Role.USER in roles else roles[0],
        about=tuple(named)[:ABOUT_MAX],
        sources=tuple(source.id for source in sources),
        valid_from=since if is_order else None,
        valid_to=until if is_order else None,
    )


def _day(text: str | None) -> datetime | None:
    return None if text is None else datetime.combine(date.fromisoformat(text), time(), UTC)


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    invented = invented_facts(reading)
    stated = take_facts(proposal.window, reading, proposal.entities, invented=invented.keys())
    read = frozenset(fact.id for fact in reading.question.known)
    lost = tuple(f"“{reading.answer.facts[number_of(ref) - 1].text}”: {why}" for ref, why in invented.items())
    return replace(proposal.plus(stated), read=read, lost=proposal.lost + lost)


FACTS: Archivist[Reading] = Archivist(
    name="facts",
    question=READ,
    fields=("facts",),
    from_answer=_by_answer,
)
