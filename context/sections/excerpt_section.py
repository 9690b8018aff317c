"""The parts of older messages that answer this turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from context.score.formula import Scored
from context.sections.statement_sections import facts_made_of, repetition
from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.select.section import Section
from context.wording.excerpts import excerpt, folded, worth_of
from context.wording.pieces import Piece, message_piece
from context.wording.reasons import Reason, StoodInFor, ToldBy, Unfit
from graph.store.verbs import Label
from graph.values.items import Item, Message


def _objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Whether an older line has too little to say on the question, or at all, for an excerpt of it."""
    if one.direct < material.least or one.score <= 0.0:
        return Unfit.TOO_FAR
    summary = one.entry.container
    if summary is not None and one.direct < material.policy.told_part * material.best_line and block.shown(summary):
        return ToldBy(summary)
    return None


def _offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The line in its own words, unless a fact that was stated in it is shown and room is short.

    The best line keeps its own words, and a long one says more than a fact.
    """
    assert isinstance(row, Message)
    one = material.scored[row.id]
    fact = next(filter(block.shown, material.stated.get(row.id, ())), None)
    is_short = row.tokens <= material.policy.excerpt_tokens_max and one.direct < material.best_line
    if fact is not None and is_short and not isinstance(block.why.get(row.id), StoodInFor):
        yield StoodInFor(fact)
    else:
        yield from _line_offers(row, one, material, block)


def _line_offers(row: Message, one: Scored, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The line in its own words, without what shown facts quote of it."""
    policy, stems = material.policy, material.question.stems
    words = folded(row.body) if block.quotes else ""
    stated = {statement for statement in block.quotes if statement in words}
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
            instead_of=facts_made_of(row, body, material, block),
        )
        within = frozenset(material.forest.above(row.id))
        yield replace(piece, says=(body,), stands_for=int(body == row.body), within=within)


EXCERPTS = Section(name="excerpts", label=Label.MESSAGE, offers=_offers, objection=_objection)
