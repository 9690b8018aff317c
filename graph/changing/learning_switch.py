"""Lets callers say whether a space learns from its verdicts."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from graph.changing.apply import apply_changes
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import ReadDepth
from graph.values.changes import SetWeights
from graph.values.codec import item_of
from graph.values.items import Author
from graph.values.learned_weights import LEARNED_ID, LearnedWeights, LearningOutcome


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
