"""What a significant memory is worth by itself, whatever is asked: its importance, and how lately it was used."""

from __future__ import annotations

RECENCY_MAX = 2.0
RECENCY_PER_DAY = 0.1  # Docs: games. Nothing is left of it after 20 days.
PER_IMPORTANCE = 0.5

THRESHOLD = 2.0
"""Docs: games. Only what is worth more is shown. From importance 5 on that is every memory, used or not."""

DAY_SECONDS = 86_400.0


def recency(idle_seconds: float) -> float:
    """What is added for having been used so long ago: 2 right now, 0 from the 20th day on."""
    return min(RECENCY_MAX, max(0.0, RECENCY_MAX - RECENCY_PER_DAY * idle_seconds / DAY_SECONDS))


def worth_alone(importance: int, idle_seconds: float) -> float:
    """What a memory scores in a scene that has nothing to do with it."""
    return recency(idle_seconds) + PER_IMPORTANCE * importance
