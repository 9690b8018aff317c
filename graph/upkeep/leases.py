"""Leases: which worker may do the next round of a space, and until when. A space has one round at a time.

A lease is a compare-and-set on the space's node. Different machines may write and read the deadline. If their clocks
differ, a worker waits too long or takes over too early, which wastes a round. Two rounds can never both take effect,
since the write at the end of a round checks the lease.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from graph.errors import LeaseLost
from graph.intake.import_backlog import Stretch, is_unread
from graph.knowledge import KnowledgeGraph
from graph.values.items import Space
from graph.values.write_plan import WritePlan

RETRY_SECONDS = 30.0
"""The wait after the first failure of a round. It doubles with each further failure."""

RETRY_SECONDS_MAX = 3600.0

ATTEMPTS_MAX = 5
"""After this many failures a round is set aside: it runs only if somebody asks for it."""


def claim(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    seconds: float,
    stretch: Stretch | None = None,
) -> Space | None:
    """Give `owner` the lease until `now + seconds`; None if another worker has it. One read, one write.

    The round reads `stretch`, unless an earlier attempt has started with other messages: all attempts of a round read
    the same ones, so that a model is asked and paid only once. None if another worker has read the stretch meanwhile.

    An expired lease is taken over and counts as a failed attempt: otherwise a round that kills its worker would kill
    one worker after the other.
    """

    def decide(plan: WritePlan) -> Space | None:
        held = plan.space
        if held.lease_owner is not None:
            if held.lease_until is not None and held.lease_until > now:
                return None
            error = f"worker {held.lease_owner} did not finish its round before its lease expired"
            held = replace(held, attempts=held.attempts + 1, last_error=error)
        if stretch is not None and held.round_at is None:
            if not is_unread(held, stretch):
                return None
            held = replace(held, round_after=stretch.after, round_to=stretch.to, round_at=now)
        plan.space = replace(held, lease_owner=owner, lease_until=now + timedelta(seconds=seconds))
        return plan.space

    return knowledge.change(space, decide)


def end_of_others(knowledge: KnowledgeGraph, space: str, *, owner: str, now: datetime) -> None:
    """End the lease, unless its owner's name begins with `owner`, the name of the only process that writes the store.

    Any other owner no longer runs. One read, and one write if there was such a lease.
    """

    def ended(held: Space) -> Space:
        is_of_other = held.lease_owner is not None and not held.lease_owner.startswith(owner)
        return replace(held, lease_until=now) if is_of_other else held

    knowledge.change_space(space, ended)


def cut_short(knowledge: KnowledgeGraph, space: str, *, owner: str, read_to: str) -> Space:
    """Let the round of `owner` end with this message. Raises LeaseLost. One read, one write."""

    def decide(held: Space) -> Space:
        check_lease(held, owner)
        return replace(held, round_to=read_to)

    return knowledge.change_space(space, decide)


def check_lease(space: Space, owner: str) -> None:
    """Raises LeaseLost unless the lease is `owner`'s."""
    if space.lease_owner != owner:
        raise LeaseLost(f"worker {space.lease_owner} has the lease of space {space.name!r}, expected {owner}")


def renew(knowledge: KnowledgeGraph, space: str, *, owner: str, now: datetime, seconds: float) -> bool:
    """Extend the lease until `now + seconds`; False if it is not `owner`'s. One read, one write."""
    until = now + timedelta(seconds=seconds)
    held = _change_if_held(knowledge, space, owner, lambda held: replace(held, lease_until=until))
    return held.lease_owner == owner


def release(knowledge: KnowledgeGraph, space: str, *, owner: str) -> None:
    """Free the lease if it is `owner`'s."""
    _change_if_held(knowledge, space, owner, _without_lease)


def give_up(knowledge: KnowledgeGraph, space: str, *, owner: str, error: str, now: datetime) -> Space:
    """Record a failed round: its error and the time of the next attempt. Frees the lease."""

    def failed(held: Space) -> Space:
        attempts = held.attempts + 1
        wait = timedelta(seconds=min(RETRY_SECONDS * 2 ** (attempts - 1), RETRY_SECONDS_MAX))
        return replace(_without_lease(held), attempts=attempts, last_error=error[:500], retry_at=now + wait)

    return _change_if_held(knowledge, space, owner, failed)


def put_off(knowledge: KnowledgeGraph, space: str, *, owner: str, reason: str, until: datetime) -> Space:
    """Postpone a round that has not failed; this does not count as an attempt. Records the reason; frees the lease."""

    def waiting(held: Space) -> Space:
        return replace(_without_lease(held), last_error=reason[:500], retry_at=until)

    return _change_if_held(knowledge, space, owner, waiting)


def is_set_aside(space: Space) -> bool:
    """Whether the space's round has failed so often that only a person can start it again."""
    return space.attempts >= ATTEMPTS_MAX


def _change_if_held(knowledge: KnowledgeGraph, space: str, owner: str, change: Callable[[Space], Space]) -> Space:
    return knowledge.change_space(space, lambda held: change(held) if held.lease_owner == owner else held)


def _without_lease(space: Space) -> Space:
    return replace(space, lease_owner=None, lease_until=None)
