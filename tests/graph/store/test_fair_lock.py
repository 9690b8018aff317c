"""Threads get the lock in turn."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic, sleep

from graph.store.sqlite_connections import FairLock


def test_who_waits_comes_before_who_asks_again() -> None:
    """Work in many steps gives the lock back between them, and then the thread that waits has its turn."""
    lock, order = FairLock(), list[str]()
    with ThreadPoolExecutor() as pool:
        for _ in range(100):
            with lock:
                waiting = asked(pool, lock, lambda: order.append("who waited"))
            with lock:
                order.append("who asked again")
            waiting.result(10)

    assert order == ["who waited", "who asked again"] * 100


def test_who_has_it_may_take_it_again() -> None:
    """Also while another thread waits for it; it is free when it was given back as often as it was taken."""
    lock, order = FairLock(), list[str]()

    with ThreadPoolExecutor() as pool:
        with lock:
            waiting = asked(pool, lock, lambda: order.append("who waited"))
            with lock:
                order.append("inside")
            order.append("outside")
        waiting.result(10)

    assert order == ["inside", "outside", "who waited"]


def asked(pool: ThreadPoolExecutor, lock: FairLock, work: Callable[[], None]) -> Future[None]:
    """Work that a thread does as soon as it has the lock, for which it waits already."""

    def wait() -> None:
        with lock:
            work()

    waiting, until = pool.submit(wait), monotonic() + 10
    while not lock._door.locked():
        assert monotonic() < until, "nobody waits in the door"
        sleep(0)
    return waiting
