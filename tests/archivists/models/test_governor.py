"""No hour costs more than its ceilings, in one space and in all, whichever process asks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from archivists.models.governor import ALL, METERS, Ceiling, Ceilings, Governor, Meter, Refused, Reserved
from graph.errors import TooLarge
from graph.store.backends import open_store

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
NEXT = datetime(2026, 3, 14, 10, 0, tzinfo=UTC)
WIDE = Ceiling(calls=1000, tokens=1_000_000)


def governor_with(*, space: Ceiling = WIDE, total: Ceiling = WIDE) -> Governor:
    """A governor over an empty store."""
    return Governor(open_store(":memory:"), Ceilings(space=space, total=total))


def test_calls_stop_at_the_ceiling() -> None:
    """The last call that fits is made; the next is told when the hour ends, and is not counted."""
    governor = governor_with(space=Ceiling(calls=2, tokens=1000))
    first, second, third = (governor.reserve("ada", 10, now=NOW) for _ in range(3))

    assert isinstance(first, Reserved) and isinstance(second, Reserved)
    assert third == Refused(NEXT, "space ada has made 2 of 2 model calls in this hour")
    assert governor.meters("ada", now=NOW)[0] == Meter(int(NOW.timestamp() // 3600), 2, 20)


@pytest.mark.parametrize(("tokens", "is_refused"), [(59, False), (60, False), (61, True)])
def test_tokens_stop_at_the_ceiling(tokens: int, is_refused: bool) -> None:
    """What a call can take at most has to fit, exactly."""
    governor = governor_with(space=Ceiling(calls=10, tokens=100))
    governor.reserve("ada", 40, now=NOW)

    assert isinstance(governor.reserve("ada", tokens, now=NOW), Refused) is is_refused


def test_all_spaces_share_one_ceiling() -> None:
    """A space with room of its own waits when the service has none."""
    governor = governor_with(total=Ceiling(calls=1, tokens=1000))
    governor.reserve("ada", 10, now=NOW)

    assert governor.reserve("bob", 10, now=NOW) == Refused(NEXT, "the service has made 1 of 1 model calls in this hour")


def test_half_of_an_hour_is_left_to_others() -> None:
    """What works under half of the ceilings is refused once half is used, and others still have the rest."""
    governor = governor_with(space=Ceiling(calls=3, tokens=1000))
    modest = Governor(governor._store, governor.ceilings.half)
    governor.reserve("ada", 10, now=NOW)

    assert isinstance(modest.reserve("ada", 10, now=NOW), Refused)
    assert isinstance(governor.reserve("ada", 10, now=NOW), Reserved)
    assert governor.ceilings.half == Ceilings(space=Ceiling(1, 500), total=Ceiling(500, 500_000))


def test_a_new_hour_begins_empty() -> None:
    """One millisecond before the hour nothing fits, on the hour everything does."""
    governor = governor_with(space=Ceiling(calls=1, tokens=1000))
    governor.reserve("ada", 10, now=NOW)

    assert isinstance(governor.reserve("ada", 10, now=NEXT - timedelta(milliseconds=1)), Refused)
    assert governor.reserve("ada", 10, now=NEXT) == Reserved("ada", int(NEXT.timestamp() // 3600), 10)


def test_what_was_reserved_is_settled() -> None:
    """A call counts with what it took, more or less than reserved, as long as its hour lasts."""
    governor = governor_with()
    first, second = governor.reserve("ada", 100, now=NOW), governor.reserve("ada", 100, now=NOW)
    assert isinstance(first, Reserved) and isinstance(second, Reserved)
    hour = first.hour

    governor.settle(first, 30)
    governor.settle(second, 130)
    assert governor.meters("ada", now=NOW) == (Meter(hour, 2, 160), Meter(hour, 2, 160))

    late = governor.reserve("ada", 50, now=NOW)
    governor.reserve("ada", 7, now=NEXT)
    assert isinstance(late, Reserved)
    governor.settle(late, 1)
    assert governor.meters("ada", now=NEXT) == (Meter(hour + 1, 1, 7), Meter(hour + 1, 1, 7))


def test_a_call_that_never_fits_is_an_error() -> None:
    """It would wait forever: somebody has to raise the ceiling."""
    with pytest.raises(TooLarge, match="up to 101 tokens does not fit under the ceiling of space ada, 100 tokens"):
        governor_with(space=Ceiling(calls=10, tokens=100)).reserve("ada", 101, now=NOW)
    with pytest.raises(TooLarge, match="0 calls an hour"):
        governor_with(total=Ceiling(calls=0, tokens=100)).reserve("ada", 1, now=NOW)


def test_processes_share_the_count() -> None:
    """Two governors on one store, as two processes have them, never admit more together than one may alone."""
    store = open_store(":memory:")
    admitted: list[Reserved | Refused] = []

    def work(space: str) -> None:
        governor = Governor(store, Ceilings(space=WIDE, total=Ceiling(calls=10, tokens=1000)))
        admitted.extend(governor.reserve(space, 10, now=NOW) for _ in range(8))

    threads = [Thread(target=work, args=(space,)) for space in ("ada", "bob", "eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(isinstance(each, Reserved) for each in admitted) == 10
    assert store.nodes(METERS, [ALL])[ALL].properties["calls"] == 10
    assert store.spaces() == {}
