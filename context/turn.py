"""A turn takes a message and returns a block: it reads, plans and commits.

It asks no model, unless settings name a reranker or a pre-filter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from context.block_profile import ASSISTANT, BlockProfile
from context.block_record import block_of, keep
from context.exchange import BlockFilter, NearMiss, ShownItem, Turn, TurnRequest, VisibleFrom
from context.gather.gathering import candidates_of
from context.gather.question import Question, ask
from context.gather.received import Received, store_lines, visible_of
from context.rendering import Rendered, fit
from context.score.formula import Formula, Scored, known_only
from context.score.second_stage import TOLD, SecondStage, read_again, tried_out
from context.score.second_stage import in_words as told_move
from context.select.preparing import prepare, with_rows
from context.select.section import Material
from context.select.selection import nearly_shown, select
from context.wording.pieces import Piece
from context.wording.reasons import in_words
from graph.errors import ForgottenMeanwhile
from graph.forgetting.expiry import shown_index
from graph.index.index_state import AsOf
from graph.index.space_index import SpaceIndex
from graph.intake.append import Appended
from graph.knowledge import KnowledgeGraph
from graph.values.speaker_clock import offset_of, on_clock, on_own_clock

T = TypeVar("T")

TRIES = 5
"""How often a turn is tried. It is tried again only when another process has dropped one of its items meanwhile."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a plan is made of: what was read, and how the items that were found are ranked."""

    received: Received
    as_of: AsOf  # the state of the index
    material: Material
    ranked: Sequence[Scored]  # best first
    moves: Mapping[str, str]  # item -> why it was moved up or down
    names: Mapping[str, str]  # of the entities of the question
    formula: Formula


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A turn of which nothing is stored, besides its lines at most."""

    request: TurnRequest
    turn: Turn
    removed: tuple[ShownItem, ...]  # by the pre-filter
    as_of: AsOf

    def with_lines(self, appended: Appended) -> TurnPlan:
        """The plan, now that its lines are stored and have ids."""
        block, first, ids = self.turn.block, self.turn.visible_from, appended.messages
        if first is not None and first.index is not None:
            first = VisibleFrom(ids[first.index], first.index)
            block = replace(block, visible_from=first.message)
        turn = replace(self.turn, appended=appended, block=replace(block, query=ids[-1]), visible_from=first)
        return replace(self, turn=turn)


def take_turn(
    knowledge: KnowledgeGraph,
    request: TurnRequest,
    *,
    profile: BlockProfile = ASSISTANT,
    now: datetime,
    prefilter: BlockFilter | None = None,
    second_stage: SecondStage | None = None,
) -> Turn:
    """Take a turn: see TurnSteps."""
    return TurnSteps(knowledge, profile, now, prefilter, second_stage).take(request)


@dataclass(frozen=True, slots=True)
class TurnSteps:
    """The steps of a turn, with what they need besides its request.

    The same graph, request and time give the same bytes. A `second_stage` reorders the best candidates, for one more
    read. A `prefilter` is asked last, unless `record` is off; what it takes out is kept with the block, as a near miss.
    """

    knowledge: KnowledgeGraph
    profile: BlockProfile
    now: datetime
    prefilter: BlockFilter | None
    second_stage: SecondStage | None

    def take(self, request: TurnRequest) -> Turn:
        """Store the lines, make the block for them and keep it; with `record` off, nothing is written.

        Two writes, and a number of reads that does not grow with the space. Raises NotFound for an unknown space.
        """
        appended = store_lines(self.knowledge, request, now=self.now) if request.lines and request.record else None
        known: Sequence[str | None] = appended.messages if appended is not None else ()
        if request.lines and not request.record:
            known = self.knowledge.recognise(request.space, request.lines, chat=request.chat)
        turn = _until_unforgotten(lambda: commit(self.knowledge, self.plan(request, known)))
        return replace(turn, appended=appended)

    def plan_ahead(self, request: TurnRequest, known: Sequence[str | None]) -> TurnPlan:
        """The plan of a turn whose block is given before anything is stored, without what is forgotten by now."""

        def unforgotten() -> TurnPlan:
            plan = self.plan(request, known)
            self.knowledge.check_unforgotten(request.space, plan.as_of)
            return plan

        return _until_unforgotten(unforgotten)

    def plan(self, request: TurnRequest, known: Sequence[str | None]) -> TurnPlan:
        """Read, and decide what the block says; `known` has the id of each line that is stored, else None."""
        reading = self.read(request, known)
        plan = plan_of(reading, self.profile, now=self.now)
        removed = self._unneeded(reading, plan) if self.prefilter is not None and request.record else {}
        return plan_of(reading, self.profile, now=self.now, removed=removed) if removed else plan

    def read(self, request: TurnRequest, known: Sequence[str | None]) -> Reading:
        """All that a plan is made of. Items are ranked here, since what is read depends on what ranks high."""
        store, profile = self.knowledge.store, self.profile
        index = shown_index(self.knowledge, request.space, chat=request.chat, character=request.character, now=self.now)
        policy = index.sizes.applied(profile.policy)
        asked_at = request.lines[-1].sent_at if request.lines and request.query is None else None
        now = on_clock(self.now, offset_of(on_own_clock(asked_at or self.now, index.zone)))
        as_of = index.as_of
        received = Received(request, known, visible_of(store, index, request, known))
        question = ask(self.knowledge.embedder, index, received, profile.gather, now=now)
        candidates = candidates_of(store, index, question, request.chat, profile.gather)

        labels, learned = {section.label for section in profile.sections}, index.learned
        formula = profile.formula if learned is None else profile.formula.fitted(learned.by_term)
        ranked = [one for one in formula.score(candidates, question, now=now) if one.entry.label in labels]
        ranked, edges = known_only(store, index, ranked, candidates.edges)
        ranked, moves = self._reordered(index, received, question, ranked)
        material = prepare(index, received, question, ranked, edges, profile.sections, policy)
        material = with_rows(store, index, material)
        names = {entity: index.names_of(entity)[0] for entity in question.named}
        return Reading(received, as_of, material, ranked, moves, names, formula)

    def _reordered(
        self, index: SpaceIndex, received: Received, question: Question, ranked: list[Scored]
    ) -> tuple[list[Scored], Mapping[str, str]]:
        """The candidates in the second stage's order, one that was never judged moved up, and why each was moved."""
        reasons: dict[str, str] = {}
        visible, learned = received.visible.ids, index.learned
        if self.second_stage is not None:
            ranked, moves = read_again(self.second_stage, self.knowledge.store, index, question, ranked, visible)
            reasons = {id: told_move(move) for id, move in moves.items()}
        if learned is not None and not learned.is_fixed and index.tries_out and received.request.record:
            ranked, tried = tried_out(ranked, visible, f"{self.now.timestamp()}")
            reasons |= {tried: TOLD} if tried is not None else {}
        return ranked, reasons

    def _unneeded(self, reading: Reading, plan: TurnPlan) -> Mapping[str, str]:
        """The items that the pre-filter takes out, each with the reason. It is not asked about fixed sections."""
        fixed = {section.name for section in self.profile.sections if section.is_fixed}
        offered = {item.id: item.text.strip() for item in plan.turn.items if item.section not in fixed}
        if not offered or self.prefilter is None:
            return {}
        question = reading.material.question
        removal = self.prefilter(plan.request.space, question.text, question.before, offered, now=self.now)
        return {id: reason for id, reason in removal.items() if id in offered}


