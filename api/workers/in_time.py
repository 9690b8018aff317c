"""A second stage, with a limit on how long a turn waits for it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from threading import BoundedSemaphore

from api.logs import LogEvent, logger_of
from graph.errors import RerankerError
from graph.rerankers import Reranker

AT_ONCE = 4
"""The most readings under way. A model in this process reads one at a time, and a late provider needs no more."""

log = logger_of("reranker")


class InTime:
    """Asks a reranker in a thread of its own. Safe to use from any thread."""

    def __init__(self, reranker: Reranker, *, timeout_ms: int) -> None:
        self._reranker = reranker
        self._timeout_seconds = timeout_ms / 1000
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="remembrancer-reranker")
        self._free = BoundedSemaphore(AT_ONCE)

    def __call__(self, question: str, texts: Sequence[str]) -> Sequence[float] | None:
        """The scores; None when they are late, when the reranker fails, or when too many are late already."""
        if not self._free.acquire(blocking=False):
            return None
        asked = self._threads.submit(self._reranker.scores, question, texts)
        asked.add_done_callback(lambda _: self._free.release())
        try:
            return asked.result(self._timeout_seconds)
        except Late:
            log.warning(LogEvent("late", timeout_ms=round(self._timeout_seconds * 1000)))
        except RerankerError as error:
            log.warning(LogEvent("failed", error=str(error)))
        return None

    def close(self) -> None:
        """No further question is asked; those under way are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
