"""Changes of theories, questions and objectives: what becomes of them as more is known."""

from __future__ import annotations

from dataclasses import replace

from graph.changing.change_batch import ChangeBatch, shown
from graph.errors import BadInput
from graph.store.verbs import Kind
from graph.values.changes import CloseQuestion, CompleteObjective, WeighTheory
from graph.values.items import Fact, FactKind, FactStatus

OPEN = frozenset({FactStatus.CURRENT, FactStatus.DISPUTED})

EVIDENCE_GONE = "none of its evidence holds any more"
PARTS_DONE = "all of its parts are done"


def close_question(applying: ChangeBatch, change: CloseQuestion) -> str:
    """See CloseQuestion."""
    question = _of_kind(applying, change.question, FactKind.QUESTION)
    _close(applying, question, change.reason)
    if change.answered_by is not None:
        applying.draft.link(question.id, Kind.ANSWERED_BY, applying.get(change.answered_by, Fact).id)
    return f"Closed: {shown(question.body)} {shown(change.reason)}"


def complete_objective(applying: ChangeBatch, change: CompleteObjective) -> str:
    """See CompleteObjective. Parts that are open stay open: a whole can be reached, or given up, without them."""
    objective = _of_kind(applying, change.objective, FactKind.OBJECTIVE)
    _close(applying, objective, change.reason)
    if not change.is_reached:
        return f"Given up: {shown(objective.body)} {shown(change.reason)}"
    done = [objective]
    for each in done:
        for edge in applying.draft.edges([each.id], [Kind.PART_OF]):
            if edge.source == each.id:
                whole = applying.get(edge.target, Fact)
                if whole.status in OPEN and not _open_parts(applying, whole):
                    _close(applying, whole, PARTS_DONE)
                    done.append(whole)
    return f"Done: {', '.join(shown(each.body) for each in done)}"


def weigh_theory(applying: ChangeBatch, change: WeighTheory) -> str:
    """See WeighTheory. One that was given up is open again when it becomes credible."""
    theory = _of_kind(applying, change.theory, FactKind.THEORY)
    evidence = applying.get(change.fact, Fact)
    if evidence.id == theory.id:
        raise BadInput(f"{theory.id} cannot be evidence for itself")
    applying.draft.link(theory.id, Kind.EVIDENCE, evidence.id, {"is_support": change.is_support})
    _weigh(applying, theory, change.confidence, change.why or "the evidence speaks against it")
    way = "for" if change.is_support else "against"
    return f"{shown(evidence.body)} speaks {way}: {shown(theory.body)} ({change.confidence:.2f})"


def lose_evidence(applying: ChangeBatch, theory: str, fact: str) -> None:
    """The theory has lost what `fact` lent it: its share of the confidence, which is 0 when it was the last support."""
    weighed = applying.get(theory, Fact)
    supports = [
        edge.target
        for edge in applying.draft.edges([theory], [Kind.EVIDENCE])
        if edge.source == theory and edge.properties.get("is_support", True)
    ]
    if weighed.status not in OPEN or fact not in supports:
        return
    holding = [id for id in supports if id != fact and applying.get(id, Fact).status is not FactStatus.SUPERSEDED]
    _weigh(applying, weighed, weighed.confidence * len(holding) / (len(holding) + 1), EVIDENCE_GONE)


def _weigh(applying: ChangeBatch, theory: Fact, confidence: float, reason: str) -> None:
    """The theory is this credible; without any credit it is given up."""
    weighed = replace(theory, confidence=confidence, updated_at=applying.now)
    if confidence == 0:
        weighed = replace(weighed, status=FactStatus.CLOSED, reason=reason, valid_to=applying.now)
    elif theory.status is FactStatus.CLOSED:
        weighed = replace(weighed, status=FactStatus.CURRENT, reason=None, valid_to=None)
    applying.draft.change(theory, weighed)


def _of_kind(applying: ChangeBatch, ref: str, kind: FactKind) -> Fact:
    fact = applying.get(ref, Fact)
    if fact.kind is not kind:
        raise BadInput(f"{fact.id} is a {fact.kind}, expected a {kind}")
    return fact


def _open_parts(applying: ChangeBatch, whole: Fact) -> list[str]:
    parts = [edge.source for edge in applying.draft.edges([whole.id], [Kind.PART_OF]) if edge.target == whole.id]
    return [id for id in parts if applying.get(id, Fact).status in OPEN]


def _close(applying: ChangeBatch, fact: Fact, reason: str) -> None:
    closed = replace(fact, status=FactStatus.CLOSED, reason=reason, valid_to=applying.now, updated_at=applying.now)
    applying.draft.change(fact, closed)
