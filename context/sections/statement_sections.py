"""What is known in statements: facts of every kind, significant moments, and what participants have come to think."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import folded, same_words
from context.wording.item_lines import fact_line, memory_line, reflection_line, with_days
from context.wording.pieces import Piece, piece_of
from context.wording.reasons import Reason, SaidBy, Unfit, Way
from graph.store.verbs import Label
from graph.text.analysis import without_speaker
from graph.values.items import Fact, FactKind, FactStatus, Message, Reflection, SignificantMemory
from graph.values.speaker_clock import as_shown


def repetition(body: str, one: Scored, candidate: Candidate) -> Reason | None:
    """The shown piece that says it in the same words, or in most of them if the item does not earn a repeat.

    For a line, a piece that quotes it does not count: it makes way.
    """
    block, policy = candidate.block, candidate.material.policy
    if (said := block.saying(body)) is not None or one.score >= policy.repeat_score:
        return said
    return block.telling(body, policy.contained, is_line=one.entry.label is Label.MESSAGE)


def facts_made_of(row: Message, body: str, candidate: Candidate) -> dict[str, Reason]:
    """The facts that make way for a line of which `body` is shown."""
    material = candidate.material
    weighty = material.first.get(FACTS.name, ())
    facts = [fact for fact in _stated_in(row, material) if fact.id not in weighty]
    return {fact.id: _source(row) for fact in facts if _is_said_in(fact, row, body, candidate)}


def facts_quoted_from(row: Message, candidate: Candidate) -> dict[str, Reason]:
    """The facts that make way for a whole line, since they only quote it; other facts say what holds now."""
    material, body = candidate.material, folded(row.body)
    quoted = [fact for fact in _stated_in(row, material) if same_words(without_speaker(fact.body)) in body]
    return {fact.id: _source(row) for fact in quoted if fact.id not in material.heirs.values()}


def ended_in(row: Message, material: Material) -> dict[str, str]:
    """The statements of a line that hold no longer, in its words, each with a note that says until when."""
    return {
        without_speaker(fact.body).rstrip(".!?…"): material.phrases.until.format(material.phrases.day(fact.valid_to))
        for fact in _stated_in(row, material)
        if fact.id in material.heirs and fact.valid_to is not None
    }


def _stated_in(row: Message, material: Material) -> list[Fact]:
    return [fact for id in material.stated.get(row.id, ()) if isinstance(fact := material.rows.get(id), Fact)]


def _is_said_in(fact: Fact, row: Message, shown: str, candidate: Candidate) -> bool:
    """Whether a line of which `shown` is shown says what a fact says: in the same words, or in others.

    A quote that is missing from `shown` was left out because the fact says it. A plain fact may be said in other words
    if all lines that state it are shown; guesses, questions and aims say something else. A fact that replaced another
    one says what holds now, so no line says it.
    """
    if fact.id in candidate.material.heirs.values():
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
    """Why it is not shown: it no longer holds, or is worth too little."""
    if one.entry.status == FactStatus.SUPERSEDED:
        return Unfit.SUPERSEDED
    if one.entry.status == FactStatus.WITHDRAWN:
        return Unfit.WITHDRAWN
    if one.entry.status == FactStatus.CLOSED:
        return Unfit.CLOSED
    return None if one.score >= material.policy.floor else Unfit.WORTH_LITTLE


def _holding(material: Material, tokens_max: int) -> Sequence[str]:
    """Facts that replaced outdated ones, and important answers: a line only tells what was so on its day.

    If a later line says as much on the question, an answer may no longer hold: both are shown as lines.
    """
    policy, replacing = material.policy, set(material.heirs.values())
    answer = max(policy.answer_part * material.best_line, material.least)
    lines = [one for one in material.ranked if one.entry.label is Label.MESSAGE and one.direct >= answer]
    latest = max((one.entry.at_ms for one in lines), default=0)
    return [
        one.id
        for one in material.ranked
        if (one.entry.label, one.entry.kind, one.entry.status) == (Label.FACT, FactKind.FACT, FactStatus.CURRENT)
        and one.direct >= (material.least if one.id in replacing else policy.told_part * material.best_line)
        and (one.id in replacing or (one.entry.importance >= policy.told_importance and one.entry.at_ms >= latest))
    ]


def statement_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The fact, with both sides if it is disputed, unless something shown says it already."""
    row, material = candidate.row, candidate.material
    assert isinstance(row, Fact)
    one = material.scored[row.id]
    others = [material.rows.get(id) for id in material.against.get(row.id, ())]
    against = [other for other in others if isinstance(other, Fact)]
    is_first = row.id in material.first[FACTS.name]
    reason = None if is_first else _said(row, against, candidate) or repetition(row.body, one, candidate)
    if reason is not None:
        yield reason
    elif row.status is FactStatus.DISPUTED and not against:
        yield Unfit.ONE_SIDED
    else:
        spoken = next((material.spoken[id] for id in material.sources.get(row.id, ()) if id in material.spoken), None)
        plain, shown = (fact_line(each, spoken, against, material.phrases) for each in (row, _with_days(row, material)))
        yield _statement(row, shown, one, candidate)._replace(quoted="" if plain == shown else plain)


