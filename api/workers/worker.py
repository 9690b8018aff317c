"""The service's background threads, which work on one space after the other.

The graph is the queue: a worker reads from it what is due. So a wake-up is only a hint; if one is lost, the work waits
until the next sweep over all spaces.
"""

from collections.abc import Callable, Iterable
from threading import Condition, Event, Thread
from time import monotonic

from api.logs import LogEvent, logger_of
from graph.errors import EmbedderError, NotFound, RemembrancerError, StoreUnavailable

RETRY_SECONDS_MAX = 30.0

AWAY = (StoreUnavailable, EmbedderError)
"""Errors that concern every space: the worker waits until somebody has repaired the cause."""

log = logger_of("worker")


class Worker:
    """Threads that do one kind of work: in spaces that were woken, and regularly in all spaces."""

    def __init__(
        self,
        name: str,
        *,
        work: Callable[[str], bool],
        spaces: Callable[[], Iterable[str]],
        sweep_seconds: float,
        retry_seconds: float = 1.0,
        threads: int = 1,
    ) -> None:
        """`work` does a piece of work in a space and returns whether there is more; `spaces` returns all spaces.

        Several `threads` work in different spaces at a time. While the store or the embedder fails, each waits
        `retry_seconds`, then twice that, up to half a minute.
        """
        self._name = name
        self._work = work
        self._spaces = spaces
        self._sweep_seconds = sweep_seconds
        self._retry_seconds = retry_seconds
        self._failures = 0  # of store or embedder, in a row
        self._changed = Condition()
        self._waiting: dict[str | None, None] = {}  # in the order of their wake-ups; None stands for a sweep
        self._busy: set[str | None] = set()  # what a thread works on
        self._sweep_at = 0.0
        self._stopping = Event()
        self._threads_max = threads
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Start the threads. They begin with a sweep over all spaces."""
        while len(self._threads) < self._threads_max:
            self._threads.append(Thread(target=self._loop, name=f"remembrancer-{self._name}", daemon=True))
            self._threads[-1].start()

    def waiting_count(self) -> int:
        """How many spaces are to be checked."""
        return len(self._waiting) - (None in self._waiting)

    def wake(self, space: str | None) -> None:
        """Have the space, or all spaces, checked soon. Repeated calls cost nothing."""
        with self._changed:
            self._waiting[space] = None
            self._changed.notify()

    def ask_to_stop(self) -> None:
        """Stop after the current piece of work. Does not wait for it."""
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()

    def stop(self, *, timeout_seconds: float = 10.0) -> None:
        """Stop after the current piece of work, and wait for it."""
        self.ask_to_stop()
        until = monotonic() + timeout_seconds
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            log.warning(LogEvent("worker still busy", worker=self._name, waited_seconds=timeout_seconds))

    def _loop(self) -> None:
        while True:
            space = self._take()
            if self._stopping.is_set():
                return
            try:
                if space is None:
                    for each in self._spaces():
                        self.wake(each)
                else:
                    if self._work(space):
                        self.wake(space)
                    if self._failures:
                        log.info(LogEvent("work goes on", worker=self._name))
                    self._failures = 0
            except AWAY as error:
                self._wait_after(space, error)
            except NotFound:
                pass  # The space was deleted meanwhile.
            except RemembrancerError as error:
                log.error(LogEvent("work failed", worker=self._name, space=space, error=str(error)))
            except Exception:
                # The outermost handler: a failure in one space must not stop the work in others.
                log.exception(LogEvent("work failed", worker=self._name, space=space))
            finally:
                self._busy.discard(space)

    def _wait_after(self, space: str | None, error: RemembrancerError) -> None:
        """Wait, and try the same again afterwards."""
        if not self._failures and type(error) is not StoreUnavailable:  # GuardedStore logs outages.
            log.warning(LogEvent("work waits", worker=self._name, error=str(error)))
        wait = min(self._retry_seconds * 2 ** min(self._failures, 10), RETRY_SECONDS_MAX)
        self._failures += 1
        self.wake(space)
        self._stopping.wait(wait)

    def _take(self) -> str | None:
        """The next space to work in, or None for a sweep. Sleeps until there is one, or the worker stops.

        A thread that has finished a space comes here before it sleeps, and finds what was woken meanwhile. So it need
        not notify the others.
        """
        with self._changed:
            while not self._stopping.is_set():
                if (now := monotonic()) >= self._sweep_at:
                    self._sweep_at = now + self._sweep_seconds
                    self._waiting.setdefault(None)
                for space in self._waiting:
                    if space not in self._busy:
                        del self._waiting[space]
                        self._busy.add(space)
                        return space
                self._changed.wait(self._sweep_at - now)
        return None


def drain(work: Callable[[str], bool], space: str) -> str | None:
    """Do all work in the space, in this thread; returns the error if it failed.

    Raises StoreUnavailable and EmbedderError, which concern every space.
    """
    try:
        while work(space):
            pass
    except AWAY:
        raise
    except RemembrancerError as error:
        return str(error)
    except Exception as error:
        # As in Worker._loop.
        log.exception(LogEvent("work failed", space=space))
        return f"{type(error).__name__}: {error}"
    return None
