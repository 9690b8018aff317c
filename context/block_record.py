"""Stores blocks and reads them again, with the reason for each item and with the near misses."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from context.exchange import NearMiss, ShownItem, Turn, VisibleFrom
from context.gather.received import Received
from context.rendering import Rendered
from graph.changing.caller_verdicts import SHOWN_MAX
from graph.index.index_state import AsOf
from graph.knowledge import KnowledgeGraph, with_id
from graph.store.verbs import Edge, Kind, Label, ReadDepth
from graph.values.changes import Verdict
from graph.values.items import Block
from graph.values.presented import Presented, packed, unpacked


def block_of(received: Received, rendered: Rendered, near_misses: Sequence[NearMiss], *, now: datetime) -> Block:
    """The block of a turn, as it is stored; without an id if it is not recorded."""
    first = received.visible.first
    missed = [(each.id, each.label, each.score, each.reason) for each in near_misses]
    block = Block(
        id="",
        chat=received.request.chat,
        query=received.asked or "",
        question=received.request.query or "",
        body=rendered.text,
        tokens=rendered.tokens,
        budget_tokens=received.request.budget_tokens,
        shown=tuple(piece.id for piece in rendered.pieces),
        quotes=tuple(id for piece in rendered.pieces for id in piece.quotes),
        near_misses=json.dumps(missed, ensure_ascii=False),
        missed_scores=packed([miss.terms for miss in near_misses]),
        left_out_count=rendered.left_out_count,
        visible_from=first.message if first and first.message else None,
        character=received.request.character or "",
        replaces=received.request.replaces,
        created_at=now,
    )
    return with_id(block) if received.request.record else block


def keep(
    knowledge: KnowledgeGraph,
    space: str,
    block: Block,
    items: Sequence[ShownItem],
    removed: Sequence[ShownItem],
    *,
    as_of: AsOf,
) -> Block:
    """Store the block with its items, and judge those `removed` from it as unused. One write.

    A second write marks its significant memories as accessed now. Raises ForgottenMeanwhile if something that it may
    say was forgotten since `as_of`.
    """
    presented = [_presented(item) for item in items]
    presented += [replace(_presented(item), verdict=Verdict.UNUSED) for item in removed]
    kept = knowledge.record_block(space, block, presented, as_of=as_of)
    knowledge.access(space, [item.id for item in items if item.label is Label.MEMORY], now=block.created_at)
    return kept


def read_turn(knowledge: KnowledgeGraph, space: str, block_id: str) -> Turn:
    """A stored block with its reasons and near misses. Items dropped since are left out. Three reads.

    Raises NotFound.
    """
    store = knowledge.store
    block = knowledge.block(space, block_id)
    edges = {edge.target: edge for edge in store.edges(space, [block_id], [Kind.PRESENTED], SHOWN_MAX)}
    heads = store.nodes(space, [id for id in block.shown if id in edges], ReadDepth.HEAD)
    terms = dict(zip(block.shown, unpacked(block.scores), strict=False))  # Items taken out come last.
    items = tuple(_read_item(edges[id], heads[id].label, terms.get(id, {})) for id in block.shown if id in heads)
    misses = zip(json.loads(block.near_misses), unpacked(block.missed_scores), strict=False)
    near_misses = tuple(
        NearMiss(id, Label(label), score, missed, reason) for (id, label, score, reason), missed in misses
    )
    first = None if block.visible_from is None else VisibleFrom(block.visible_from, None)
    return Turn(None, block, items, near_misses, first)


def _presented(item: ShownItem) -> Presented:
    return Presented(
        item.id, item.rank, item.section, item.score, item.terms, item.reason, item.tokens, item.stands_for
    )


def _read_item(edge: Edge, label: Label, terms: Mapping[str, float]) -> ShownItem:
    kept = edge.properties
    verdict = kept.get("verdict")
    return ShownItem(
        edge.target,
        label,
        str(kept["section"]),
        int(str(kept["rank"])),
        float(str(kept["score"])),
        terms,
        str(kept["reason"]),
        int(str(kept["tokens"])),
        int(str(kept.get("stands_for", 0))),
        verdict=None if verdict is None else Verdict(str(verdict)),
    )
