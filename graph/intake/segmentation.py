"""Splits messages into conversations by the gaps between them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConversationSpan:
    """The time that a stored conversation spans, on its chat's clock."""

    id: str
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Group:
    """One conversation: stored spans and new positions that belong together."""

    spans: tuple[ConversationSpan, ...]  # oldest first; none if the conversation is new
    members: tuple[int, ...]  # indices of the new positions


def segment(positions: Sequence[float], spans: Sequence[ConversationSpan], gap: float | None) -> list[Group]:
    """The conversations that the new positions belong to, in order of time. O(n log n).

    Positions less than `gap` apart belong together (the rule of the CHIM mod); None never splits. A position between
    two spans may join them. The result does not depend on the order of the positions.
    """
    pieces: list[tuple[float, float, ConversationSpan | int]] = [(span.first, span.last, span) for span in spans]
    pieces += [(position, position, index) for index, position in enumerate(positions)]
    pieces.sort(key=lambda piece: (piece[0], piece[1], piece[2] if isinstance(piece[2], int) else -1))
    runs: list[list[ConversationSpan | int]] = []
    reach = 0.0
    for first, last, piece in pieces:
        if runs and (gap is None or first - reach < gap):
            runs[-1].append(piece)
            reach = max(reach, last)
        else:
            runs.append([piece])
            reach = last
    groups = [
        Group(
            tuple(piece for piece in run if isinstance(piece, ConversationSpan)),
            tuple(sorted(piece for piece in run if isinstance(piece, int))),
        )
        for run in runs
    ]
    return [group for group in groups if group.members]