def _with_days(row: Fact, material: Material) -> Fact:
    """The fact with the day behind "yesterday" and the like, as seen from the line in which it was stated last."""
    source = material.rows.get(material.said_last(row.id) or "")
    return replace(row, body=with_days(source, row.body, material.phrases)) if isinstance(source, Message) else row


def _thought_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """A question, a theory or an objective that is not over."""
    row, material = candidate.row, candidate.material
    assert isinstance(row, Fact)
    if _is_over(row, material.question.asked_at):
        yield Unfit.OVER
    else:
        yield from statement_offers(candidate)


def _is_over(row: Fact, now: datetime | None) -> bool:
    """Whether the last day of an objective has passed."""
    if row.kind is not FactKind.OBJECTIVE or row.valid_to is None or now is None:
        return False
    return row.valid_to <= as_shown(now)


def _said(row: Fact, against: Sequence[Fact], candidate: Candidate) -> Reason | None:
    """The dossier, other side or line that already says a fact."""
    material, block = candidate.material, candidate.block
    if material.scored[row.id].score < material.policy.repeat_score and (said := block.covering(row.id)) is not None:
        return said
    if (other := next((other.id for other in against if block.shown(other.id)), None)) is not None:
        return SaidBy(other, other, Way.BOTH_SIDES)
    for id in material.sources.get(row.id, ()):
        line, message = block.shown(id), material.rows.get(id)
        if (
            line is not None
            and isinstance(message, Message)
            and _is_said_in(row, message, line.quoted or line.text, candidate)
        ):
            return _source(message)
    return None


def _moment_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """A significant moment or a reflection, unless something shown says it already."""
    row, phrases = candidate.row, candidate.material.phrases
    assert isinstance(row, SignificantMemory | Reflection)
    one = candidate.material.scored[row.id]
    line = memory_line(row, phrases) if isinstance(row, SignificantMemory) else reflection_line(row, phrases)
    yield repetition(row.body, one, candidate) or _statement(row, line, one, candidate)


def _statement(row: Fact | SignificantMemory | Reflection, line: str, one: Scored, candidate: Candidate) -> Piece:
    piece = piece_of(row, candidate.section, line, -one.score, f"{one.entry.kind or 'item'} {row.id}")
    return piece._replace(says=(row.body,))


REFLECTIONS = Section(name="reflections", label=Label.REFLECTION, offers=_moment_offers, objection=objection)
FACTS = Section(
    name="facts",
    label=Label.FACT,
    offers=statement_offers,
    share=0.1,  # Two or three in a small block.
    first=_holding,
    objection=objection,
)
THEORIES = Section(name="theories", label=Label.FACT, kind=FactKind.THEORY, offers=_thought_offers, objection=objection)
QUESTIONS = replace(THEORIES, name="questions", kind=FactKind.QUESTION)
OBJECTIVES = replace(THEORIES, name="objectives", kind=FactKind.OBJECTIVE)
MEMORIES = Section(name="significant memories", label=Label.MEMORY, offers=_moment_offers, objection=objection)
