"""Splits messages into conversations by the gaps between them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from graph.values.items import Conversation

Group = tuple[list[Conversation], list[int]]
"""Stored conversations, oldest first, and the indices of new positions that belong together with them."""


def segment(positions: Sequence[float], stored: Sequence[Conversation], gap: float | None) -> list[Group]:
    """The conversations that the new positions belong to, in order of time. O(n log n).

    Positions less than `gap` apart belong together (the rule of the CHIM mod); None never splits. A position between
    two conversations may join them. Nothing joins a closed conversation behind its end. The result does not depend on
    the order of the positions.
    """
    spans = enumerate(stored, -len(stored))  # So that indices of stored ones are negative.
    ends = {index: each.last_position for index, each in enumerate(stored, -len(stored)) if each.is_closed}
    pieces = [(each.first_position, each.last_position, index) for index, each in spans]
    pieces += [(position, position, index) for index, position in enumerate(positions)]
    groups: list[Group] = []
    reach, closed_at = 0.0, inf
    for first, last, index in sorted(pieces):
        if not groups or first > closed_at or (gap is not None and first - reach >= gap):
            groups.append(([], []))
            reach, closed_at = last, inf
        reach = max(reach, last)
        closed_at = ends.get(index, closed_at)
        if index < 0:
            groups[-1][0].append(stored[index])
        else:
            groups[-1][1].append(index)
    return [(olds, sorted(members)) for olds, members in groups if members]
