"""How long the answer to a wrong key waits, counted by this process."""

from __future__ import annotations

from collections import OrderedDict

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
