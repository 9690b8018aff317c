"""A turn: a message arrives, a block returns. No model is asked for anything."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from context.block_filter import BlockFilter, taken_out
from context.gather.gathering import Question, ask, lines_around, measure, neighbourhood, read_rows, search, seeds_of
from context.gather.visible import Spoken, Visible, VisibleFrom, visible_of
from context.gather.walk import walk
from context.rendering import Rendered, fit
from context.score.scoring import Scored, Surroundings, best_line, bound_first, by_room, explain, lines_tokens, score
from context.select.history_cover import HistoryCover, cover
from context.select.selection import Material, Missed, nearly_shown, select
from context.turn_policy import TurnPolicy
from context.wording.pieces import SECTION_LABELS, Piece, Section
from graph.errors import BadInput, NotFound
from graph.index.space_index import SpaceIndex
from graph.intake.append import Appended
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph, Presented
from graph.store.verbs import FACT, MESSAGE, SUMMARY, Edge, Kind, Label
from graph.text.identification import told
from graph.values.changes import Verdict
from graph.values.codec import item_of
from graph.values.items import KEY_INFO_ID, Block, FactStatus
from languages.language import Phrases
from languages.registry import READ_AS

__all__ = ["NearMiss", "ShownItem", "Turn", "TurnRequest", "VisibleFrom", "read_turn", "take_turn"]

SHOWN_MAX = 10_000
"""More items than any budget has room for."""

_STATED_IN: Final = Kind.STATED_IN
_COVERS: Final = Kind.COVERS

TOLD_CHARS = 2000
"""What is looked at to tell the language: function words and letters decide within a few lines."""

AGAINST_MAX = 3
"""Contradictions of one fact that are told with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """What a caller sends when it is the assistant's turn."""

    space: str
    lines: tuple[Line, ...] = ()
    chat: str = ""
    visible: int | None = None  # the assistant will see the last so many messages of the chat; None: the lines sent
    query: str | None = None  # what the block is for; None: the last line
    budget_tokens: int = 2048
    record: bool = True
    key: str | None = None  # an Idempotency-Key for the lines

    def __post_init__(self) -> None:
        if self.budget_tokens < 0:
            raise BadInput(f"budget_tokens {self.budget_tokens} is below 0")
        if self.visible is not None and self.visible < 0:
            raise BadInput(f"visible {self.visible} is below 0")


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item of a block with why it is there."""

    id: str
    label: Label
    section: str
    rank: int  # from 1, by score
    score: float  # 0 for what no question brought up: key info, the history
    terms: Mapping[str, float]
    reason: str  # in words
    tokens: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An item that was nearly shown, with why it was not."""

    id: str
    label: Label
    score: float
    terms: Mapping[str, float]
    reason: str  # in words


@dataclass(frozen=True, slots=True)
class Turn:
    """The answer to a turn."""

    appended: Appended | None  # None when nothing was to be stored
    block: Block
    items: tuple[ShownItem, ...]  # in the order of the block
    near_misses: tuple[NearMiss, ...]  # best first
    visible_from: VisibleFrom | None


