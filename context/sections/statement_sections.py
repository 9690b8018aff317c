"""What is known in statements: facts of every kind, significant moments, and what participants have come to think."""

from __future__ import annotations

from collections.abc import Iterator

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.select.section import Section
from context.wording.excerpts import folded, same_words, without_speaker
from context.wording.item_lines import fact_line, memory_line, reflection_line
from context.wording.pieces import Piece, statement_piece
from context.wording.reasons import BothSidesIn, Reason, SourceShown, Unfit
from graph.store.verbs import Label
from graph.values.items import Fact, FactKind, FactStatus, Item, Message, Reflection, SignificantMemory


def repetition(body: str, one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Whether something shown says it: in its own words, or most of them and the item does not earn a repeat."""
    return block.saying(body) or retold(body, one, material, block)


def retold(body: str, one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Which summary, brief or dossier says it in other words; what quotes a line makes way for the line itself."""
    if one.score >= material.policy.repeat_score:
        return None
    return block.telling(body, material.policy.contained, is_line=one.entry.label is Label.MESSAGE)


def is_plain(fact: Fact) -> bool:
    """Whether it simply holds: no guess, no question, no aim, and nothing stands against it."""
    return fact.kind is FactKind.FACT and fact.status is not FactStatus.DISPUTED


def _objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    if one.entry.status == FactStatus.SUPERSEDED:
        return Unfit.SUPERSEDED
    if one.entry.status == FactStatus.CLOSED:
        return Unfit.CLOSED
    return None if one.score >= material.policy.floor else Unfit.WORTH_LITTLE


def fact_offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The fact with both sides of a dispute, unless something shown says it already."""
    assert isinstance(row, Fact)
    one = material.scored[row.id]
    sources = material.sources.get(row.id, ())
    others = [material.rows.get(id) for id in material.against.get(row.id, ())]
    against = [other for other in others if isinstance(other, Fact)]
    reason = _said(row, one, against, material, block) or repetition(row.body, one, material, block)
    if reason is not None:
        yield reason
        return
    spoken = next((material.spoken[id] for id in sources if id in material.spoken), None)
    line = fact_line(row, spoken, against, material.phrases)
    yield statement_piece(row, FACT_SECTIONS[row.kind].name, line, kind=one.entry.kind, score=one.score)


def _said(row: Fact, one: Scored, against: list[Fact], material: Material, block: BudgetedBlock) -> Reason | None:
    """Which dossier, other side or line already says a fact."""
    if one.score < material.policy.repeat_score and (said := block.covering(row.id)) is not None:
        return said
    if row.status is FactStatus.DISPUTED and not against:
        return Unfit.ONE_SIDED
    if (told := next((other.id for other in against if block.shown(other.id)), None)) is not None:
        return BothSidesIn(told)
    for id in material.sources.get(row.id, ()):
        line, message = block.shown(id), material.rows.get(id)
        if line is not None and isinstance(message, Message) and _is_made_of(row, message, line.text, material, block):
            return SourceShown(id)
    return None


def facts_made_of(row: Message, body: str, material: Material, block: BudgetedBlock) -> dict[str, Reason]:
    """The facts that make way for this line, where so much of it is shown."""
    facts = [fact for id in material.stated.get(row.id, ()) if isinstance(fact := material.rows.get(id), Fact)]
    return {fact.id: SourceShown(row.id) for fact in facts if _is_made_of(fact, row, body, material, block)}


def _is_made_of(fact: Fact, row: Message, shown: str, material: Material, block: BudgetedBlock) -> bool:
    """Whether a line that is `shown` so far says what a fact says: in its words, or in others and with no other line.

    A quote that does not stand in what is shown was left out of the line since the fact says it.
    """
    if is_quote(fact, row):
        return same_words(without_speaker(fact.body)) in folded(shown)
    sources = material.sources.get(fact.id, ())
    return is_plain(fact) and all(id == row.id or block.shown(id) for id in sources)


def is_quote(fact: Fact, row: Message) -> bool:
    """Whether the words of a fact are a part of the message."""
    return same_words(without_speaker(fact.body)) in folded(row.body)


def _memory_offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    assert isinstance(row, SignificantMemory)
    yield from _offered(row, MEMORIES, memory_line(row, material.phrases), material, block)


def _reflection_offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    assert isinstance(row, Reflection)
    yield from _offered(row, REFLECTIONS, reflection_line(row, material.phrases), material, block)


def _offered(
    row: SignificantMemory | Reflection, section: Section, line: str, material: Material, block: BudgetedBlock
) -> Iterator[Piece | Reason]:
    one = material.scored[row.id]
    reason = repetition(row.body, one, material, block)
    yield reason or statement_piece(row, section.name, line, kind=one.entry.kind, score=one.score)


REFLECTIONS = Section(name="reflections", label=Label.REFLECTION, offers=_reflection_offers, objection=_objection)
FACTS = Section(name="facts", label=Label.FACT, offers=fact_offers, objection=_objection)
THEORIES = Section(name="theories", label=Label.FACT, kind=FactKind.THEORY, offers=fact_offers, objection=_objection)
QUESTIONS = Section(
    name="questions", label=Label.FACT, kind=FactKind.QUESTION, offers=fact_offers, objection=_objection
)
OBJECTIVES = Section(
    name="objectives", label=Label.FACT, kind=FactKind.OBJECTIVE, offers=fact_offers, objection=_objection
)
MEMORIES = Section(name="significant memories", label=Label.MEMORY, offers=_memory_offers, objection=_objection)

FACT_SECTIONS = {
    FactKind.FACT: FACTS,
    FactKind.THEORY: THEORIES,
    FactKind.QUESTION: QUESTIONS,
    FactKind.OBJECTIVE: OBJECTIVES,
}
