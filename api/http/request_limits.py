"""How often a key may ask in a minute, and how long the answer to a wrong key waits, counted by this process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

FREE = 10  # Answered at once, so that a client that was set up wrong or a page that was reloaded notices nothing.
EACH_SECONDS = 1.0
WAIT_SECONDS_MAX = 30.0  # Whoever sends more at once gets the remaining answers together.
ADDRESSES_MAX = 10_000  # A megabyte.


class FailedKeys:
    """Wrong keys by address. Right keys never wait, whatever came from their address."""

    def __init__(self) -> None:
        self._paid: OrderedDict[str, float] = OrderedDict()  # by address: up to when its wrong keys are paid for

    def wait_seconds(self, client: tuple[str, int] | None, now: float) -> float:
        """How long to wait before this wrong key is answered. Each one costs a second; FREE of them cost nothing."""
        address = client[0] if client else ""
        paid = max(self._paid.pop(address, 0.0), now - FREE * EACH_SECONDS) + EACH_SECONDS
        self._paid[address] = min(paid, now + WAIT_SECONDS_MAX)
        if len(self._paid) > ADDRESSES_MAX:
            self._paid.popitem(last=False)
        return max(0.0, self._paid[address] - now)


WINDOW_SECONDS = 60.0
"""A minute begins with the first request in it."""


@dataclass(frozen=True, slots=True)
class Quota:
    """What a key has left after a request."""

    requests_max: int
    count: int
    reset_seconds: int

    @property
    def is_exceeded(self) -> bool:
        """Whether the request was one too many."""
        return self.count > self.requests_max

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that tell the caller about it."""
        remaining = max(0, self.requests_max - self.count)
        told = {"Limit": self.requests_max, "Remaining": remaining, "Reset": self.reset_seconds}
        return {f"RateLimit-{name}": str(value) for name, value in told.items()}


class RequestLimits:
    """The requests of the minute, by the id of the key. Not safe to use from several threads."""

    def __init__(self) -> None:
        self._windows: dict[str, tuple[float, int]] = {}  # its start and its requests; one for each key with a limit

    def count(self, id: str, requests_max: int, now: float) -> Quota:
        """Count a request of this key. `now` is in seconds of any clock that only goes forward."""
        began, count = self._windows.get(id, (now, 0))
        if now - began >= WINDOW_SECONDS:
            began, count = now, 0
        self._windows[id] = (began, count + 1)
        return Quota(requests_max, count + 1, ceil(began + WINDOW_SECONDS - now))
