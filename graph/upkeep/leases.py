"""Who may do the next round of a space: a compare-and-set on its node, with a deadline. One round at a time.

Deadlines are written by one machine's clock and read by another's. Clocks that differ make a worker wait longer or take
over too early, which wastes a round; they never let two rounds land, since landing asks whose the lease is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from graph.errors import LeaseLost
from graph.intake.import_backlog import Stretch, is_unread
from graph.knowledge import KnowledgeGraph
from graph.values.items import Space
from graph.values.write_plan import WritePlan

RETRY_SECONDS = 30.0
"""The wait after a round's first failure; it doubles with each further one."""

RETRY_SECONDS_MAX = 3600.0

ATTEMPTS_MAX = 5
"""After so many failures a round is set aside until somebody asks for it: it blocks nothing and stays visible."""


def claim(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    seconds: float,
    stretch: Stretch | None = None,
) -> Space | None:
    """The lease is `owner`'s until `now + seconds`; None while another holds it. One read, one write.

    The round is to read `stretch`, unless an earlier try has settled on another: what has come since waits for the
    next round, so that each try asks a model the same and pays for it once. None, too, when another has read it.

    A lease that ran out is taken over, and counts as a failure: a round that ends its worker each time would otherwise
    end one worker after the other.
    """

    def decide(plan: WritePlan) -> Space | None:
        held = plan.space
        if held.lease_owner is not None:
            if held.lease_until is not None and held.lease_until > now:
                return None
            told = f"the worker {held.lease_owner} did not come back from a round"
            held = replace(held, attempts=held.attempts + 1, last_error=told)
        if stretch is not None and held.round_at is None:
            if not is_unread(held, stretch):
                return None
            held = replace(held, round_after=stretch.after, round_to=stretch.to, round_at=now)
        plan.space = replace(held, lease_owner=owner, lease_until=now + timedelta(seconds=seconds))
        return plan.space

    return knowledge.change(space, decide)


def cut_short(knowledge: KnowledgeGraph, space: str, *, owner: str, read_to: str) -> Space:
    """The round of `owner` reads up to this message only. Raises LeaseLost. One read, one write."""

    def decide(held: Space) -> Space:
        check_lease(held, owner)
        return replace(held, round_to=read_to)

    return knowledge.change_space(space, decide)


def check_lease(space: Space, owner: str) -> None:
    """Raises LeaseLost unless the lease is `owner`'s."""
    if space.lease_owner != owner:
        raise LeaseLost(f"the lease of space {space.name!r} is {space.lease_owner}'s, expected {owner}'s")


def renew(knowledge: KnowledgeGraph, space: str, *, owner: str, now: datetime, seconds: float) -> bool:
    """The lease is `owner`'s until `now + seconds` if it was `owner`'s; whether it was. One read, one write."""
    until = now + timedelta(seconds=seconds)
    held = _change_if_held(knowledge, space, owner, lambda held: replace(held, lease_until=until))
    return held.lease_owner == owner


def release(knowledge: KnowledgeGraph, space: str, *, owner: str) -> None:
    """The lease is free if `owner` held it; nothing else changes."""
    _change_if_held(knowledge, space, owner, _without_lease)


def give_up(knowledge: KnowledgeGraph, space: str, *, owner: str, error: str, now: datetime) -> Space:
    """A round has failed: its error and the time of the next try stand on the space, and the lease is free."""

    def failed(held: Space) -> Space:
        attempts = held.attempts + 1
        wait = timedelta(seconds=min(RETRY_SECONDS * 2 ** (attempts - 1), RETRY_SECONDS_MAX))
        return replace(_without_lease(held), attempts=attempts, last_error=error[:500], retry_at=now + wait)

    return _change_if_held(knowledge, space, owner, failed)


def put_off(knowledge: KnowledgeGraph, space: str, *, owner: str, reason: str, until: datetime) -> Space:
    """A round waits for something that is not its fault: the reason and the time stand on the space, the lease is free.

    It counts as no attempt, so that a full purse or a busy provider never sets a space aside.
    """

    def waiting(held: Space) -> Space:
        return replace(_without_lease(held), last_error=reason[:500], retry_at=until)

    return _change_if_held(knowledge, space, owner, waiting)


def is_set_aside(space: Space) -> bool:
    """Whether the space's round has failed so often that only a person starts it again."""
    return space.attempts >= ATTEMPTS_MAX


def _change_if_held(knowledge: KnowledgeGraph, space: str, owner: str, change: Callable[[Space], Space]) -> Space:
    """The space, changed if the lease is `owner`'s and as it was if not."""
    return knowledge.change_space(space, lambda held: change(held) if held.lease_owner == owner else held)


def _without_lease(space: Space) -> Space:
    return replace(space, lease_owner=None, lease_until=None)
