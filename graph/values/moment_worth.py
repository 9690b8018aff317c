"""What a significant memory is worth whatever is asked: its importance, and how recently it was used."""

from __future__ import annotations

RECENCY_MAX = 2.0
RECENCY_PER_DAY = 0.1  # Docs: games. Nothing is left after 20 days.
PER_IMPORTANCE = 0.5

THRESHOLD = 2.0
"""Docs: games. A memory is shown only if it is worth more. From importance 5 on every memory is, used or not."""

DAY_SECONDS = 86_400.0


def recency(idle_seconds: float) -> float:
    """The bonus for having been used so long ago: 2 right now, 0 from the 20th day on."""
    return min(RECENCY_MAX, max(0.0, RECENCY_MAX - RECENCY_PER_DAY * idle_seconds / DAY_SECONDS))


def worth_alone(importance: int, idle_seconds: float) -> float:
    """What a memory scores in a scene that has nothing to do with it."""
    return recency(idle_seconds) + PER_IMPORTANCE * importance
