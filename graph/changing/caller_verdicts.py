"""What a caller says of blocks: verdicts on the items that one showed, and whether the space learns from them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from graph.changing.apply import Applied, apply_changes
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, ReadDepth
from graph.values.changes import JudgePresentation, SetWeights, Verdict
from graph.values.codec import item_of
from graph.values.items import Author
from graph.values.learned_weights import LEARNED_ID, LearnedWeights, LearningOutcome

PRAISED = 3
"""A thumb up counts for the items of the best ranks: nobody says which helped, and not all of a block can have."""

SHOWN_MAX = 10_000
"""More items than any budget has room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What a caller knows of the reply to a block: which items it used and which misled it, or a thumb."""

    used: Collection[str] | None = None  # then all others were unused
    harmful: Collection[str] = ()
    is_good: bool | None = None  # a thumb for the whole: True up, False down

    def __post_init__(self) -> None:
        names_items = self.used is not None or bool(self.harmful)
        if names_items == (self.is_good is not None):
            raise BadInput("expected either used and harmful items, or a thumb")
        if both := sorted({*(self.used or ())} & {*self.harmful}):
            raise BadInput(f"{both[0]} is both used and harmful, expected one of them")


def judge_block(
    knowledge: KnowledgeGraph, space: str, block: str, feedback: Feedback, *, now: datetime, why: str = ""
) -> Applied:
    """Give the block's items a caller's verdicts, which archivists do not replace. Two reads and a write.

    Raises NotFound for a block that is not there, and for an item that it does not show.
    """
    knowledge.space(space)
    knowledge.block(space, block)
    edges = knowledge.store.edges(space, [block], [Kind.PRESENTED], SHOWN_MAX)
    ranks = {edge.target: rank for edge in edges if isinstance(rank := edge.properties.get("rank"), int)}
    verdicts = _verdicts(feedback, ranks)
    return apply_changes(
        knowledge,
        space,
        [
            JudgePresentation(block=block, items=tuple(items), verdict=verdict, author=Author.CALLER, why=why)
            for verdict, items in verdicts.items()
            if items
        ],
        now=now,
    )


def _verdicts(feedback: Feedback, ranks: Mapping[str, int]) -> dict[Verdict, list[str]]:
    shown = sorted(ranks, key=lambda id: (ranks[id], id))
    if feedback.is_good is not None:
        return {Verdict.USEFUL: shown[:PRAISED]} if feedback.is_good else {Verdict.UNUSED: shown}
    harmful = list(dict.fromkeys(feedback.harmful))
    if feedback.used is None:
        return {Verdict.HARMFUL: harmful}
    used = list(dict.fromkeys(feedback.used))
    named = {*used, *harmful}
    return {
        Verdict.USEFUL: used,
        Verdict.UNUSED: [id for id in shown if id not in named],
        Verdict.HARMFUL: harmful,
    }


def learned_weights(knowledge: KnowledgeGraph, space: str) -> LearnedWeights | None:
    """What verdicts have taught the space so far; None before a round has looked. Two reads. Raises NotFound."""
    knowledge.space(space)
    node = knowledge.store.nodes(space, [LEARNED_ID], ReadDepth.HEAD).get(LEARNED_ID)
    return None if node is None else item_of(node, LearnedWeights)


def set_learning(knowledge: KnowledgeGraph, space: str, *, is_on: bool, now: datetime) -> LearnedWeights:
    """Let the space learn again from its next round on, or keep it at the default weights. Raises NotFound."""
    before = learned_weights(knowledge, space)
    if is_on:
        now_on = before or LearnedWeights(outcome=LearningOutcome.RESET, updated_at=now)
        after = replace(now_on, is_fixed=False)
        knowledge.change_space(space, lambda held: replace(held, learned_at=None))
    else:
        after = LearnedWeights(outcome=LearningOutcome.RESET, is_fixed=True, updated_at=now)
    apply_changes(knowledge, space, [SetWeights(learned=after, author=Author.CALLER)], now=now)
    return after
