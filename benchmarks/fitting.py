"""Questions as matrices of score terms: the figures that weights reach on them, and a search for weights. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from context.score.weighted_sum import DIRECT
from context.select.block_policy import BlockPolicy
from graph.values.score_terms import TERMS

Row = NDArray[np.float64]
Mask = NDArray[np.bool_]

BUDGET_TOKENS = 1024 - 48  # Headings, dates of conversations and the line about what is left out take about 48.
STEPS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.4, 1.7, 2.0)
GAIN_MIN = 0.05  # In points. A smaller gain is noise.
PASSES_MAX = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with the messages that came up for it."""

    space: str
    terms: NDArray[np.float64]  # a row for each message, a column for each of TERMS
    tokens: Row
    evidence: Sequence[int]  # rows
    evidence_count: int  # including what did not come up
    ids: Sequence[str] = ()  # of the messages
    words: Mapping[str, float] = field(default_factory=dict)  # of the question, each with its weight in the space


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over questions, in percent."""

    first: float  # recall@1
    ten: float  # recall@10
    shown: float  # evidence in excerpts of 1,024 tokens, estimated from lengths

    @property
    def mean(self) -> float:
        """The figure by which weights are chosen."""
        return (self.ten + self.shown) / 2


class Questions:
    """Questions of one set and embedder, ready for any weights: all their messages in one table, side by side."""

    def __init__(self, asked: Sequence[Asked], policy: BlockPolicy) -> None:
        self.asked = asked
        self._policy = policy
        lengths = np.array([len(one.tokens) for one in asked])
        self._starts = starts = np.cumsum(lengths) - lengths
        self._terms = np.concatenate([one.terms for one in asked]).T.astype(np.float32)
        self._tokens = np.concatenate([one.tokens for one in asked])
        self._question = np.repeat(np.arange(len(asked)), lengths)
        pairs = [(at, starts[at] + row) for at, one in enumerate(asked) for row in one.evidence]
        self._asked_at = np.array([at for at, _ in pairs], dtype=np.intp)
        self._evidence = np.array([row for _, row in pairs], dtype=np.intp)
        # Each piece of evidence is compared with all messages of its question.
        self._rivals = np.concatenate([np.arange(starts[at], starts[at] + lengths[at]) for at in self._asked_at])
        self._piece = np.repeat(np.arange(len(pairs)), lengths[self._asked_at])

    def reached(self, weights: Row) -> NDArray[np.float64]:
        """For each question (a row) recall@1, recall@10 and the part of its evidence shown, with these weights."""
        scores = weights.astype(np.float32) @ self._terms
        costs, is_shown = self._costs(weights)
        is_better = scores[self._rivals] > scores[self._evidence][self._piece]
        rivals, pieces = self._rivals[is_better], self._piece[is_better]
        count = len(self._evidence)
        places = np.bincount(pieces, minlength=count)
        before = np.bincount(pieces, weights=np.where(is_shown, costs, 0)[rivals], minlength=count)
        fits = is_shown[self._evidence] & (before + costs[self._evidence] <= BUDGET_TOKENS)
        wanted = np.array([one.evidence_count for one in self.asked])
        hits = (places < 1, places < 10, fits)
        return np.column_stack(
            [np.bincount(self._asked_at, weights=hit, minlength=len(wanted)) / wanted for hit in hits]
        )

    def _costs(self, weights: Row) -> tuple[Row, Mask]:
        """How much of the budget each message would take, and which may be shown at all, by the rules of `select`."""
        policy = self._policy
        direct = np.where(DIRECT, weights, 0).astype(np.float32) @ self._terms
        best = np.maximum.reduceat(np.append(direct, 0.0), self._starts)  # A question may have no messages.
        part = direct / np.maximum(best, 1e-9)[self._question]
        cap = np.where(part >= policy.answer_part, policy.answer_tokens_max, policy.excerpt_tokens_max)
        is_shown = (direct >= policy.excerpt_floor) & (part >= policy.excerpt_part)
        return np.minimum(self._tokens, cap) + policy.line_tokens, is_shown


def figures(questions: Questions, weights: Row, spaces: frozenset[str] | None = None) -> Figures:
    """What these weights reach on all questions, or only on those of `spaces`."""
    reached = questions.reached(weights)
    if spaces is not None:
        reached = reached[[one.space in spaces for one in questions.asked]]
    return Figures(*(100 * reached.mean(axis=0)).tolist())


Parts = Mapping[str, Sequence[tuple[Questions, frozenset[str] | None]]]
"""Set -> its questions, once for each embedder, with the spaces that count; None for all."""


def choose(parts: Parts, start: Row, free: Sequence[str]) -> Row:
    """The weights with the best mean over sets, found by trying steps for one term after another from `start`.

    Only the terms in `free` change. A greater weight must gain something, so that a useless term gets 0.
    """

    def worth(weights: Row) -> float:
        means = [np.mean([figures(one, weights, spaces).mean for one, spaces in held]) for held in parts.values()]
        return float(np.mean(means))

    weights, best = start.copy(), worth(start)
    for _ in range(PASSES_MAX):
        before = best
        for term in free:
            at = TERMS.index(term)
            for step in STEPS:
                tried = weights.copy()
                tried[at] = step
                found = worth(tried)
                # A smaller weight need only be as good; a greater one must gain something.
                if found > best + GAIN_MIN or (step < weights[at] and found >= best):
                    weights, best = tried, found
        if best <= before + GAIN_MIN:
            break
    return weights
