"""Keeps track of imported messages, which rounds skip until somebody asks them to read imports."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from graph.values.items import Space


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages in order of arrival: those after one id, up to and including another."""

    after: str
    to: str

    def holds(self, id: str) -> bool:
        """Whether the message is one of them."""
        return self.after < id <= self.to


def unread_imports(space: Space) -> Iterator[Stretch]:
    """The imported messages that no round has read, oldest first. All are older than `rounded_to`."""
    ends = iter(space.waiting)
    yield from map(Stretch, ends, ends)


def to_read_again(space: Space) -> Iterator[Stretch]:
    """The messages that rounds have read and will read once more, oldest first."""
    ends = iter(space.again)
    yield from map(Stretch, ends, ends)


def with_again(space: Space, ids: Iterable[str], gone: Collection[str]) -> Space:
    """The space whose rounds will read these messages again, except those that are gone or were not read yet. Pure."""
    wanted = {stretch.to for stretch in to_read_again(space)} | {id for id in ids if id <= space.rounded_to}
    kept = sorted(id for id in wanted - set(gone) if not is_waiting(space, id))
    return replace(space, again=tuple(end for id in kept for end in (_before(id), id)))


def is_waiting(space: Space, id: str) -> bool:
    """Whether the message was imported and no round has read it."""
    return any(stretch.holds(id) for stretch in unread_imports(space))


def is_unread(space: Space, stretch: Stretch) -> bool:
    """Whether a round may start with this stretch: every message before it is read, or is an unread import."""
    stretches = (*to_read_again(space), *unread_imports(space))
    return stretch.after == space.rounded_to or any(stretch.after == each.after for each in stretches)


def with_import(space: Space, last: str) -> Space:
    """The space after an import up to this message. Unread messages before it now wait with the import. Pure."""
    is_more = space.waiting[-1:] == (space.rounded_to,)
    begun = space.waiting[:-1] if is_more else (*space.waiting, space.rounded_to)
    return replace(space, waiting=(*begun, last), rounded_to=last)


def with_read(space: Space, *, after: str, to: str) -> Space:
    """The space after a round has read the messages after one id, up to another. Pure.

    Also correct if an import arrived while the round was running.
    """
    rest: list[str] = []
    for stretch in unread_imports(space):
        start = max(stretch.after, to) if stretch.after == after else stretch.after
        rest += [start, stretch.to] if start < stretch.to else []
    again = tuple(end for each in to_read_again(space) if each.after != after for end in (each.after, each.to))
    return replace(space, waiting=tuple(rest), again=again, rounded_to=max(space.rounded_to, to))


def _before(id: str) -> str:
    """The end of a stretch that holds this message only."""
    return f"{id[0]}{int(id[1:]) - 1:0{len(id) - 1}d}"
