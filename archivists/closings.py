"""What comes to an end: questions are answered, objectives reached or dropped, theories rise and fall."""

from __future__ import annotations

from collections.abc import Iterator, Set

from archivists.answers import Closing
from archivists.reading import Read, ref_of, sources_of
from archivists.window import Window
from graph.changes import WHY_CHARS_MAX, Change, CloseQuestion, CompleteObjective, SupersedeFact, WeighTheory
from graph.items import Fact, FactKind

ARCHIVIST = "closings"


def read_closings(window: Window, read: Read, kept: Set[str]) -> list[Change]:
    """Questions answered, objectives reached or dropped, theories weighed by this answer. Pure.

    `kept` are the refs of new facts that were kept: what rests on others is passed over.
    """
    changes: dict[str, Change] = {}
    for closing in read.answer.closed:
        fact = read.task.fact(closing.id)
        if fact is not None and fact.id not in changes and (change := _closed(read, closing, fact, kept)) is not None:
            changes[fact.id] = change
    return [read.signed(change) for change in (*changes.values(), *_weighings(read, kept))]


def _closed(read: Read, closing: Closing, fact: Fact, kept: Set[str]) -> Change | None:
    by = ref_of(closing.by) if closing.by is not None and ref_of(closing.by) in kept else None
    numbers = [*closing.sources, *(read.answer.facts[closing.by - 1].sources if by and closing.by else ())]
    evidence = tuple(source.id for source in sources_of(read, numbers))
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
                archivist=ARCHIVIST,
            )
        case FactKind.OBJECTIVE, "reached" | "dropped" if closing.how == "reached" or by is None:
            return CompleteObjective(
                objective=fact.id,
                reason=reason,
                is_reached=closing.how == "reached",
                evidence=evidence,
                archivist=ARCHIVIST,
            )
        case FactKind.OBJECTIVE, "dropped" if by is not None:
            return SupersedeFact(
                fact=fact.id,
                by=by,
                reason=reason,
                evidence=evidence,
                archivist=ARCHIVIST,
            )
    return None


def _weighings(read: Read, kept: Set[str]) -> Iterator[WeighTheory]:
    for theory, weighing in {each.id: each for each in read.answer.evidence}.items():
        fact, by = read.task.fact(theory), ref_of(weighing.by)
        if fact is None or fact.kind is not FactKind.THEORY or by not in kept:
            continue
        if read.answer.facts[weighing.by - 1].kind is not FactKind.FACT:
            continue  # Another theory is no evidence, and may turn out to be the same one.
        # What speaks for a theory makes it no less credible, what speaks against it no more.
        bound = max if weighing.supports else min
        yield WeighTheory(
            theory=fact.id,
            fact=by,
            is_support=weighing.supports,
            confidence=bound(fact.confidence, weighing.confidence),
            evidence=tuple(source.id for source in sources_of(read, read.answer.facts[weighing.by - 1].sources)),
            archivist=ARCHIVIST,
        )
