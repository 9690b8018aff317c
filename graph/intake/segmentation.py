"""Splits messages into conversations by the gaps between them, and by who joins in. Pure."""

from collections.abc import Sequence
from math import inf

from graph.values.items import Conversation

Group = tuple[list[Conversation], list[int]]
"""Stored conversations, oldest first, and the indices of new positions that belong together with them."""

PAIR = 2
"""This many people begin a conversation; whoever comes later joins it."""


def segment(
    positions: Sequence[float],
    stored: Sequence[Conversation],
    gap: float | None,
    *,
    senders: Sequence[str | None] | None = None,
) -> list[Group]:
    """The conversations that the new positions belong to, in order of time. O(n log n).

    Positions less than `gap` apart belong together (the rule of the CHIM mod); None never splits. A position between
    two conversations may join them, unless the caller has given both an id. Nothing joins a closed conversation after
    its end. The result does not depend on the order of the positions.

    With `senders` (None for one who takes no part) a conversation also ends where somebody joins the talk: the next
    conversation is between all of them.
    """
    spans = enumerate(stored, -len(stored))  # So that indices of stored ones are negative.
    ends = {index: each.last_position for index, each in enumerate(stored, -len(stored)) if each.is_closed}
    pieces = [(each.first_position, each.last_position, index) for index, each in spans]
    pieces += [(position, position, index) for index, position in enumerate(positions)]
    groups: list[Group] = []
    circle: set[str] = set()  # who has talked since the last silence
    reach, closed_at = 0.0, inf
    for first, last, index in sorted(pieces):
        old, sender = (stored[index], None) if index < 0 else (None, senders[index] if senders is not None else None)
        is_over = not groups or first > closed_at or (gap is not None and first - reach >= gap)
        is_joining = sender is not None and sender not in circle and len(circle) >= PAIR
        if is_over or is_joining or (old is not None and _is_apart(groups[-1][0], old, senders is not None)):
            groups.append(([], []))
            closed_at = inf
        if is_over:
            reach, circle = last, set()
        reach = max(reach, last)
        closed_at = ends.get(index, closed_at)
        if old is not None:
            groups[-1][0].append(old)
            circle.update(old.participants)
        else:
            groups[-1][1].append(index)
            circle.update(() if sender is None else (sender,))
    return [(olds, sorted(members)) for olds, members in groups if members]


def _is_apart(olds: Sequence[Conversation], old: Conversation, splits_on_joining: bool) -> bool:
    """Whether a stored conversation stays apart from those of the group, whatever the gap between them."""
    return bool(olds) and (splits_on_joining or bool(old.external_id and olds[-1].external_id))
