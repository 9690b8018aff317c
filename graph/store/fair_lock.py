"""A lock that threads get in turn, so that long work in many small steps lets other threads in between."""

from __future__ import annotations

from threading import Lock, get_ident


class FairLock:
    """A reentrant lock. A thread that releases it and asks again gets it after a thread that is waiting already.

    A plain lock mostly goes back to the thread that has just released it, since a waiting thread must wake up first.
    """

    def __init__(self) -> None:
        self._door, self._held = Lock(), Lock()  # One waiting thread holds the door; all others wait for the door.
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
