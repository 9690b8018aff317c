"""Applies verdicts on items that were shown, and what is learned from them."""

from collections.abc import Mapping
from dataclasses import replace

from graph.changing.graph_draft import ChangeBatch, Properties
from graph.errors import NotFound
from graph.store.verbs import Kind
from graph.values.changes import JudgePresentation, SetWeights, Verdict
from graph.values.codec import item_of
from graph.values.items import Author, Block, Entity, Fact, Message, Reflection, SignificantMemory, Summary
from graph.values.learned_weights import LEARNED_ID, LearnedWeights, LearningOutcome
from graph.values.score_terms import worth

JUDGED_BY = "judged_by"
"""Who gave the verdict, if that was a caller: archivists leave it as it is."""


def judge_presentation(batch: ChangeBatch, change: JudgePresentation) -> str:
    """See JudgePresentation. Raises NotFound if the block did not show the item."""
    block = batch.get(change.block, Block)
    ids = [batch.resolve(item) for item in change.items]
    batch.draft.read_edges([block.id], [Kind.PRESENTED])
    batch.draft.read_edges([block.query], [Kind.HELPED_WITH])
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
        before, rank = _text(shown_as.get("verdict")), _rank(shown_as)
        gain = worth(change.verdict, rank) - worth(before, rank)
        if isinstance(item, Message | Summary | Entity | Fact | Reflection | SignificantMemory):
            batch.draft.change(item, replace(item, usefulness=item.usefulness + gain))
            _note_help(batch, id, block.query, before=before, after=change.verdict)
    return f"{change.verdict.capitalize()} in block {block.id}: {judged} of {len(block.shown)} items"


def _note_help(batch: ChangeBatch, item: str, message: str, *, before: str | None, after: Verdict) -> None:
    """Note that the item helped with the message, since it may help with similar ones. The message may not be stored.

    Only a verdict that replaces "useful" removes the note, since another block for the message may have made it.
    """
    is_noted = batch.draft.edge(item, Kind.HELPED_WITH, message) is not None
    if after is Verdict.USEFUL and not is_noted and batch.draft.node(message) is not None:
        batch.draft.link(item, Kind.HELPED_WITH, message)
    elif is_noted and before == Verdict.USEFUL and after is not Verdict.USEFUL:
        batch.draft.unlink(item, Kind.HELPED_WITH, message)


def set_weights(batch: ChangeBatch, change: SetWeights) -> str:
    """See SetWeights."""
    node, learned = batch.draft.node(LEARNED_ID), change.learned
    if node is None:
        batch.draft.make(learned)
    else:
        batch.draft.change(item_of(node, LearnedWeights), learned)
    return f"{_TOLD[learned.outcome]}: {learned.verdicts} verdicts in {learned.blocks} blocks"


_TOLD: Mapping[LearningOutcome, str] = {
    LearningOutcome.TOO_FEW: "Default weights, too little to learn from",
    LearningOutcome.NO_BETTER: "Default weights, others are not clearly better",
    LearningOutcome.CONTRADICTORY: "Default weights without usefulness, since verdicts speak against all relevance",
    LearningOutcome.UNRELATED: "Default weights without usefulness, since verdicts do not tell relevance from chance",
    LearningOutcome.ADOPTED: "Learned weights",
    LearningOutcome.RESET: "Default weights, as was asked",
}


def _signature(change: JudgePresentation) -> Properties:
    return {JUDGED_BY: str(Author.CALLER)} if change.author is Author.CALLER else {}


def _rank(shown_as: Properties) -> int:
    rank = shown_as.get("rank")
    return rank if isinstance(rank, int) else 1


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
