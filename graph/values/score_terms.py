"""The named terms of a score, as they are kept with blocks, and what each of them is worth by default."""

from __future__ import annotations

from dataclasses import dataclass, fields


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
