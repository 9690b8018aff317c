"""What is known in statements: facts of every kind, significant moments, and what participants have come to think."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import folded, same_words, without_speaker
from context.wording.item_lines import fact_line, memory_line, reflection_line
from context.wording.pieces import Piece, piece_of
from context.wording.reasons import Reason, SaidBy, Unfit, Way
from graph.store.verbs import Label
from graph.values.items import Fact, FactKind, FactStatus, Message, Reflection, SignificantMemory


def repetition(body: str, one: Scored, candidate: Candidate) -> Reason | None:
    """Whether something shown says it: in its own words, or most of them and the item does not earn a repeat.

    A text that quotes a line makes way for the line itself.
    """
    block, policy = candidate.block, candidate.material.policy
    if (said := block.saying(body)) is not None or one.score >= policy.repeat_score:
        return said
    return block.telling(body, policy.contained, is_line=one.entry.label is Label.MESSAGE)


def facts_made_of(row: Message, body: str, candidate: Candidate) -> dict[str, Reason]:
    """The facts that make way for a line of which so much is shown."""
    material = candidate.material
    facts = [fact for id in material.stated.get(row.id, ()) if isinstance(fact := material.rows.get(id), Fact)]
    return {fact.id: _source(row) for fact in facts if _is_said_in(fact, row, body, candidate)}


def _is_said_in(fact: Fact, row: Message, shown: str, candidate: Candidate) -> bool:
    """Whether a line that is `shown` so far says what a fact says: in its words, or in others and with no other line.

    A quote that does not stand in what is shown was left out of the line, since the fact says it. What is no plain
    fact is a guess, a question or an aim that came up in the line, and says something else. What took the place of
    another fact is told as what holds, not only as a line from its day.
    """
    if fact.id in candidate.material.newer:
        return False
    words = same_words(without_speaker(fact.body))
    if words in folded(row.body):
        return words in folded(shown)
    is_plain = fact.kind is FactKind.FACT and fact.status is not FactStatus.DISPUTED
    sources = candidate.material.sources.get(fact.id, ())
    return is_plain and all(id == row.id or candidate.block.shown(id) for id in sources)


def _source(row: Message) -> Reason:
    return SaidBy(row.id, f"message {row.id}", Way.SOURCE)


def objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Whether it no longer holds, or is worth too little."""
    if one.entry.status == FactStatus.SUPERSEDED:
        return Unfit.SUPERSEDED
    if one.entry.status == FactStatus.CLOSED:
        return Unfit.CLOSED
    return None if one.score >= material.policy.floor else Unfit.WORTH_LITTLE


def _fact_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The fact, with both sides if it is disputed, unless something shown says it already."""
    row, material = candidate.row, candidate.material
    assert isinstance(row, Fact)
    one = material.scored[row.id]
    others = [material.rows.get(id) for id in material.against.get(row.id, ())]
    against = [other for other in others if isinstance(other, Fact)]
    reason = _said(row, against, candidate) or repetition(row.body, one, candidate)
    if reason is not None:
        yield reason
    elif row.status is FactStatus.DISPUTED and not against:
        yield Unfit.ONE_SIDED
    else:
        sources = material.sources.get(row.id, ())
        spoken = next((material.spoken[id] for id in sources if id in material.spoken), None)
        line = fact_line(row, spoken, against, material.phrases)
        yield _statement(row, line, one, candidate)


def _said(row: Fact, against: list[Fact], candidate: Candidate) -> Reason | None:
    """Which dossier, other side or line already says a fact."""
    material, block = candidate.material, candidate.block
    if material.scored[row.id].score < material.policy.repeat_score and (said := block.covering(row.id)) is not None:
        return said
    if (other := next((other.id for other in against if block.shown(other.id)), None)) is not None:
        return SaidBy(other, other, Way.BOTH_SIDES)
    for id in material.sources.get(row.id, ()):
        line, message = block.shown(id), material.rows.get(id)
        if line is not None and isinstance(message, Message) and _is_said_in(row, message, line.text, candidate):
            return _source(message)
    return None


def _statement_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """A significant moment or a reflection, unless something shown says it already."""
    row, phrases = candidate.row, candidate.material.phrases
    assert isinstance(row, SignificantMemory | Reflection)
    one = candidate.material.scored[row.id]
    line = memory_line(row, phrases) if isinstance(row, SignificantMemory) else reflection_line(row, phrases)
    yield repetition(row.body, one, candidate) or _statement(row, line, one, candidate)


def _statement(row: Fact | SignificantMemory | Reflection, line: str, one: Scored, candidate: Candidate) -> Piece:
    piece = piece_of(row, candidate.section, line, -one.score, f"{one.entry.kind or 'item'} {row.id}")
    return replace(piece, says=(row.body,))


REFLECTIONS = Section(name="reflections", label=Label.REFLECTION, offers=_statement_offers, objection=objection)
FACTS = Section(name="facts", label=Label.FACT, offers=_fact_offers, objection=objection)
THEORIES = replace(FACTS, name="theories", kind=FactKind.THEORY)
QUESTIONS = replace(FACTS, name="questions", kind=FactKind.QUESTION)
OBJECTIVES = replace(FACTS, name="objectives", kind=FactKind.OBJECTIVE)
MEMORIES = Section(name="significant memories", label=Label.MEMORY, offers=_statement_offers, objection=objection)
