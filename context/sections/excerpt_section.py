"""The parts of older messages that answer this turn."""

from collections.abc import Iterator

from context.score.formula import Scored
from context.sections.statement_sections import facts_made_of, line_piece, repetition, shown_alike
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import excerpt, folded, opening, worth_of
from context.wording.item_lines import with_days
from context.wording.pieces import Piece
from context.wording.reasons import Reason, SaidBy, Unfit, Way
from graph.store.verbs import Label
from graph.text.courtesies import says_nothing
from graph.values.items import Message


def _objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Why an older line gets no excerpt: it has too little to do with the question, or a shown summary tells of it."""
    question = material.question
    if question.wants_whole_talk:  # Its words, "talked about", tell no line apart; its times do.
        return None if one.terms.get("time", 0.0) >= 1.0 else Unfit.TOO_FAR
    if one.direct < material.least or one.score <= 0.0:
        return Unfit.TOO_FAR
    summary = one.entry.container
    if summary is not None and one.direct < material.policy.told_part * material.best_line and block.shown(summary):
        return SaidBy(summary, f"summary {summary}", Way.TELLS)
    return None


def _offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The line in its own words, unless a shown fact was stated in it and stands in for it until there is room.

    No fact stands in for the best line, for a long one, which says more, or for one with a day that is asked for.
    """
    row, material, block = candidate.row, candidate.material, candidate.block
    assert isinstance(row, Message)
    one = material.scored[row.id]
    if says_nothing(row.body, material.names) and not _is_brought(row.id, candidate):
        yield Unfit.SAYS_NOTHING
        return
    if (shown := shown_alike(row, candidate)) is not None:
        yield shown
        return
    answer = material.answered_by.get(row.id)
    if answer is not None and block.shown(answer) is None and answer not in material.visible:
        yield Unfit.UNANSWERED
        return
    fact = next(filter(block.shown, material.stated.get(row.id, ())), None)
    is_short = row.tokens <= material.policy.excerpt_tokens_max and one.direct < material.best_line
    tells_day = material.question.wants_day and bool(row.speaks_of)
    if fact is not None and is_short and not tells_day and row.id not in block.why:
        yield SaidBy(fact, fact, Way.STANDS_IN)
    else:
        yield from _line_offers(row, one, candidate)


def _is_brought(line: str, candidate: Candidate) -> bool:
    """Whether the line comes with an item that is shown."""
    companions, block = candidate.material.companions, candidate.block
    return any(line in (each.id for each in by) for id, by in companions.items() if block.shown(id))


def _line_offers(row: Message, one: Scored, candidate: Candidate) -> Iterator[Piece | Reason]:
    """The line in its own words, without what shown facts quote from it."""
    material, block = candidate.material, candidate.block
    policy, question = material.policy, material.question
    is_overview = question.wants_whole_talk
    stems = {} if is_overview else question.stems  # Its words would choose "What happened to you today?".
    words = folded(row.body) if block.quotes else ""
    stated = {statement for statement in block.quotes if statement in words}
    is_answer = one.direct >= policy.answer_part * material.best_line
    tokens_max = policy.answer_tokens_max if is_answer else policy.excerpt_tokens_max
    is_event = question.wants_order and not is_overview
    if is_event:
        tokens_max = policy.event_tokens_max
    body = row.body
    if is_event and not one.is_unwanted_reply:  # What somebody was up to stands first; a plea may follow.
        body = opening(row.body, tokens_max=tokens_max)
    elif stated or row.tokens > tokens_max:
        near = (0, 0) if is_overview else material.nearest_span(row)
        body = excerpt(row.body, stems, tokens_max=tokens_max, without=stated, near=near)
    # What a fact leaves of a line may be only a greeting, or "Yesterday was fun!", which tells the day of the fact.
    is_left = not stated or bool(worth_of(folded(body), stems)) or with_days(row, body, material.phrases) != body
    if not body or not is_left:
        yield Unfit.FACT_SAYS_IT
    elif (said := repetition(body, one, candidate)) is not None:
        yield said
    elif body == row.body and row.tokens > block.left:  # This saves counting it with its name.
        yield Unfit.NO_ROOM
    else:
        piece = line_piece(row, body, candidate)
        yield piece._replace(
            says=(body,),
            instead_of=facts_made_of(row, body, candidate),
            stands_for=piece.stands_for if body == row.body else 0,
            reason="" if one.row else "comes with an item that needs it",
        )


EXCERPTS = Section(name="excerpts", label=Label.MESSAGE, offers=_offers, objection=_objection)
