"""Closes questions and objectives, and raises or lowers the confidence in theories, as a model says."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from archivists.compare.claims import closed_by, ended_by
from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.keeping.facts import invented_facts
from archivists.questions.read import Closing, Reading, place_of, ref_of
from archivists.round_policy import RoundPolicy
from graph.values.changes import WHY_CHARS_MAX, Change, CloseQuestion, CompleteObjective, SupersedeFact, WeighTheory
from graph.values.items import Fact, FactKind


def take_closings(reading: Reading, kept: Set[str]) -> list[Change]:
    """Close questions and objectives and weigh theories as the model's answer says. Pure.

    `kept` are the refs of the answer's facts that were kept. What an invented fact settles stays open; references to
    other facts that were not kept are ignored, since a known fact says the same.
    """
    changes: dict[str, Change] = {}
    for closing in reading.answer.closed:
        fact = reading.question.fact(closing.id)
        if fact is not None and fact.id not in changes and (change := _closing(reading, closing, fact, kept)):
            changes[fact.id] = change
    return [reading.signed(change) for change in (*changes.values(), *_weighings(reading, kept))]


def _closing(reading: Reading, closing: Closing, fact: Fact, kept: Set[str]) -> Change | None:
    place = place_of(closing.by or "")
    if place is not None and ref_of(place) in invented_facts(reading):
        return None
    by = ref_of(place) if place is not None and ref_of(place) in kept else None
    numbers = [*closing.sources, *(reading.answer.facts[place - 1].sources if by and place else ())]
    evidence = tuple(source.id for source in reading.question.sources(numbers))
    if not evidence:
        return None
    reason = closing.why[:WHY_CHARS_MAX] or closing.how
    match fact.kind, closing.how:
        case FactKind.QUESTION, "answered" | "dropped":
            return CloseQuestion(
                question=fact.id,
                answered_by=by if closing.how == "answered" else None,
                reason=reason,
                evidence=evidence,
            )
        case FactKind.OBJECTIVE, "reached" | "dropped" if closing.how == "reached" or by is None:
            return CompleteObjective(
                objective=fact.id,
                reason=reason,
                is_reached=closing.how == "reached",
                evidence=evidence,
            )
        case FactKind.OBJECTIVE, "dropped" if by is not None:
            return SupersedeFact(
                fact=fact.id,
                by=by,
                reason=reason,
                evidence=evidence,
            )
    return None


def _weighings(reading: Reading, kept: Set[str]) -> Iterator[WeighTheory]:
    facts = reading.answer.facts
    for theory, weighing in {each.id: each for each in reading.answer.evidence}.items():
        fact, place = reading.question.fact(theory), place_of(weighing.by) or 0
        by = ref_of(place)
        if fact is None or fact.kind is not FactKind.THEORY or by not in kept:
            continue
        if facts[place - 1].kind is not FactKind.FACT:
            continue  # Another theory is no evidence, and may turn out to be the same one.
        # Support never makes a theory less credible, and counter-evidence never makes it more credible.
        bound = max if weighing.supports else min
        yield WeighTheory(
            theory=fact.id,
            fact=by,
            is_support=weighing.supports,
            confidence=bound(fact.confidence, weighing.confidence),
            evidence=tuple(source.id for source in reading.question.sources(facts[place - 1].sources)),
        )


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    changes = take_closings(reading, {fact.ref for fact in proposal.facts} - proposal.gone)
    done = closed_by(changes) | ended_by(changes) | proposal.gone
    known = {each.id: reading.question.fact(each.id) for each in reading.answer.closed}
    lost = [f"“{fact.body}” stays open" for fact in known.values() if fact is not None and fact.id not in done]
    return replace(proposal.plus(changes), lost=(*proposal.lost, *lost))


CLOSINGS: Archivist[Reading] = Archivist(
    name="closings",
    question=READ,
    fields=("closed", "evidence"),
    from_answer=_by_answer,
)
