"""A lock that threads get in turn, so that long work in many small steps lets others in between."""

from __future__ import annotations

from threading import Lock, get_ident


class FairLock:
    """A reentrant lock. A thread that gives it back and asks again gets it after a thread that already waits.

    A plain lock mostly goes back to the thread that has just released it, since the one that waits has yet to wake up.
    """

    def __init__(self) -> None:
        self._door, self._held = Lock(), Lock()  # One thread waits in the door; all others wait before it.
        self._owner = self._depth = 0

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._door:
                self._held.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = 0
            self._held.release()
