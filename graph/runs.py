"""The messages of each conversation in their order, so that the lines beside one are found without a search."""

from __future__ import annotations

from array import array
from bisect import bisect_left


class Runs:
    """For each conversation its messages by (position, id). A message is told by all three."""

    def __init__(self) -> None:
        self._runs: dict[str, tuple[array[float], list[str]]] = {}

    def put(self, conversation: str, position: float, id: str) -> None:
        """The message stands in its place. Costs least at the end, where messages mostly come."""
        positions, ids = self._runs.setdefault(conversation, (array("d"), []))
        at = _place(positions, ids, position, id)
        positions.insert(at, position)
        ids.insert(at, id)

    def drop(self, conversation: str, position: float, id: str) -> None:
        """The message is gone from the place where it was put."""
        positions, ids = self._runs[conversation]
        at = _place(positions, ids, position, id)
        del positions[at], ids[at]
        if not ids:
            del self._runs[conversation]

    def around(self, conversation: str, position: float, id: str, reach: int) -> tuple[list[str], list[str]]:
        """At most `reach` messages before this one and as many behind it, each the nearest first."""
        positions, ids = self._runs[conversation]
        at = _place(positions, ids, position, id)
        return ids[max(0, at - reach) : at][::-1], ids[at + 1 : at + 1 + reach]


def _place(positions: array[float], ids: list[str], position: float, id: str) -> int:
    if not positions or position > positions[-1]:
        return len(positions)
    at = bisect_left(positions, position)
    while at < len(ids) and positions[at] == position and ids[at] < id:
        at += 1
    return at