def take_turn(
    knowledge: KnowledgeGraph,
    request: TurnRequest,
    *,
    policy: TurnPolicy,
    now: datetime,
    prefilter: BlockFilter | None = None,
) -> Turn:
    """The lines are stored and the block for them is made and kept; with `record` off, nothing at all is written.

    Two writes around at most five reads (visible messages, edges three times, rows; one more where facts are disputed).
    The same graph, request and time give the same bytes. Raises NotFound for an unknown space.

    A `prefilter` is asked last, unless `record` is off: what it takes out is kept with the block, as of no use in it.
    """
    space, lines = request.space, request.lines
    appended: Appended | None = None
    known: Sequence[str | None] = ()
    if lines and request.record:
        appended = knowledge.append(space, lines, chat=request.chat, now=now, key=request.key)
        known = appended.messages
    elif lines:
        known = knowledge.recognise(space, lines, chat=request.chat)
    index = knowledge.index(space)
    sight = visible_of(knowledge, space, request.chat, request.visible, lines, known)
    asked = known[-1] if known else None

    question = _ask(knowledge, index, request, sight, policy=policy, now=now)
    ranked, edges = _rank(knowledge, index, request, question, policy=policy, now=now)
    best = best_line(ranked, sight.ids)
    chosen = bound_first(by_room(ranked, policy), policy.least(best))
    material = _material(knowledge, index, request, _Found(sight, asked, question, chosen, best, edges), policy)
    selection = select(material, request.budget_tokens, policy)
    rendered = fit(selection.pieces, material.history_count, request.budget_tokens, material.phrases)

    names = {entity: index.names_of(entity)[0] for entity in question.named}
    scored = {one.id: one for one in ranked}
    items = _shown(rendered, scored, names, policy=policy, now=now)
    missed = nearly_shown(ranked, selection, {piece.id for piece in rendered.pieces}, policy)
    near_misses = tuple(map(_near_miss, missed))
    removed: tuple[ShownItem, ...] = ()
    if prefilter is not None and request.record and (why := taken_out(prefilter, space, question, rendered, now=now)):
        kept = [piece for piece in rendered.pieces if piece.id not in why]
        rendered = fit(kept, material.history_count, request.budget_tokens, material.phrases)
        removed = tuple(replace(item, reason=_removal(why[item.id])) for item in items if item.id in why)
        items = tuple(item for item in items if item.id not in why)
        near_misses = (
            *(NearMiss(item.id, item.label, item.score, item.terms, item.reason) for item in removed),
            *near_misses,
        )
    block = _block(request, rendered, near_misses, sight=sight, asked=asked, now=now)
    if request.record:
        presented = [*map(_presented, items), *(replace(_presented(item), verdict=Verdict.UNUSED) for item in removed)]
        block = knowledge.record_block(space, block, presented)
    return Turn(appended, block, items, near_misses, sight.first)


def read_turn(knowledge: KnowledgeGraph, space: str, block_id: str) -> Turn:
    """A stored block with its reasons and near misses. Items dropped since are left out. Two reads.

    Raises NotFound.
    """
    node = knowledge.store.nodes(space, [block_id]).get(block_id)
    if node is None or node.label is not Label.BLOCK:
        raise NotFound(f"block {block_id!r} is not in space {space!r}")
    block = item_of(node, Block)
    edges = {edge.target: edge for edge in knowledge.store.edges(space, [block_id], [Kind.PRESENTED], SHOWN_MAX)}
    items = tuple(_read_item(edges[id]) for id in block.shown if id in edges)
    near_misses = tuple(
        NearMiss(miss["id"], Label(miss["label"]), miss["score"], miss["terms"], miss["reason"])
        for miss in json.loads(block.near_misses)
    )
    first = None if block.visible_from is None else VisibleFrom(block.visible_from, None)
    return Turn(None, block, items, near_misses, first)


def _ask(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    request: TurnRequest,
    sight: Visible,
    *,
    policy: TurnPolicy,
    now: datetime,
) -> Question:
    """The question of this turn: the one given, or the last line, with the visible lines before it."""
    seen = sight.lines or tuple(Spoken(line.speaker, line.body) for line in request.lines[-1:])
    if request.query is None:
        text, before = (seen[-1].body if seen else ""), seen[:-1]
    else:
        text, before = request.query, seen
    before = before[-policy.before_lines :] if policy.before_lines else ()
    speakers = [line.speaker for line in (*before, *seen[-1:])]
    return ask(knowledge, index, text, before, speakers, policy=policy, now=now)


def _rank(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    request: TurnRequest,
    question: Question,
    *,
    policy: TurnPolicy,
    now: datetime,
) -> tuple[list[Scored], list[Edge]]:
    hits = search(index, question, policy)
    best = hits.best()
    seeds = seeds_of(question, best, policy)
    found = index.entries([id for id, _ in best])
    facts = [id for id, entry in found.items() if entry.label is FACT]
    messages = [id for id, entry in found.items() if entry.label is MESSAGE]
    beside = lines_around(index, messages, policy)
    # Where no fact has to do with the question at all, the lines are not asked for theirs.
    lines = {*messages, *beside[: policy.noted_lines_max]} if facts else set()
    edges = neighbourhood(knowledge.store, request.space, seeds, facts, lines, policy)
    near = walk(edges.walked, seeds, damping=policy.walk_damping, rounds=policy.walk_rounds)
    stated = sorted({edge.source for edge in edges.edges if edge.kind is _STATED_IN and edge.target in lines})
    candidates = measure(index, question, hits, found, near, [*beside, *stated], policy)
    senders = {entry.sender for entry in candidates.entries if entry.sender}
    speakers = {
        sender: entity
        for sender in sorted(senders)
        for entity in index.entities_named(sender)
        if entity in question.named
    }
    around = Surroundings(near, edges.edges, speakers, frozenset(index.last_shown(request.chat)))
    ranked = score(candidates, question, around, policy=policy, now=now)
    return [one for one in ranked if one.entry.label in policy.ranked], list(edges.edges)


