"""Runs of messages by the gaps between them: one message belongs to a conversation if it is near enough. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConversationSpan:
    """A stored conversation on its chat's clock."""

    id: str
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Group:
    """One conversation after the new positions are in: the spans it is made of, oldest first (none: it is new), and
    the indices of the new positions in it."""

    spans: tuple[ConversationSpan, ...]
    members: tuple[int, ...]


def segment(positions: Sequence[float], spans: Sequence[ConversationSpan], gap: float | None) -> list[Group]:
    """The conversations that new positions belong to, in order of time.

    Positions less than `gap` apart belong together (the time-gap rule of the CHIM mod); None never
    splits. A position between two spans may join them to one. Only groups with new positions are returned. The result
    does not depend on the order in which positions arrived: O(n log n).
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
