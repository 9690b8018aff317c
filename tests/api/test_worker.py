"""The worker's thread does what was announced and finds what was not, and nothing ends it but `stop`."""

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.worker import Worker

WAIT_SECONDS = 10


@contextmanager
def running(
    work: Callable[[str], bool], *, spaces: Callable[[], list[str]] = list, sweep_seconds: float = 3600
) -> Iterator[Worker]:
    """A worker that is stopped at the end."""
    worker = Worker("test", work=work, spaces=spaces, sweep_seconds=sweep_seconds)
    worker.start()
    try:
        yield worker
    finally:
        worker.stop()


def test_start_looks_at_all_spaces() -> None:
    """What was due when the last process ended is found without a wake-up."""
    done: queue.Queue[str] = queue.Queue()

    with running(lambda space: bool(done.put(space)), spaces=lambda: ["a", "b"]):
        assert [done.get(timeout=WAIT_SECONDS) for _ in range(2)] == ["a", "b"]


def test_wake_up_is_answered() -> None:
    """A space that was named is looked at long before the next look over all."""
    done: queue.Queue[str] = queue.Queue()

    with running(lambda space: bool(done.put(space))) as worker:
        worker.wake("c")

        assert done.get(timeout=WAIT_SECONDS) == "c"


def test_lost_wake_up_loses_nothing() -> None:
    """A space that nobody named is found when all are looked over again."""
    done: queue.Queue[str] = queue.Queue()
    spaces: list[str] = []

    with running(lambda space: bool(done.put(space)), spaces=lambda: list(spaces), sweep_seconds=0.01):
        spaces.append("late")

        assert done.get(timeout=WAIT_SECONDS) == "late"


def test_space_with_more_to_do_waits_for_the_others() -> None:
    """A backlog is worked off piece by piece, in turn with other spaces."""
    done: queue.Queue[str] = queue.Queue()
    left = {"a": 3, "b": 1}

    def work(space: str) -> bool:
        left[space] -= 1
        done.put(space)
        return left[space] > 0

    with running(work, spaces=lambda: ["a", "b"]):
        assert [done.get(timeout=WAIT_SECONDS) for _ in range(4)] == ["a", "b", "a", "a"]


def test_failure_stops_nothing() -> None:
    """An error in one space is told, and the next space gets its turn."""
    done: queue.Queue[str] = queue.Queue()

    def work(space: str) -> bool:
        if space == "broken":
            raise OSError("the disk is full")
        done.put(space)
        return False

    with running(work, spaces=lambda: ["broken", "sound"]):
        assert done.get(timeout=WAIT_SECONDS) == "sound"


def test_failing_store_is_asked_again() -> None:
    """When the spaces cannot be read, the next look finds them."""
    done: queue.Queue[str] = queue.Queue()
    answers: Iterator[object] = iter([OSError("no store"), ["a"]])

    def spaces() -> list[str]:
        answer = next(answers, [])
        if isinstance(answer, OSError):
            raise answer
        assert isinstance(answer, list)
        return answer

    with running(lambda space: bool(done.put(space)), spaces=spaces, sweep_seconds=0.01):
        assert done.get(timeout=WAIT_SECONDS) == "a"


def test_stop_ends_the_thread() -> None:
    """After `stop` nothing is done any more, however much was announced."""
    done: list[str] = []
    worker = Worker("test", work=lambda space: bool(done.append(space)), spaces=list, sweep_seconds=3600)
    worker.start()

    worker.stop()
    worker.wake("late")

    assert done == []


def test_stop_before_start_is_no_error() -> None:
    """A command that never started the threads may still close the service."""
    Worker("test", work=lambda space: False, spaces=list, sweep_seconds=1).stop()
