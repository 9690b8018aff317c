"""The governor: limits the calls and tokens of an hour, in one space and in all. Work above the limits waits.

The counts are in the graph, so that all processes on one store share them. They begin anew with each hour of the clock,
so that refused work knows when to come back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graph.errors import TooLarge
from graph.store.verbs import DropNode, Label, Node, Op, PutNode, Store, Value

METERS = "/meters"
"""The space that holds the meters: no space of a user begins with a slash."""

ALL = "all"


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What one hour may cost."""

    calls: int
    tokens: int

    @property
    def half(self) -> Ceiling:
        """Half of it."""
        return Ceiling(self.calls // 2, self.tokens // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """The hard ceilings: a request that would pass one of them is not made."""

    space: Ceiling
    total: Ceiling

    @property
    def half(self) -> Ceilings:
        """The ceilings of work that must leave room for other work: it is refused once half of a ceiling is used."""
        return Ceilings(space=self.space.half, total=self.total.half)


@dataclass(frozen=True, slots=True)
class Meter:
    """What an hour has cost so far."""

    hour: int  # since 1970
    calls: int = 0
    tokens: int = 0

    def at(self, hour: int) -> Meter:
        """This meter, or an empty one when its hour is over."""
        return self if self.hour == hour else Meter(hour)

    def plus(self, tokens: int) -> Meter:
        """The meter with one more call of this many tokens."""
        return Meter(self.hour, self.calls + 1, self.tokens + tokens)


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that may not be made now: the work waits, and may be tried again from this time on."""

    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Reserved:
    """A request that may be made, counted with the most tokens that it can take."""

    space: str
    hour: int
    tokens: int


def admit(meter: Meter, ceiling: Ceiling, tokens: int, *, whose: str) -> Refused | None:
    """None if one more call of this many tokens stays below the ceiling of the meter's hour. Pure.

    Raises TooLarge for a call that would not fit into an empty hour: it would wait forever.
    """
    if tokens > ceiling.tokens or ceiling.calls < 1:
        raise TooLarge(
            f"a model call of up to {tokens} tokens does not fit under the ceiling of {whose}, {ceiling.tokens} tokens "
            f"and {ceiling.calls} calls an hour; raise the ceiling, or let a round read less"
        )
    next_hour = datetime.fromtimestamp((meter.hour + 1) * 3600, UTC)
    if meter.calls + 1 > ceiling.calls:
        return Refused(next_hour, f"{whose} has made {meter.calls} of {ceiling.calls} model calls in this hour")
    if meter.tokens + tokens > ceiling.tokens:
        return Refused(
            next_hour,
            f"{whose} has used {meter.tokens} of {ceiling.tokens} tokens in this hour, {tokens} more do not fit",
        )
    return None


class Governor:
    """The meters of one store under their ceilings. Safe to use from any thread and process."""

    def __init__(self, store: Store, ceilings: Ceilings) -> None:
        self._store = store
        self.ceilings = ceilings

    def reserve(self, space: str, tokens: int, *, now: datetime) -> Reserved | Refused:
        """Count a call that may take this many tokens, or refuse it. One read and one write."""
        hour = _hour(now)

        def count(meter: Meter, ceiling: Ceiling, whose: str) -> Meter | Refused:
            return admit(meter.at(hour), ceiling, tokens, whose=whose) or meter.at(hour).plus(tokens)

        return self._count(space, count) or Reserved(space, hour, tokens)

    def settle(self, reserved: Reserved, tokens: int) -> None:
        """Correct the count of a reserved call to what it took, if its hour is not over. One read and one write."""

        def count(meter: Meter, ceiling: Ceiling, whose: str) -> Meter:
            more = tokens - reserved.tokens if meter.hour == reserved.hour else 0
            return replace(meter, tokens=meter.tokens + more)

        if tokens != reserved.tokens:
            self._count(reserved.space, count)

    def forget(self, space: str) -> None:
        """Drop the space's own meter. One write."""
        self._store.write(METERS, [DropNode(_own(space))])

    def meters(self, space: str, *, now: datetime) -> tuple[Meter, Meter]:
        """What this hour has cost in the space, and in all. One read."""
        total, own = (meter.at(_hour(now)) for meter, _ in self._read(space))
        return own, total

    def _count(self, space: str, count: Callable[[Meter, Ceiling, str], Meter | Refused]) -> Refused | None:
        """Count both meters in one write, or neither."""
        refused: Refused | None = None

        def decide() -> list[Op]:
            nonlocal refused
            total, own = self._read(space)
            mine = count(own[0], self.ceilings.space, f"space {space}")
            whole = mine if isinstance(mine, Refused) else count(total[0], self.ceilings.total, "the service")
            refused = whole if isinstance(whole, Refused) else None
            if isinstance(mine, Refused) or isinstance(whole, Refused):
                return []
            return [_put(ALL, whole, total[1]), _put(_own(space), mine, own[1])]

        self._store.write_alone(METERS, decide)
        return refused

    def _read(self, space: str) -> tuple[tuple[Meter, int], tuple[Meter, int]]:
        nodes = self._store.nodes(METERS, [ALL, _own(space)])
        return _meter(nodes.get(ALL)), _meter(nodes.get(_own(space)))


def _hour(at: datetime) -> int:
    return int(at.timestamp() // 3600)


def _own(space: str) -> str:
    return f"space:{space}"


def _meter(node: Node | None) -> tuple[Meter, int]:
    """The meter that a node holds, and the version to expect."""
    if node is None:
        return Meter(0), 0
    hour, calls, tokens = (node.properties[name] for name in ("hour", "calls", "tokens"))
    assert isinstance(hour, int) and isinstance(calls, int) and isinstance(tokens, int)
    return Meter(hour, calls, tokens), node.version


def _put(id: str, meter: Meter, version: int) -> PutNode:
    properties: dict[str, Value] = {"name": "meter", "hour": meter.hour, "calls": meter.calls, "tokens": meter.tokens}
    return PutNode(Label.METER, id, properties, expect=version)
