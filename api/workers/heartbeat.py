"""Repeats a call regularly while some work is running, to renew a lease."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from api.logs import LogEvent, logger_of
from graph.errors import RemembrancerError

log = logger_of("heartbeat")


@contextmanager
def beating(beat: Callable[[], object], *, every_seconds: float, beats_max: int) -> Iterator[None]:
    """Call `beat` from its own thread until the block ends, at most `beats_max` times. Errors are logged.

    The limit is for work that hangs: its lease must expire.
    """
    is_done = Event()

    def run() -> None:
        for _ in range(beats_max):
            if is_done.wait(every_seconds):
                return
            try:
                beat()
            except RemembrancerError as error:
                log.warning(LogEvent("heartbeat failed", error=str(error)))

    thread = Thread(target=run, name="remembrancer-heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()
