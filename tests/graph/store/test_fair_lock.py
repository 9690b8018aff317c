"""Threads get the lock in turn."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

from graph.store.fair_lock import FairLock


def test_who_waits_comes_before_who_asks_again() -> None:
    """Work in many steps gives the lock back between them, and then each of the others has its turn."""
    lock, steps = FairLock(), list[int]()
    asking = [Event() for _ in range(3)]

    def wait(asks: Event) -> int:
        asks.set()
        with lock:
            return len(steps)

    with ThreadPoolExecutor() as pool:
        with lock:
            waiting = [pool.submit(wait, asks) for asks in asking]
            for asks in asking:
                asks.wait()
            sleep(0.1)  # They said that they will ask, and need a moment to do so.
        for step in range(100):
            with lock:
                steps.append(step)

        assert max(future.result() for future in waiting) <= len(asking)


def test_who_has_it_may_take_it_again() -> None:
    """Also while another thread waits for it; it is free when it was given back as often as it was taken."""
    lock, asked = FairLock(), Event()

    def ask() -> None:
        asked.set()
        with lock:
            pass

    with ThreadPoolExecutor() as pool:
        with lock:
            waiting = pool.submit(ask)
            asked.wait()
            sleep(0.01)
            with lock:
                pass
            assert not waiting.done()
        waiting.result(10)
