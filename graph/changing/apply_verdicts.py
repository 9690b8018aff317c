"""Applies verdicts on items that were shown."""

from __future__ import annotations

from dataclasses import replace

from graph.changing.change_batch import ChangeBatch
from graph.changing.draft import Properties
from graph.errors import NotFound
from graph.store.verbs import Kind
from graph.values.changes import JudgePresentation
from graph.values.items import Author, Block, Entity, Fact, Message, Reflection, SignificantMemory, Summary
from graph.values.verdict_worth import worth

JUDGED_BY = "judged_by"
"""Who gave the verdict, if that was a caller: archivists leave it as it is."""


def judge_presentation(batch: ChangeBatch, change: JudgePresentation) -> str:
    """See JudgePresentation. Raises NotFound if the block did not show the item."""
    block = batch.get(change.block, Block)
    ids = [batch.resolve(item) for item in change.items]
    batch.draft.read_edges([block.id], [Kind.PRESENTED])
    judged = 0
    for id, item in batch.draft.items(ids).items():
        shown_as = batch.draft.edge(block.id, Kind.PRESENTED, id)
        if shown_as is None:
            raise NotFound(f"block {block.id} does not show {id}; judge only items that it shows")
        if shown_as.get(JUDGED_BY) and change.author is not Author.CALLER:
            continue
        judged += 1
        kept = {**shown_as, "verdict": str(change.verdict), **_signature(change)}
        batch.draft.link(block.id, Kind.PRESENTED, id, kept)
        gain = worth(change.verdict, _rank(shown_as)) - worth(_text(shown_as.get("verdict")), _rank(shown_as))
        if gain and isinstance(item, Message | Summary | Entity | Fact | Reflection | SignificantMemory):
            batch.draft.change(item, replace(item, usefulness=item.usefulness + gain))
    return f"{change.verdict.capitalize()} in block {block.id}: {judged} of {len(block.shown)} items"


def _signature(change: JudgePresentation) -> Properties:
    return {JUDGED_BY: str(Author.CALLER)} if change.author is Author.CALLER else {}


def _rank(shown_as: Properties) -> int:
    rank = shown_as.get("rank")
    return rank if isinstance(rank, int) else 1


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
