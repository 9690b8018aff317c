"""What a verdict on a shown item is worth, both for its usefulness and for learning from verdicts."""

from __future__ import annotations

from math import log2

from graph.values.changes import Verdict

USEFUL = 1.0
HARMFUL = -1.0
UNUSED = -0.05  # Twenty times unused at the top cancel one use: most of a block is seldom used.


def exposure(rank: int) -> float:
    """How prominently the item of this rank (from 1) was shown: 1 for the first, .29 for the tenth, as in DCG."""
    return 1.0 / log2(1 + max(1, rank))


def worth(verdict: str | None, rank: int) -> float:
    """What a verdict on an item of this rank adds to its usefulness; 0 without one.

    An item far down may not have been looked at, so that not using it tells little.
    """
    match verdict:
        case Verdict.USEFUL:
            return USEFUL
        case Verdict.HARMFUL:
            return HARMFUL
        case Verdict.UNUSED:
            return UNUSED * exposure(rank)
    return 0.0
