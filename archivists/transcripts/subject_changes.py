"""Where the subject of a talk changes: how far the likeness of neighbouring texts falls."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

WINDOW = 2
"""How many texts on each side are compared: one alone may say little."""


def subject_changes(vectors: Sequence[Sequence[float]]) -> list[float]:
    """How much the subject changes before each text, 0 to 1; the first is 0. Pure."""
    alike = [_cosine(vectors[max(0, at - WINDOW) : at], vectors[at : at + WINDOW]) for at in range(1, len(vectors))]
    depths = [0.0, *((_peak(alike[at::-1]) + _peak(alike[at:])) / 2 - each for at, each in enumerate(alike))]
    deepest = max(depths, default=0.0)
    return [depth / deepest for depth in depths] if deepest > 0 else [0.0] * len(vectors)


def _peak(alike: Sequence[float]) -> float:
    """How high likeness rises before it first falls."""
    high = alike[0]
    for each in alike[1:]:
        if each < high:
            break
        high = each
    return high


def _cosine(before: Sequence[Sequence[float]], behind: Sequence[Sequence[float]]) -> float:
    one, other = ([sum(column) for column in zip(*side, strict=True)] for side in (before, behind))
    length = sqrt(sum(x * x for x in one) * sum(x * x for x in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / length if length else 0.0
