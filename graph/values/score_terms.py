"""What the named terms of a score, a verdict and a significant memory are worth by default."""

from dataclasses import dataclass, fields
from math import log2

from graph.values.changes import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each named term of a score is worth; all terms but usefulness and importance run from 0 to 1."""

    text: float = 1.0  # Shared words are the surest sign; every other weight is set against this one.
    vector: float = 1.4  # 0.4 where words are sure: more costs people's chats, less what is said in other words.
    graph: float = 0.15  # Of knowledge, not of messages: being near what was asked about supports a match.
    around: float = 0.5  # Words of the question that only the line's neighbours have: an answer repeats few of them.
    asked: float = 0.25  # The line before asks nearly the same question, so this line answers it.
    beside: float = 0.2  # The line right before or after is close to the question in meaning.
    named: float = 0.3  # "What did Sibbi say": his lines and what is known about him; vectors leave his name to this.
    sought: float = 0.1  # "Where?", "which book?", "when?": who answers says a name or a day; below any shared word.
    time: float = 0.2  # "What did I plan last week?": said at or near that time, or about it; 0 without a time.
    importance: float = 0.15  # -1..1 around the middle of its scale, so that an unjudged item gains nothing.
    salience: float = 0.05  # As above; feeling colours a memory but seldom answers a question.
    usefulness: float = 0.2  # -1..1; verdicts are evidence, but from other turns, with other questions.
    recency: float = 0.01  # The newest of equal matches comes first; more than this buries answers that are months old.
    shown: float = 0.08  # Less than one rare word in common, so that a block changes slowly but never sticks.
    role: float = 0.25  # -1 for an assistant without a name: its replies are long, and match everything.
    kind: float = 0.1  # A statement made to be known beats a line of talk with equal words.


TERMS = tuple(term.name for term in fields(Weights))
"""The names of the terms, in the order of every row of them."""

DIRECT_TERMS = frozenset({"text", "vector", "around", "asked", "beside", "time"})
"""The terms that make a message worth an excerpt: floors apply to the sum of these."""


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


RECENCY_MAX = 2.0
RECENCY_PER_DAY = 0.1  # Docs: games. Nothing is left after 20 days.
PER_IMPORTANCE = 0.5

MEMORY_WORTH = 2.0
"""Docs: games. A memory is shown only if it is worth more. From importance 5 on every memory is, used or not."""

DAY_SECONDS = 86_400.0


def recency_of_use(idle_seconds: float) -> float:
    """The bonus for having been used so long ago: 2 right now, 0 from the 20th day on."""
    return min(RECENCY_MAX, max(0.0, RECENCY_MAX - RECENCY_PER_DAY * idle_seconds / DAY_SECONDS))


def worth_alone(importance: int, idle_seconds: float) -> float:
    """What a memory scores in a scene that has nothing to do with it."""
    return recency_of_use(idle_seconds) + PER_IMPORTANCE * importance
