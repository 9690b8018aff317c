"""What comes faster than it can be answered is refused soon, and what is accepted is answered soon."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from api.http import admission
from api.http.admission import AT_ONCE, FREE, KEY_SECONDS_MAX, WAITING_MAX, Admission, FailedKeys


def run(told: Callable[[Admission], Awaitable[None]]) -> None:
    """Run it in a loop of its own."""
    asyncio.run(told(Admission()))  # type: ignore[arg-type]


async def never() -> Message:
    """A caller that stays."""
    await asyncio.Event().wait()
    raise AssertionError


async def left() -> Message:
    """A caller that has left."""
    return {"type": "http.disconnect"}


async def full(places: Admission, space: str = "busy") -> None:
    """All places are taken."""
    for _ in range(AT_ONCE):
        assert await places.enter(space, never)


def test_spaces_take_turns() -> None:
    """A space with many requests does not hold up another's one; within a space, who came first is first."""

    async def told(places: Admission) -> None:
        await full(places)
        order: list[str] = []

        async def ask(space: str, name: str) -> None:
            assert await places.enter(space, never)
            order.append(name)

        asked = [asyncio.create_task(ask("busy", f"busy {number}")) for number in range(3)]
        asked.append(asyncio.create_task(ask("quiet", "quiet")))
        for _ in range(4):
            await asyncio.sleep(0)
            places.leave()
        await asyncio.gather(*asked)
        assert order == ["busy 0", "quiet", "busy 1", "busy 2"]

    run(told)


def test_no_place_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has waited long enough is refused, and its place in the queue is free: the next one gets in."""
    monkeypatch.setattr(admission, "WAIT_SECONDS_MAX", 0.01)

    async def told(places: Admission) -> None:
        await full(places)
        assert not await places.enter("a", never)
        for _ in range(AT_ONCE):
            places.leave()
        await full(places)

    run(told)


def test_caller_that_has_left_is_not_answered() -> None:
    """Nothing is done for it, and it keeps nobody from a place."""

    async def told(places: Admission) -> None:
        await full(places)
        assert not await places.enter("a", left)
        places.leave()
        assert await places.enter("b", never)

    run(told)


def test_too_many_wait() -> None:
    """The next is refused at once, since each that waits keeps its body in memory."""

    async def told(places: Admission) -> None:
        await full(places)
        waiting = [asyncio.create_task(places.enter("a", never)) for _ in range(WAITING_MAX)]
        await asyncio.sleep(0)
        assert not await places.enter("b", never)
        for each in waiting:
            each.cancel()

    run(told)


def test_refusal_says_when_to_come_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that finds no place is a problem with `Retry-After`, and stores nothing; other routes answer meanwhile."""
    monkeypatch.setattr(admission, "AT_ONCE", 0)
    monkeypatch.setattr(admission, "WAITING_MAX", 0)
    turn = client.post("/v1/spaces/ada/turns", json={"messages": [{"role": "user", "content": "Hello."}]})

    assert (turn.status_code, turn.headers["Retry-After"]) == (503, "1")
    assert "more to do than it can" in turn.json()["detail"]
    assert client.get("/v1/spaces/ada").json()["message_count"] == 0


ADA, BO = ("10.0.0.1", 5000), ("10.0.0.2", 5000)


def test_wrong_keys_in_a_row_wait() -> None:
    """The first ones are answered at once, then one a second, whatever port they come from."""
    failed, now, waits = FailedKeys(), 100.0, []
    for number in range(300):
        waits.append(failed.wait_seconds((ADA[0], number), now))
        now += waits[-1]

    assert waits[:FREE] == [0.0] * FREE
    assert waits[FREE:] == [1.0] * (300 - FREE)
    assert failed.wait_seconds(BO, now) == 0.0


def test_many_at_once_wait_no_longer_than_said() -> None:
    """Answers to keys that are sent side by side come one after another, up to a limit."""
    failed = FailedKeys()

    waits = [failed.wait_seconds(ADA, 100.0) for _ in range(FREE + 100)]

    assert waits[FREE : FREE + 3] == [1.0, 2.0, 3.0]
    assert max(waits) == KEY_SECONDS_MAX


def test_what_is_long_ago_is_forgotten() -> None:
    """A minute without wrong keys is enough to begin anew; without an address all are one."""
    failed = FailedKeys()
    for _ in range(100):
        failed.wait_seconds(None, 100.0)

    assert failed.wait_seconds(None, 101.0) > 0
    assert failed.wait_seconds(None, 100.0 + KEY_SECONDS_MAX + FREE + 1) == 0


def test_few_addresses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those longest quiet are forgotten first."""
    monkeypatch.setattr(admission, "ADDRESSES_MAX", 2)
    failed = FailedKeys()

    for number in range(5):
        failed.wait_seconds((f"10.0.0.{number}", 1), 100.0)

    assert list(failed._paid) == ["10.0.0.3", "10.0.0.4"]
