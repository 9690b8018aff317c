"""The service's own threads: work that no request waits for, done space by space.

The graph is the queue. What is due is read from it, so a wake-up is only a hint: one that is lost costs the time until
the next look over all spaces, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Condition, Thread
from time import monotonic

from api.logs import Log
from graph.errors import EmbedderError, RemembrancerError, StoreUnavailable

RETRY_SECONDS_MAX = 30.0

AWAY = (StoreUnavailable, EmbedderError)
"""What fails alike in every space, and is mended elsewhere."""

log = Log("worker")


class Worker:
    """One thread that does one kind of work in the spaces that were named, and now and then in all of them."""

    def __init__(
        self,
        name: str,
        *,
        work: Callable[[str], bool],
        spaces: Callable[[], Iterable[str]],
        sweep_seconds: float,
        retry_seconds: float = 1.0,
    ) -> None:
        """`work` does a piece in one space and says whether there is more; `spaces` names those to look at.

        While store or model are away it waits `retry_seconds`, then twice that, up to half a minute.
        """
        self._name = name
        self._work = work
        self._spaces = spaces
        self._sweep_seconds = sweep_seconds
        self._retry_seconds = retry_seconds
        self._failures = 0  # in a row, with store or model away
        self._changed = Condition()
        self._waiting: dict[str, None] = {}  # in the order of their wake-ups
        self._swept_at: float | None = None
        self._is_stopping = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """The thread runs, beginning with a look over all spaces."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name=f"remembrancer-{self._name}", daemon=True)
            self._thread.start()

    def wake(self, space: str) -> None:
        """The space is looked at soon. Costs nothing to call again."""
        with self._changed:
            self._waiting[space] = None
            self._changed.notify()

    def ask_to_stop(self) -> None:
        """The piece of work under way is the last. Does not wait for it."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()

    def stop(self, *, timeout_seconds: float = 10.0) -> None:
        """The piece of work under way is done, and no other is begun."""
        self.ask_to_stop()
        if self._thread is not None:
            self._thread.join(timeout_seconds)
            if self._thread.is_alive():
                log.warning("worker still busy", worker=self._name, waited_seconds=timeout_seconds)

    def _run(self) -> None:
        while not self._is_stopping:
            space: str | None = None
            try:
                space = self._next()
                if space is not None:
                    if self._work(space):
                        self.wake(space)
                    self._go_on()
            except AWAY as error:
                self._wait_out(space, error)
            except RemembrancerError as error:
                log.error("work failed", worker=self._name, space=space, error=str(error))
            except Exception:
                # The worker's loop: whatever failed in one space is told, and the others get their turn.
                log.exception("work failed", worker=self._name, space=space)

    def _wait_out(self, space: str | None, error: RemembrancerError) -> None:
        """Some time has passed; then the space gets its turn again, or all are looked over."""
        if not self._failures and type(error) is not StoreUnavailable:  # The store's outages are told by itself.
            log.warning("work waits", worker=self._name, error=str(error))
        wait = min(self._retry_seconds * 2 ** min(self._failures, 10), RETRY_SECONDS_MAX)
        self._failures += 1
        if space is None:
            self._swept_at = None
        else:
            self.wake(space)
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopping, wait)

    def _go_on(self) -> None:
        if self._failures:
            log.info("work goes on", worker=self._name)
        self._failures = 0

    def _next(self) -> str | None:
        """The space to work in; None when it is worth asking again. Waits while there is nothing to do."""
        if self._is_sweep_due():
            # Noted first: when reading the spaces fails, the next try is a sweep later, not at once.
            self._swept_at = monotonic()
            found = list(self._spaces())
            with self._changed:
                for space in found:
                    self._waiting.setdefault(space)
        with self._changed:
            if not self._waiting and not self._is_stopping:
                self._changed.wait(self._sweep_seconds)
            if not self._waiting or self._is_stopping:
                return None
            space = next(iter(self._waiting))
            del self._waiting[space]
            return space

    def _is_sweep_due(self) -> bool:
        return self._swept_at is None or monotonic() - self._swept_at >= self._sweep_seconds


def drain(spaces: Iterable[str], work: Callable[[str], bool]) -> dict[str, str]:
    """In each space all pieces of work are done, in this thread; the error of each space where one failed.

    Raises StoreUnavailable and EmbedderError: then no space could be worked in.
    """
    failed: dict[str, str] = {}
    for space in spaces:
        try:
            while work(space):
                pass
        except AWAY:
            raise
        except RemembrancerError as error:
            failed[space] = str(error)
        except Exception as error:
            # As in the worker's loop.
            log.exception("work failed", space=space)
            failed[space] = f"{type(error).__name__}: {error}"
    return failed
