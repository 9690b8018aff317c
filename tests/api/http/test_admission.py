"""What comes faster than it can be answered is refused soon, and what is accepted is answered soon."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from api.http import admission
from api.http.admission import AT_ONCE, WAITING_MAX, Admission


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
