"""How many requests of a message's way work at once, and how long others and answers to wrong keys wait."""

import asyncio
import re
from collections import OrderedDict, deque

from starlette.types import Receive

AT_ONCE = 8
"""More would only share the processor: each would be answered later, and none sooner. On Neo4j, turns wait for the
server meanwhile."""

WAIT_SECONDS_MAX = 10.0
"""After so long most callers have given up."""

WAITING_MAX = 64
"""Above it, a caller is told at once. So many turns are one and a half seconds of a core, and each keeps its body in
memory."""

BOUNDED = re.compile(r"/v1/spaces/([^/]+)/(?:turns|messages|search|recall)")
"""The paths that programs call with each message, with the space. None of them waits for a model, but for a recall that
a model sorts."""


class Admission:
    """Places for requests at work. Spaces take turns, so that a busy one does not hold up the others.

    Not safe to use from several threads: it belongs to the event loop.
    """

    def __init__(self) -> None:
        self._working = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """By space, the one whose turn is next first."""

    async def enter(self, space: str, receive: Receive | None) -> bool:
        """Wait for a place; False when none was free in time, or the caller has left.

        `receive` is the caller's, after its whole body was read: what comes next is that it has left.
        """
        if self._working < AT_ONCE:
            self._working += 1
            return True
        if sum(map(len, self._waiting.values())) >= WAITING_MAX:
            return False
        place = asyncio.get_running_loop().create_future()
        places = self._waiting.setdefault(space, deque())
        places.append(place)
        leaving = [asyncio.ensure_future(receive())] if receive else []
        try:
            await asyncio.wait([place, *leaving], timeout=WAIT_SECONDS_MAX, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in leaving:
                each.cancel()
            if not place.done():
                places.remove(place)
                if not places:
                    del self._waiting[space]
        return place.done()

    def leave(self) -> None:
        """Give the place to whoever waits longest in the space whose turn it is."""
        if not self._waiting:
            self._working -= 1
            return
        space, places = self._waiting.popitem(last=False)
        places.popleft().set_result(None)
        if places:
            self._waiting[space] = places


FREE = 10  # Answered at once, so that a client that was set up wrong or a page that was reloaded notices nothing.
EACH_SECONDS = 1.0
KEY_SECONDS_MAX = 30.0  # Whoever sends more at once gets the remaining answers together.
ADDRESSES_MAX = 10_000  # A megabyte.


class FailedKeys:
    """Wrong keys by address. Right keys never wait, whatever came from their address."""

    def __init__(self) -> None:
        self._paid: OrderedDict[str, float] = OrderedDict()  # by address: up to when its wrong keys are paid for

    def wait_seconds(self, client: tuple[str, int] | None, now: float) -> float:
        """How long to wait before this wrong key is answered. Each one costs a second; FREE of them cost nothing."""
        address = client[0] if client else ""
        paid = max(self._paid.pop(address, 0.0), now - FREE * EACH_SECONDS) + EACH_SECONDS
        self._paid[address] = min(paid, now + KEY_SECONDS_MAX)
        if len(self._paid) > ADDRESSES_MAX:
            self._paid.popitem(last=False)
        return max(0.0, self._paid[address] - now)
