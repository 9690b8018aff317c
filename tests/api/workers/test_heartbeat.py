"""A heartbeat goes on while work is under way, and not longer."""

from __future__ import annotations

import queue
from threading import active_count

from api.workers.heartbeat import beating
from graph.errors import StoreUnavailable
from tests.api.captured import capture_logs

WAIT_SECONDS = 10


def test_beats_until_the_work_is_done() -> None:
    """Work that takes long hears its heart, and afterwards no thread is left."""
    beats: queue.Queue[int] = queue.Queue()
    threads = active_count()

    with beating(lambda: beats.put(1), every_seconds=0.001, beats_max=1_000_000):
        assert [beats.get(timeout=WAIT_SECONDS) for _ in range(3)] == [1, 1, 1]

    assert active_count() == threads


def test_short_work_hears_none() -> None:
    """Work that is done before the first beat costs nothing but a thread."""
    beats: list[int] = []

    with beating(lambda: beats.append(1), every_seconds=3600, beats_max=9):
        pass

    assert beats == []


def test_failing_beat_does_not_end_the_heart() -> None:
    """A store that is away for a moment is asked again at the next beat."""
    beats: queue.Queue[int] = queue.Queue()

    def beat() -> None:
        beats.put(1)
        raise StoreUnavailable

    with capture_logs() as lines, beating(beat, every_seconds=0.001, beats_max=2):
        assert [beats.get(timeout=WAIT_SECONDS) for _ in range(2)] == [1, 1]

    assert [line["event"] for line in lines] == ["heartbeat failed"] * len(lines) != []


def test_hanging_work_is_let_go() -> None:
    """After so many beats the heart is still, whether the work has ended or not."""
    beats: queue.Queue[int] = queue.Queue()

    with beating(lambda: beats.put(1), every_seconds=0.001, beats_max=2):
        assert [beats.get(timeout=WAIT_SECONDS) for _ in range(2)] == [1, 1]
        try:
            beats.get(timeout=0.05)
            is_still = False
        except queue.Empty:
            is_still = True

    assert is_still
