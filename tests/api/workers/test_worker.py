"""The worker's thread does what was announced and finds what was not, and nothing ends it but `stop`."""

import queue
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event
from time import process_time

import pytest

from api.workers.worker import Worker, drain
from graph.errors import EmbedderError, RemembrancerError, StoreError, StoreUnavailable
from tests.api.captured import capture_logs

WAIT_SECONDS = 10


@contextmanager
def running(
    work: Callable[[str], bool], *, spaces: Callable[[], list[str]] = list, sweep_seconds: float = 3600
) -> Iterator[Worker]:
    """A worker that is stopped at the end."""
    worker = Worker("test", work=work, spaces=spaces, sweep_seconds=sweep_seconds, retry_seconds=0.001)
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


def test_several_threads_never_share_a_space() -> None:
    """Four spaces are worked in at a time, each by one thread, and what was woken meanwhile is done once more."""
    together, started, done = Barrier(4), queue.Queue[str](), queue.Queue[str]()
    first = {"a", "b", "c", "d"}

    def work(space: str) -> bool:
        started.put(space)
        if space in first:
            together.wait(WAIT_SECONDS)  # Only four at a time come through.
            first.discard(space)
        done.put(space)
        return False

    worker = Worker("test", work=work, spaces=lambda: ["a", "b", "c", "d"], sweep_seconds=3600, threads=4)
    worker.start()
    try:
        assert sorted(done.get(timeout=WAIT_SECONDS) for _ in range(4)) == ["a", "b", "c", "d"]
        worker.wake("a")
        assert done.get(timeout=WAIT_SECONDS) == "a"
    finally:
        worker.stop()
    assert started.qsize() == 5


def test_busy_space_waits_for_its_thread() -> None:
    """A space that is woken while a thread works in it is not given to another one."""
    started, go = queue.Queue[str](), Event()

    def work(space: str) -> bool:
        started.put(space)
        go.wait(WAIT_SECONDS)
        return False

    worker = Worker("test", work=work, spaces=list, sweep_seconds=3600, threads=2)
    worker.start()
    try:
        worker.wake("a")
        assert started.get(timeout=WAIT_SECONDS) == "a"
        worker.wake("a")
        worker.wake("b")
        assert started.get(timeout=WAIT_SECONDS) == "b"
        assert started.empty()
        go.set()
        assert started.get(timeout=WAIT_SECONDS) == "a"
    finally:
        go.set()
        worker.stop()


def test_idle_threads_sleep() -> None:
    """Threads with nothing to do wake nobody: in half a second they take less than 5 ms of the processor."""
    done: queue.Queue[str] = queue.Queue()
    worker = Worker("test", work=lambda space: bool(done.put(space)), spaces=list, sweep_seconds=3600, threads=4)
    worker.start()
    try:
        Event().wait(0.1)  # All of them sleep, so that one has somebody to wake.
        worker.wake("a")
        assert done.get(timeout=WAIT_SECONDS) == "a"
        before = process_time()
        Event().wait(0.5)
        assert process_time() - before < 0.005
    finally:
        worker.stop()


def test_thread_that_waits_out_an_outage_takes_no_wake_up() -> None:
    """While one thread waits for its store, the other one is woken, however often."""
    done: queue.Queue[str] = queue.Queue()

    def work(space: str) -> bool:
        done.put(space)
        if space == "away":
            raise StoreUnavailable
        return False

    worker = Worker("test", work=work, spaces=list, sweep_seconds=3600, retry_seconds=3600, threads=2)
    worker.start()
    try:
        for space in ("away", "a", "b", "c"):
            worker.wake(space)
            assert done.get(timeout=WAIT_SECONDS) == space
    finally:
        worker.stop()


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


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (StoreUnavailable("bolt://db does not answer"), ["work goes on"]),
        (EmbedderError("the model is away"), ["work waits", "work goes on"]),
    ],
)
def test_outage_is_waited_out_quietly(error: RemembrancerError, told: list[str]) -> None:
    """While store or model are away a space is tried again and again, the log tells beginning and end only."""
    done: queue.Queue[str] = queue.Queue()
    failures = iter([error] * 5)

    def work(space: str) -> bool:
        if failure := next(failures, None):
            raise failure
        done.put(space)
        return False

    with capture_logs() as lines, running(work, spaces=lambda: ["a", "b"]):
        assert {done.get(timeout=WAIT_SECONDS) for _ in range(2)} == {"a", "b"}

    assert [line["event"] for line in lines] == told


def test_outage_of_the_list_of_spaces_is_waited_out() -> None:
    """When the spaces cannot be read the next try is soon, not a whole look later."""
    done: queue.Queue[str] = queue.Queue()
    answers: Iterator[object] = iter([StoreUnavailable(), StoreUnavailable(), ["a"]])

    def spaces() -> list[str]:
        answer = next(answers)
        if isinstance(answer, StoreUnavailable):
            raise answer
        assert isinstance(answer, list)
        return answer

    with running(lambda space: bool(done.put(space)), spaces=spaces, sweep_seconds=3600):
        assert done.get(timeout=WAIT_SECONDS) == "a"


def test_stop_does_not_wait_for_an_outage() -> None:
    """A worker that waits for its store ends at once when it is told to."""
    is_asked: queue.Queue[str] = queue.Queue()

    def work(space: str) -> bool:
        is_asked.put(space)
        raise StoreUnavailable

    worker = Worker("test", work=work, spaces=lambda: ["a"], sweep_seconds=3600, retry_seconds=3600)
    worker.start()
    is_asked.get(timeout=WAIT_SECONDS)
    with capture_logs() as lines:
        worker.stop(timeout_seconds=WAIT_SECONDS)

    assert lines == []


def test_our_errors_need_no_traceback() -> None:
    """An error that has a sentence is one line; a mistake of the program is told in full."""
    done: queue.Queue[str] = queue.Queue()

    def work(space: str) -> bool:
        done.put(space)
        if space == "a":
            raise StoreError("the disk is full")
        raise ZeroDivisionError

    with capture_logs() as lines, running(work, spaces=lambda: ["a", "b"]):
        assert [done.get(timeout=WAIT_SECONDS) for _ in range(2)] == ["a", "b"]

    assert [(line["space"], line.get("error"), "exc_info" in line) for line in lines] == [
        ("a", "the disk is full", False),
        ("b", None, True),
    ]


def test_drain_does_all_that_is_due() -> None:
    """Space after space is worked in until nothing is left; what fails in one is told and stops no other."""
    left = {"a": 2, "broken": 1, "wrong": 1, "b": 1}
    done: list[str] = []

    def work(space: str) -> bool:
        if space == "broken":
            raise StoreError("the disk is full")
        if space == "wrong":
            raise ZeroDivisionError("division by zero")
        done.append(space)
        left[space] -= 1
        return left[space] > 0

    with capture_logs():
        failed = {space: error for space in left if (error := drain(work, space))}

    assert done == ["a", "a", "b"]
    assert failed == {"broken": "the disk is full", "wrong": "ZeroDivisionError: division by zero"}


def test_drain_ends_in_an_outage() -> None:
    """Without a store there is nothing to do in the other spaces either: the error is raised, and not told."""

    def work(space: str) -> bool:
        raise StoreUnavailable

    with pytest.raises(StoreUnavailable):
        drain(work, "a")


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
    worker = Worker("test", work=lambda space: False, spaces=list, sweep_seconds=1)

    worker.stop()

    assert worker.waiting_count() == 0
