"""A turn takes a message and returns a block. It asks no model, unless settings name a reranker or a pre-filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from context.block_profile import ASSISTANT, BlockProfile
from context.block_record import block_of, keep
from context.exchange import BlockFilter, NearMiss, ShownItem, Turn, TurnRequest
from context.gather.gathering import candidates_of
from context.gather.question import Question, ask
from context.gather.received import Received, look_again, receive
from context.rendering import Rendered, fit
from context.score.formula import Formula, Scored
from context.score.known_only import index_for, known_only
from context.score.second_stage import SecondStage, read_again
from context.score.second_stage import in_words as told_move
from context.score.trying_out import TOLD, tried_out
from context.select.preparing import prepare, with_rows
from context.select.section import Section
from context.select.selection import nearly_shown, select
from context.wording.pieces import Piece
from context.wording.reasons import in_words
from graph.errors import ForgottenMeanwhile
from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph, with_id
from graph.values.learned_weights import LearnedWeights

TRIES = 5
"""How often a turn is tried. It is tried again only when another process has dropped one of its items meanwhile."""

Early = Callable[[Turn], object]
"""Called with a turn as soon as its block is made: nothing of it is stored yet, and it has no near misses."""


def take_turn(
    knowledge: KnowledgeGraph,
    request: TurnRequest,
    *,
    profile: BlockProfile = ASSISTANT,
    now: datetime,
    prefilter: BlockFilter | None = None,
    second_stage: SecondStage | None = None,
    early: Early | None = None,
) -> Turn:
    """Store the lines, make the block for them and keep it; with `record` off, nothing is written.

    Two writes, and a number of reads that does not grow with the space. The same graph, request and time give the same
    bytes. Raises NotFound for an unknown space.

    A `second_stage` reorders the best candidates, for one more read. A `prefilter` is asked last, unless `record` is
    off; what it takes out is kept with the block, as a near miss.

    With `early`, the block is made before the lines are stored, as it is with `record` off. `early` gets the turn once,
    before anything is written. What is forgotten before that is not in the block; if something is forgotten after it,
    the block is not kept.
    """
    received = receive(knowledge, request, now=now, stores=early is None)
    answered = partial(
        _answered, knowledge, profile=profile, now=now, prefilter=prefilter, second_stage=second_stage, early=early
    )
    for _ in range(TRIES - 1):
        with suppress(ForgottenMeanwhile):
            return answered(received)
        received = look_again(knowledge, received)
    return answered(received)


def _answered(
    knowledge: KnowledgeGraph,
    received: Received,
    *,
    profile: BlockProfile,
    now: datetime,
    prefilter: BlockFilter | None,
    second_stage: SecondStage | None,
    early: Early | None,
) -> Turn:
    """The turn. Raises ForgottenMeanwhile when something that its block may say has been forgotten."""
    request, sections, policy = received.request, profile.sections, profile.policy
    index = index_for(knowledge, request.space, request.character)
    as_of = index.as_of
    question = ask(knowledge, index, received, profile.gather, now=now)
    candidates = candidates_of(knowledge.store, index, question, request.chat, profile.gather)

    labels, learned = {section.label for section in sections}, index.learned
    formula = profile.formula if learned is None else profile.formula.fitted(learned.by_term)
    ranked = [one for one in formula.score(candidates, question, now=now) if one.entry.label in labels]
    ranked, edges = known_only(knowledge.store, index, ranked, candidates.edges)
    ranked, told = _reordered(knowledge, index, received, question, ranked, second_stage, now=now)
    material = prepare(index, received, question, ranked, edges, sections, policy)
    material = with_rows(knowledge.store, index, material)
    selection = select(material, sections)
    notes = {section.name: section.note(material) for section in sections}
    budget = material.budget_tokens
    rendered = fit(selection.pieces, sections, material.history_count, budget, material.phrases, notes)

    names = {entity: index.names_of(entity)[0] for entity in question.named}
    items = _shown(rendered, material.scored, names, formula, told, learned, now=now)
    offered = rendered
    why: Mapping[str, str] = {}
    if prefilter is not None and request.record:
        why = _unneeded(prefilter, request.space, question, rendered, sections, now=now)
    if why:
        kept = [piece for piece in rendered.pieces if piece.id not in why]
        rendered = fit(kept, sections, material.history_count, budget, material.phrases, notes)
    removed = [
        replace(item, reason=f"left out by the pre-filter: {why[item.id] or 'of no use in this turn'}")
        for item in items
        if item.id in why
    ]
    items = [item for item in items if item.id not in why]
    if early is not None and request.record:
        knowledge.check_unforgotten(request.space, as_of)
        block = with_id(block_of(received, rendered, (), now=now))
        early(Turn(None, block, tuple(items), (), received.visible.first))
        received = receive(knowledge, request, now=now)
        if received.appended is not None and received.appended.new:
            as_of = as_of._replace(seq=as_of.seq + 1)  # That write was ours.
    near_misses = [NearMiss(each.id, each.label, each.score, each.terms, each.reason) for each in removed]
    missed = nearly_shown(ranked, selection, {piece.id for piece in offered.pieces}, policy)
    near_misses += [
        NearMiss(one.id, one.entry.label, round(one.score, 4), one.terms, f"left out: {in_words(reason)}")
        for one, reason in missed
    ]
    block = block_of(received, rendered, near_misses, now=now)
    turn = Turn(received.appended, block, tuple(items), tuple(near_misses), received.visible.first)
    if not request.record:
        return turn
    try:
        answered = keep(knowledge, request.space, block, items, removed, as_of=as_of)
    except ForgottenMeanwhile:
        if early is None:
            raise
        answered = with_id(block)
    return replace(turn, block=answered)


def _reordered(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    received: Received,
    question: Question,
    ranked: list[Scored],
    second_stage: SecondStage | None,
    *,
    now: datetime,
) -> tuple[list[Scored], Mapping[str, str]]:
    """The candidates in the second stage's order, one that was never judged moved up, and what is said of each move."""
    told: dict[str, str] = {}
    if second_stage is not None:
        ranked, moves = read_again(second_stage, knowledge.store, index, question, ranked, received.visible.ids)
        told = {id: told_move(move) for id, move in moves.items()}
    learned = index.learned
    if learned is not None and not learned.is_fixed and index.tries_out and received.request.record:
        ranked, tried = tried_out(ranked, received.visible.ids, f"{now.timestamp()}")
        told |= {tried: TOLD} if tried is not None else {}
    return ranked, told