@dataclass(frozen=True, slots=True)
class _Found:
    sight: Visible
    asked: str | None
    question: Question
    ranked: Sequence[Scored]
    best_line: float
    edges: Sequence[Edge]


def _material(
    knowledge: KnowledgeGraph, index: SpaceIndex, request: TurnRequest, found: _Found, policy: TurnPolicy
) -> Material:
    """What selection needs beyond the ranking: the cover of the history, the texts, and who says what already."""
    budget, visible = request.budget_tokens, found.sight.ids
    lines = lines_tokens(found.ranked, visible, policy.least(found.best_line), policy)
    parts = cover(
        index,
        visible,
        policy,
        summaries_tokens_max=policy.room(policy.shares.summaries, budget, lines),
        recent_tokens_max=int(budget * policy.shares.recent),
    )
    sources: dict[str, list[str]] = defaultdict(list)
    stated: dict[str, list[str]] = defaultdict(list)
    covered_by: dict[str, list[str]] = defaultdict(list)
    for edge in found.edges:
        if edge.kind is _STATED_IN:
            sources[edge.source].append(edge.target)
            stated[edge.target].append(edge.source)
        elif edge.kind is _COVERS and (edge.properties.get("dossier") or not edge.properties.get("brief")):
            covered_by[edge.target].append(edge.source)
    wanted = _wanted(request, found, parts, policy)
    likely = set(wanted)
    entries = [one.entry for one in found.ranked if one.id in likely]
    summaries = [entry.id for entry in entries if entry.label is SUMMARY]
    holders = {id: frozenset(index.above(id)) for id in (*summaries, *parts.summaries)}
    below = _below(index, parts.older, frozenset[str]().union(*holders.values()))
    around = {entry.container for entry in entries if entry.container is not None}.difference(holders)
    holders |= {id: frozenset(index.above(id)) for id in around}
    against = _against(knowledge, request.space, found.ranked, wanted)
    ranked = {one.id for one in found.ranked}
    tellers = (fact for id in wanted for fact in stated.get(id, ()) if fact in ranked)
    others = (id for ids in (*below.values(), *against.values()) for id in ids)
    rows = read_rows(knowledge.store, index, [*wanted, *tellers, *others])
    spoken = {id for fact in rows if fact in sources for id in sources[fact]}
    chats = {one.entry.chat for one in found.ranked if one.entry.label is MESSAGE}
    return Material(
        # Asked from outside, with nothing visible, a space's only chat needs no name on each date.
        chat=chats.pop() if len(chats) == 1 and not visible else request.chat,
        asked=found.asked,
        visible=visible,
        phrases=_phrases_for(f"{found.question.before}\n{found.question.text}"),
        history_count=index.message_count() - len(visible),
        ranked=found.ranked,
        best_line=found.best_line,
        lines_tokens=lines,
        cover=parts,
        rows=rows,
        stems=found.question.stems,
        sources=sources,
        stated=stated,
        spoken=index.entries(sorted(spoken)),
        covered_by=covered_by,
        against=against,
        holders=holders,
        below=below,
    )


def _wanted(request: TurnRequest, found: _Found, parts: HistoryCover, policy: TurnPolicy) -> list[str]:
    """What may be shown: half as many again as there is room for, since some will say the same."""
    budget = request.budget_tokens
    wanted = [KEY_INFO_ID, *reversed(parts.summaries), *reversed(parts.recent)]
    left = budget * 3 // 2 - parts.tokens
    for one in found.ranked:
        if left <= 0 or len(wanted) >= policy.rows_max:
            break
        is_strong = one.direct >= policy.excerpt_floor if one.entry.label is MESSAGE else one.score >= policy.floor
        if one.id not in found.sight.ids and is_strong:
            wanted.append(one.id)
            left -= min(one.entry.tokens, policy.excerpt_tokens_max) + policy.line_tokens
    more = 4 + max(0, left) // (2 * policy.line_tokens)
    wanted += [*parts.older[::-1][:more], *parts.earlier[::-1][:more]]
    return wanted


