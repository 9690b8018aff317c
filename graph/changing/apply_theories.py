"""Applies changes of questions, objectives and theories."""

from __future__ import annotations

from dataclasses import replace

from graph.changing.change_batch import ChangeBatch, shortened
from graph.errors import BadInput
from graph.store.verbs import Kind
from graph.values.changes import CloseQuestion, CompleteObjective, WeighTheory
from graph.values.codec import from_ms
from graph.values.items import NOT_SO, Fact, FactKind, FactStatus

OPEN = frozenset({FactStatus.CURRENT, FactStatus.DISPUTED})

PARTS_MIN = 2
"""An objective completes with its parts only if at least this many were noted."""


def close_question(batch: ChangeBatch, change: CloseQuestion) -> str:
    """See CloseQuestion."""
    question = _fact_of_kind(batch, change.question, FactKind.QUESTION)
    _close(batch, question, change.reason, change)
    if change.answered_by is not None:
        batch.draft.link(question.id, Kind.ANSWERED_BY, batch.get(change.answered_by, Fact).id)
    return f"Closed: {shortened(question.body)} {shortened(change.reason)}"


def complete_objective(batch: ChangeBatch, change: CompleteObjective) -> str:
    """See CompleteObjective. Open parts stay open: an objective can be reached, or given up, without them."""
    objective = _fact_of_kind(batch, change.objective, FactKind.OBJECTIVE)
    _close(batch, objective, change.reason, change)
    if not change.is_reached:
        return f"Given up: {shortened(objective.body)} {shortened(change.reason)}"
    done = [objective]
    for each in done:
        for edge in batch.draft.edges([each.id], [Kind.PART_OF]):
            if edge.source == each.id:
                whole = batch.get(edge.target, Fact)
                if whole.status in OPEN and _are_done(batch, whole):
                    _close(batch, whole, "all of its parts are done", change)
                    done.append(whole)
    return f"Done: {', '.join(shortened(each.body) for each in done)}"


def weigh_theory(batch: ChangeBatch, change: WeighTheory) -> str:
    """See WeighTheory. A theory that was given up reopens when it gains confidence."""
    theory = _fact_of_kind(batch, change.theory, FactKind.THEORY)
    evidence = batch.get(change.fact, Fact)
    if evidence.id == theory.id:
        raise BadInput(f"{theory.id} cannot be evidence for itself")
    batch.draft.link(theory.id, Kind.EVIDENCE, evidence.id, {"is_support": change.is_support})
    _weigh(batch, theory, change.confidence, change.why or "the evidence speaks against it")
    way = "for" if change.is_support else "against"
    return f"{shortened(evidence.body)} speaks {way}: {shortened(theory.body)} ({change.confidence:.2f})"


def lose_evidence(batch: ChangeBatch, theory: str, fact: str) -> None:
    """Lower the theory's confidence by the share of `fact`, to 0 if no other fact supports the theory."""
    weighed = batch.get(theory, Fact)
    supports = [
        edge.target
        for edge in batch.draft.edges([theory], [Kind.EVIDENCE])
        if edge.source == theory and edge.properties.get("is_support", True)
    ]
    if weighed.status not in OPEN or fact not in supports:
        return
    holding = [id for id in supports if id != fact and batch.get(id, Fact).status not in NOT_SO]
    _weigh(
        batch, weighed, weighed.confidence * len(holding) / (len(holding) + 1), "none of its evidence holds any more"
    )


def _weigh(batch: ChangeBatch, theory: Fact, confidence: float, reason: str) -> None:
    weighed = replace(theory, confidence=confidence, updated_at=batch.now)
    if confidence == 0:
        weighed = replace(weighed, status=FactStatus.CLOSED, reason=reason, valid_to=batch.now)
    elif theory.status is FactStatus.CLOSED:
        weighed = replace(weighed, status=FactStatus.CURRENT, reason=None, valid_to=None)
    batch.draft.change(theory, weighed)


def _fact_of_kind(batch: ChangeBatch, ref: str, kind: FactKind) -> Fact:
    fact = batch.get(ref, Fact)
    if fact.kind is not kind:
        raise BadInput(f"{fact.id} is a {fact.kind}, expected a {kind}")
    return fact


def _are_done(batch: ChangeBatch, whole: Fact) -> bool:
    """Whether all parts are done. If only one part was ever noted, there are others that nobody noted."""
    ids = [edge.source for edge in batch.draft.edges([whole.id], [Kind.PART_OF]) if edge.target == whole.id]
    parts = [part for id in ids if (part := batch.get(id, Fact)).status not in NOT_SO]
    return len(parts) >= PARTS_MIN and all(part.status not in OPEN for part in parts)


def _close(batch: ChangeBatch, fact: Fact, reason: str, change: CloseQuestion | CompleteObjective) -> None:
    """Close the fact at the time of the message that says so."""
    evidence = batch.index.entries(change.evidence).values()
    at = from_ms(max(entry.at_ms for entry in evidence)) if evidence else batch.now
    batch.draft.change(fact, replace(fact, status=FactStatus.CLOSED, reason=reason, valid_to=at, updated_at=batch.now))
