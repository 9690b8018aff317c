"""Reads what weights are learned from: blocks with judged items, and the terms and ranks at which they were shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, ReadDepth
from graph.values.changes import Verdict
from graph.values.codec import item_of
from graph.values.items import Block
from graph.values.presented import unpacked

BLOCKS_MAX = 400
"""The newest blocks: some ten thousand judged items, more than fifteen weights need; about 8 MB while they are read."""

BLOCKS_MIN = 20
"""With fewer blocks nothing is learned: no weight can be told from chance."""

PAGE = 50
"""Blocks whose edges are read at once."""

ITEMS_MAX = 500
"""More items than a block of the largest budget in use shows."""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """An item of a block with its verdict."""

    item: str
    rank: int  # from 1
    terms: Mapping[str, float]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block that has verdicts."""

    id: str
    rows: tuple[JudgedRow, ...]


def read_judged_blocks(knowledge: KnowledgeGraph, space: str) -> tuple[JudgedBlock, ...] | None:
    """The newest blocks with verdicts on what their questions brought up, oldest first; None if there are few blocks.

    One read for the blocks, and one for each 50 of them.
    """
    nodes = knowledge.store.find(space, Label.BLOCK, order="-created_at", limit=BLOCKS_MAX, reading=ReadDepth.HEAD)
    if len(nodes) < BLOCKS_MIN:
        return None
    found: list[JudgedBlock] = []
    blocks = [item_of(node, Block) for node in reversed(nodes)]
    for start in range(0, len(blocks), PAGE):
        page = {block.id: block for block in blocks[start : start + PAGE]}
        rows: dict[str, list[JudgedRow]] = {id: [] for id in page}
        terms = {id: dict(zip(block.shown, unpacked(block.scores), strict=False)) for id, block in page.items()}
        for edge in knowledge.store.edges(space, [*page], [Kind.PRESENTED], ITEMS_MAX):
            verdict, rank = edge.properties.get("verdict"), edge.properties.get("rank")
            row = terms[edge.source].get(edge.target) if edge.source in page else None
            if row and isinstance(verdict, str) and isinstance(rank, int):
                rows[edge.source].append(JudgedRow(edge.target, rank, row, Verdict(verdict)))
        found += [JudgedBlock(id, tuple(sorted(rows[id], key=lambda row: row.rank))) for id in page if rows[id]]
    return tuple(found)
