"""A turn waits for a reranker only so long."""

from collections.abc import Sequence
from threading import Event
from time import perf_counter

from api.workers.in_time import AT_ONCE, InTime
from graph.errors import RerankerError


class Slow:
    """Answers once it is let go."""

    def __init__(self) -> None:
        self.go_on = Event()

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """As many zeros as texts, at some time."""
        self.go_on.wait(10)
        return [0.0] * len(texts)


class Broken:
    """Fails each time."""

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """No scores."""
        raise RerankerError("the model is gone")


def test_an_answer_in_time_is_used() -> None:
    """The scores are those of the reranker."""
    slow = Slow()
    slow.go_on.set()

    assert InTime(slow, timeout_ms=5000)("q", ["a", "b"]) == [0.0, 0.0]


def test_a_late_answer_is_not_waited_for() -> None:
    """After the limit the turn goes on, and when too many are late nobody is asked any more."""
    slow = Slow()
    stage = InTime(slow, timeout_ms=20)
    started = perf_counter()

    assert [stage("q", ["a"]) for _ in range(AT_ONCE + 1)] == [None] * (AT_ONCE + 1)
    assert perf_counter() - started < 5

    slow.go_on.set()
    stage.close()


def test_a_failure_leaves_the_order_as_it_is() -> None:
    """No turn fails because of a reranker."""
    assert InTime(Broken(), timeout_ms=5000)("q", ["a"]) is None