def _below(index: SpaceIndex, older: Sequence[str], holding: Set[str]) -> dict[str, list[str]]:
    """What stands in for older summaries that hold one which may be shown by itself: the summaries right below them."""
    below: dict[str, list[str]] = {}
    pending = [id for id in older if id in holding]
    while pending:
        id = pending.pop()
        entries = index.entries(index.children(id))
        below[id] = [child for child, entry in entries.items() if entry.label is SUMMARY]
        pending += [child for child in below[id] if child in holding]
    return below


def _phrases_for(text: str) -> Phrases:
    """Those of the language that the end of the text tells."""
    return (told(text[-TOLD_CHARS:]) or READ_AS[0]).phrases


def _against(
    knowledge: KnowledgeGraph, space: str, ranked: Sequence[Scored], wanted: Sequence[str]
) -> dict[str, list[str]]:
    """What contradicts each disputed fact among the wanted. One read where there is one, else none."""
    ids = {one.id for one in ranked if one.entry.label is FACT and one.entry.status == FactStatus.DISPUTED}
    ids.intersection_update(wanted)
    against: dict[str, list[str]] = defaultdict(list)
    for edge in knowledge.store.edges(space, sorted(ids), [Kind.CONTRADICTS], AGAINST_MAX) if ids else ():
        against[edge.source].append(edge.target)
        against[edge.target].append(edge.source)
    return against


def _shown(
    rendered: Rendered, scored: Mapping[str, Scored], names: Mapping[str, str], *, policy: TurnPolicy, now: datetime
) -> tuple[ShownItem, ...]:
    def worth(piece: Piece) -> tuple[float, str]:
        return (-scored[piece.id].score if piece.id in scored else 0.0, piece.id)

    ranks = {piece.id: rank for rank, piece in enumerate(sorted(rendered.pieces, key=worth), start=1)}
    shown: list[ShownItem] = []
    for piece in rendered.pieces:
        one = scored.get(piece.id)
        reason = piece.reason or (explain(one, names, policy=policy, now=now) if one else "")
        shown.append(
            ShownItem(
                piece.id,
                piece.label,
                piece.section.value,
                ranks[piece.id],
                round(one.score, 4) if one else 0.0,
                one.terms if one else {},
                reason,
                piece.tokens,
            )
        )
    return tuple(shown)


def _presented(item: ShownItem) -> Presented:
    return Presented(item.id, item.rank, item.section, item.score, item.terms, item.reason, item.tokens)


def _removal(why: str) -> str:
    return f"left out by the pre-filter: {why or 'of no use in this turn'}"


def _near_miss(miss: Missed) -> NearMiss:
    one = miss.one
    return NearMiss(one.id, one.entry.label, round(one.score, 4), one.terms, f"left out: {miss.reason}")


def _block(
    request: TurnRequest,
    rendered: Rendered,
    near_misses: Sequence[NearMiss],
    *,
    sight: Visible,
    asked: str | None,
    now: datetime,
) -> Block:
    misses = [
        {"id": miss.id, "label": miss.label, "score": miss.score, "terms": miss.terms, "reason": miss.reason}
        for miss in near_misses
    ]
    return Block(
        id="",
        chat=request.chat,
        query=asked or "",
        body=rendered.text,
        tokens=rendered.tokens,
        budget_tokens=request.budget_tokens,
        shown=tuple(piece.id for piece in rendered.pieces),
        near_misses=json.dumps(misses, ensure_ascii=False),
        left_out_count=rendered.left_out_count,
        visible_from=sight.first.message if sight.first and sight.first.message else None,
        created_at=now,
    )


def _read_item(edge: Edge) -> ShownItem:
    kept = edge.properties
    return ShownItem(
        edge.target,
        SECTION_LABELS[Section(str(kept["section"]))],
        str(kept["section"]),
        int(str(kept["rank"])),
        float(str(kept["score"])),
        json.loads(str(kept["terms"])),
        str(kept["reason"]),
        int(str(kept["tokens"])),
    )