def commit(knowledge: KnowledgeGraph, plan: TurnPlan) -> Turn:
    """Keep the block of a plan whose lines are stored; with `record` off, nothing is written.

    Raises ForgottenMeanwhile when something that the block may say has been forgotten since it was planned.
    """
    turn, request = plan.turn, plan.request
    if not request.record:
        return turn
    return replace(turn, block=keep(knowledge, request.space, turn.block, turn.items, plan.removed, as_of=plan.as_of))


def commit_given(knowledge: KnowledgeGraph, plan: TurnPlan) -> Turn:
    """Store the lines of a plan that was given ahead, and its block, unless it may say what was forgotten since."""
    plan = plan.with_lines(store_lines(knowledge, plan.request, now=plan.turn.block.created_at))
    with suppress(ForgottenMeanwhile):
        return commit(knowledge, plan)
    return plan.turn


def _until_unforgotten(attempt: Callable[[], T]) -> T:
    for _ in range(TRIES - 1):
        with suppress(ForgottenMeanwhile):
            return attempt()
    return attempt()


def plan_of(
    reading: Reading, profile: BlockProfile, *, now: datetime, removed: Mapping[str, str] | None = None
) -> TurnPlan:
    """The block of what was read, with the reason for each item; `removed` is what a pre-filter takes out. Pure."""
    received, material, why = reading.received, reading.material, removed or {}
    selection = select(material, profile.sections)
    notes = {section.name: section.note(material) for section in profile.sections}
    budget = material.budget_tokens
    offered = fit(selection.pieces, profile.sections, material.history_count, budget, material.phrases, notes)
    rendered = offered
    if why:
        kept = [piece for piece in offered.pieces if piece.id not in why]
        rendered = fit(kept, profile.sections, material.history_count, budget, material.phrases, notes)
    items = _items(reading, offered, now=now)
    out = [
        replace(item, reason=f"left out by the pre-filter: {why[item.id] or 'of no use in this turn'}")
        for item in items
        if item.id in why
    ]
    near_misses = [NearMiss(each.id, each.label, each.score, each.terms, each.reason) for each in out]
    missed = nearly_shown(reading.ranked, selection, {piece.id for piece in offered.pieces}, profile.policy)
    near_misses += [
        NearMiss(one.id, one.entry.label, round(one.score, 4), one.terms, f"left out: {in_words(reason)}")
        for one, reason in missed
    ]
    block = block_of(received, rendered, near_misses, now=now)
    items = [item for item in items if item.id not in why]
    turn = Turn(None, block, tuple(items), tuple(near_misses), received.visible.first)
    return TurnPlan(received.request, turn, tuple(out), reading.as_of)


def _items(reading: Reading, rendered: Rendered, *, now: datetime) -> list[ShownItem]:
    scored = reading.material.scored

    def worth(piece: Piece) -> tuple[float, str]:
        return (-scored[piece.id].score if piece.id in scored else 0.0, piece.id)

    ranks = {piece.id: rank for rank, piece in enumerate(sorted(rendered.pieces, key=worth), start=1)}
    shown: list[ShownItem] = []
    for piece in rendered.pieces:
        one = scored.get(piece.id)
        reason = piece.reason or (reading.formula.explain(one, reading.names, now=now) if one else "")
        if piece.id in reading.moves:
            reason = f"{reason}, {reading.moves[piece.id]}"
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
                rendered.stands_for.get(piece.id, 0),
                piece.text,
            )
        )
    return shown
