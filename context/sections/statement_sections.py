"""What is known in statements: facts of every kind, significant moments, and what participants have come to think."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import folded, same_words
from context.wording.item_lines import fact_line, memory_line, reflection_line, with_days
from context.wording.pieces import Piece, message_piece, piece_of
from context.wording.reasons import Reason, SaidBy, Unfit, Way
from graph.store.verbs import Label
from graph.text.analysis import without_speaker
from graph.text.dangers import is_negated
from graph.text.search_terms import query_stems
from graph.text.sentences import sentences
from graph.values.items import (
    KEY_INFO_ID,
    Fact,
    FactKind,
    FactStatus,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
)
from graph.values.speaker_clock import as_shown

SAME = 0.7
"""With this part of its words, a fact says what a line of key info says that comes from the same message."""

HALF = 0.5
"""A fact that says more than as much again as a line of key info is another statement."""


def repetition(body: str, one: Scored, candidate: Candidate) -> Reason | None:
    """The shown piece that says it in the same words, or in most of them if the item does not earn a repeat.

    For a line, a piece that quotes it does not count: it makes way.
    """
    block, policy = candidate.block, candidate.material.policy
    if (said := block.saying(body)) is not None or one.score >= policy.repeat_score:
        return said
    return block.telling(body, policy.contained, is_line=one.entry.label is Label.MESSAGE)


def shown_alike(row: Message, candidate: Candidate) -> Reason | None:
    """The line of the same tool that is shown for this one, if any."""
    ids = candidate.material.alike.get(row.id, ())
    return next((SaidBy(id, f"message {id}") for id in ids if id != row.id and candidate.block.shown(id)), None)


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


def line_piece(row: Message, body: str, candidate: Candidate) -> Piece:
    """A line, of which `body` is shown, with what ended since it was said; and how many lines it is shown for."""
    material = candidate.material
    ended = {
        without_speaker(fact.body).rstrip(".!?…"): material.phrases.until.format(material.phrases.day(fact.valid_to))
        for fact in _stated_in(row, material)
        if fact.id in material.heirs and fact.valid_to is not None
    }
    alike, above = material.alike.get(row.id, (row.id,)), material.forest.above
    body = f"{body} (×{len(alike)})" if len(alike) > 1 else body
    piece = message_piece(row, candidate.section, body, chat=material.chat, phrases=material.phrases, ended=ended)
    loose = 1 + sum(id != row.id and not above(id) for id in alike)
    return piece._replace(stands_for=loose, within=frozenset(above(row.id)))


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


def _in_key_info(fact: Fact, candidate: Candidate) -> Reason | None:
    """The key info, if a shown line of it comes from the same message and says the fact."""
    material, known = candidate.material, candidate.material.rows.get(KEY_INFO_ID)
    if (piece := candidate.block.shown(KEY_INFO_ID)) is None or not isinstance(known, KeyInfo):
        return None
    words = _stems(fact.body)
    for line, source in zip(known.lines, known.sources, strict=True):
        said = without_speaker(line)
        if source not in material.sources.get(fact.id, ()) or len(words & _stems(line)) < HALF * len(words):
            continue
        shares = (_shared(fact.body, said, clause) >= SAME * len(_stems(clause)) for clause in said.split(";"))
        if any(shares) and candidate.block.saying(said):
            return SaidBy(piece.id, piece.called)
    return None


def _shared(text: str, other: str, clause: str) -> int:
    """How many words a text shares with a clause of another; none if it has a number that the other lacks, or if only
    one of it and the clause's nearest sentence says "not".
    """
    stems = _stems(text)
    parts = [clause[first:last] for first, last in sentences(clause)] or [clause]
    nearest = max(parts, key=lambda part: len(stems & _stems(part)))
    has_number = any(each[-1].isdigit() for each in stems - _stems(other))
    return 0 if has_number or is_negated(text) is not is_negated(nearest) else len(stems & _stems(clause))


@lru_cache(512)
def _stems(text: str) -> frozenset[str]:
    return frozenset(query_stems(text))


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
    reason = _in_key_info(row, candidate)
    if reason is None and not is_first:
        reason = _said(row, against, candidate) or repetition(row.body, one, candidate)
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
