"""What an import brought waits: rounds begin behind it, and read it only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from graph.values.items import Space


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages in the order of their arrival: those behind one id, up to another."""

    after: str
    to: str

    def holds(self, id: str) -> bool:
        """Whether a message is among them."""
        return self.after < id <= self.to


def stretches(space: Space) -> Iterator[Stretch]:
    """What waits in the space, the oldest first. All of it is older than `rounded_to`."""
    ends = iter(space.waiting)
    yield from map(Stretch, ends, ends)


def is_waiting(space: Space, id: str) -> bool:
    """Whether the message is one that rounds have passed over."""
    return any(stretch.holds(id) for stretch in stretches(space))


def is_unread(space: Space, stretch: Stretch) -> bool:
    """Whether a round may begin where this stretch does: everything before is read, or waits."""
    return stretch.after == space.rounded_to or any(stretch.after == each.after for each in stretches(space))


def with_import(space: Space, last: str) -> Space:
    """The space after an import up to this message: it waits, and so does what was unread before it. Pure."""
    is_more = space.waiting[-1:] == (space.rounded_to,)
    begun = space.waiting[:-1] if is_more else (*space.waiting, space.rounded_to)
    return replace(space, waiting=(*begun, last), rounded_to=last)


def with_read(space: Space, *, after: str, to: str) -> Space:
    """The space when a round has read what is behind one message, up to another. Pure.

    What waits from there on waits no longer, also if the import came while the round was under way.
    """
    rest: list[str] = []
    for stretch in stretches(space):
        start = max(stretch.after, to) if stretch.after == after else stretch.after
        rest += [start, stretch.to] if start < stretch.to else []
    return replace(space, waiting=tuple(rest), rounded_to=max(space.rounded_to, to))