def _unneeded(
    prefilter: BlockFilter,
    space: str,
    question: Question,
    rendered: Rendered,
    sections: Sequence[Section],
    *,
    now: datetime,
) -> Mapping[str, str]:
    """The items that the pre-filter takes out, each with the reason. It is not asked about fixed sections."""
    fixed = {section.name for section in sections if section.is_fixed}
    offered = {piece.id: piece.text.strip() for piece in rendered.pieces if piece.section not in fixed}
    removal = prefilter(space, question.text, question.before, offered, now=now) if offered else {}
    return {id: reason for id, reason in removal.items() if id in offered}


def _shown(
    rendered: Rendered,
    scored: Mapping[str, Scored],
    names: Mapping[str, str],
    formula: Formula,
    told: Mapping[str, str],
    learned: LearnedWeights | None,
    *,
    now: datetime,
) -> list[ShownItem]:
    def worth(piece: Piece) -> tuple[float, str]:
        return (-scored[piece.id].score if piece.id in scored else 0.0, piece.id)

    ranks = {piece.id: rank for rank, piece in enumerate(sorted(rendered.pieces, key=worth), start=1)}
    shown: list[ShownItem] = []
    for piece in rendered.pieces:
        one = scored.get(piece.id)
        reason = piece.reason or (formula.explain(one, names, now=now) if one else "")
        if piece.id in told:
            reason = f"{reason}, {told[piece.id]}"
        shown.append(
            ShownItem(
                piece.id,
                piece.label,
                piece.section,
                ranks[piece.id],
                round(one.score, 4) if one else 0.0,
                one.terms if one else {},
                reason,
                piece.tokens,
                piece.text,
                learned.chance(one.score) if one and learned else None,
            )
        )
    return shown
