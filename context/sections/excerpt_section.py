"""The parts of older messages that answer this turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from context.score.formula import Scored
from context.sections.statement_sections import fact_offers, is_plain, repetition
from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.select.section import Section
from context.wording.excerpts import excerpt, folded, same_words, without_speaker, worth_of
from context.wording.pieces import Piece, message_piece
from context.wording.reasons import Reason, SourceShown, StandIn, ToldBy, Unfit
from graph.store.verbs import Label
from graph.values.items import Fact, FactStatus, Item, Message


def _objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Whether an older line has too little to say on the question, or at all, for an excerpt of it."""
    if one.direct < material.least or one.score <= 0.0:
        return Unfit.TOO_FAR
    summary = one.entry.container
    if summary is not None and one.direct < material.policy.told_part * material.best_line and block.shown(summary):
        return ToldBy(summary)
    return None


def _offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """A fact that tells the same in fewer tokens, unless the line may be the answer itself; or else the line."""
    assert isinstance(row, Message)
    one = material.scored[row.id]
    is_short = row.tokens <= material.policy.excerpt_tokens_max
    # The best line keeps its own words; a long one says more than a fact.
    if is_short and one.direct < material.best_line and not isinstance(block.why.get(row.id), StandIn):
        for id in material.stated.get(row.id, ()):
            fact = material.rows.get(id)
            if isinstance(fact, Fact) and id in material.scored:
                if block.shown(id):
                    yield StandIn(id)
                    return
                if _stands_for(fact, row, material):
                    yield from fact_offers(fact, material, block)
    yield from _line_offers(row, one, material, block)


def _stands_for(fact: Fact, row: Message, material: Material) -> bool:
    """Whether a fact may be shown instead of the message: shorter, beyond doubt, and no mere part of the answer.

    What was put in words of its own was made of all that the message says; a quote is a part of it, and the rest
    must have nothing more to do with the question.
    """
    if not is_plain(fact) or fact.status is not FactStatus.CURRENT or fact.tokens >= row.tokens:
        return False
    asked = material.question.stems
    return not _is_quote(fact, row) or worth_of(folded(fact.body), asked) >= worth_of(folded(row.body), asked)


def _line_offers(row: Message, one: Scored, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The line in its own words, without what shown facts quote of it."""
    policy, stems = material.policy, material.question.stems
    words = folded(row.body) if block.quoted else ""
    stated = {statement for statement in block.quoted if statement in words}
    is_answer = one.direct >= policy.answer_part * material.best_line
    tokens_max = policy.answer_tokens_max if is_answer else policy.excerpt_tokens_max
    body = row.body
    if stated or row.tokens > tokens_max:
        body = excerpt(row.body, stems, tokens_max=tokens_max, without=stated)
    # What a fact leaves of a line may be no more than a greeting.
    if not body or (stated and not worth_of(folded(body), stems)):
        yield Unfit.FACT_SAYS_IT
    elif (reason := repetition(body, one, material, block)) is not None:
        yield reason
    elif body == row.body and row.tokens > block.left:  # Without counting it with its name.
        yield Unfit.NO_ROOM
    else:
        piece = message_piece(
            row,
            EXCERPTS.name,
            body,
            chat=material.chat,
            phrases=material.phrases,
            instead_of=_made_of(row, material, block) if row.tokens <= policy.excerpt_tokens_max else {},
        )
        within = frozenset(material.forest.above(row.id))
        yield replace(piece, says=(body,), stands_for=int(body == row.body), within=within)


def _made_of(row: Message, material: Material, block: BudgetedBlock) -> dict[str, Reason]:
    """Facts that were made of this line, and of nothing that is not shown: they make way for it."""
    found: dict[str, Reason] = {}
    for id in material.stated.get(row.id, ()):
        fact = material.rows.get(id)
        # What a fact quotes was left out of the line.
        if not isinstance(fact, Fact) or not is_plain(fact) or _is_quote(fact, row):
            continue
        if all(source == row.id or block.shown(source) for source in material.sources[id]):
            found[id] = SourceShown(row.id)
    return found


def _is_quote(fact: Fact, row: Message) -> bool:
    return same_words(without_speaker(fact.body)) in folded(row.body)


EXCERPTS = Section(name="excerpts", label=Label.MESSAGE, offers=_offers, objection=_objection)
