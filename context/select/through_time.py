"""The order in which lines are chosen if a question asks for a course of events: from each part of its time in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from context.score.formula import Scored
from graph.store.verbs import MESSAGE

STRETCHES = 5
"""Three to six did equally well; more brought in lines that have nothing to do with the question."""


def through_time(ranked: Sequence[Scored], visible: Set[str]) -> list[Scored]:
    """The best line of each stretch of time before the second best of any; everything else keeps its place. Pure.

    All stretches are equally long, from the first line found to the last.
    """
    places = [place for place, one in enumerate(ranked) if one.entry.label is MESSAGE and one.id not in visible]
    lines = [ranked[place] for place in places]
    first = min((one.entry.at_ms for one in lines), default=0)
    length = max((one.entry.at_ms for one in lines), default=0) - first + 1
    taken: Counter[int] = Counter()
    turns: list[int] = []
    for one in lines:
        stretch = (one.entry.at_ms - first) * STRETCHES // length
        turns.append(taken[stretch])
        taken[stretch] += 1
    ordered = list(ranked)
    for place, at in zip(places, sorted(range(len(lines)), key=lambda at: turns[at]), strict=True):
        ordered[place] = lines[at]
    return ordered
