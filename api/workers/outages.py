"""A store whose server may go away: callers learn it at once, one at a time asks again, and the log tells it once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import count
from threading import Lock
from time import monotonic

from api.logs import Log
from graph.errors import StoreBusy, StoreUnavailable
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Store

PAUSE_SECONDS = 1.0
"""How long nobody asks a server that has just not answered. Each call that waits for it holds a thread for up to two
seconds, and a hundred turns that wait in line would each wait longer than that."""

HANG_SECONDS = 2.0
"""A server that owes a small answer for so long hangs: it takes connections, and does nothing. Whoever waits for it
then waits until Bolt's keep-alive gives up; nobody else has to."""

SMALL_IDS_MAX = 100
"""So many nodes are read by their ids in some milliseconds; writes, searches and whole spaces may take seconds."""

log = Log("store")


class GuardedStore(ForwardingStore):
    """A graph.store.verbs.Store that is opened by `open_server`, again if that failed, and asked while it is away."""

    def __init__(self, open_server: Callable[[], Store], *, clock: Callable[[], float] = monotonic) -> None:
        self._open_server = open_server
        self._clock = clock
        self._opened: Store | None = None
        self._lock = Lock()
        self._outage: str | None = None  # why the server could not be asked last time
        self._began_at = 0.0
        self._failed_at = 0.0
        self._is_probing = False
        self._numbers = count()
        self._asking: dict[int, float] = {}  # since when small answers are waited for

    def open(self) -> None:
        """The server has been asked. Raises StoreUnavailable, and what else opening may raise."""
        with self._asked():
            pass

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The server's answer. Raises StoreUnavailable without asking, if another caller has just found it away."""
        with self._asked(is_small=_is_small(verb, args)) as store:
            return getattr(store, verb)(*args, **kwargs)

    def close(self) -> None:
        """See Store.close. A store that was never opened needs no closing."""
        if self._opened is not None:
            self._opened.close()

    @contextmanager
    def _asked(self, *, is_small: bool = False) -> Iterator[Store]:
        self._admit()
        number = next(self._numbers)
        if is_small:
            self._asking[number] = self._clock()
        try:
            if self._opened is None:
                self._opened = self._open_server()
            yield self._opened
        except StoreBusy:
            self._note_answer()
            raise
        except StoreUnavailable as error:
            self._note_outage(str(error))
            raise
        except BaseException:
            self._is_probing = False
            raise
        finally:
            self._asking.pop(number, None)
        self._note_answer()

    def _admit(self) -> None:
        """During an outage one caller at a time asks, after a pause; to the others it is told what was found last."""
        with self._lock:
            first = min(list(self._asking.values()), default=None)
            if first is not None and self._clock() - first > HANG_SECONDS:
                raise StoreUnavailable("the store has not answered a small question for seconds: its server hangs")
            if self._outage is None:
                return
            if self._is_probing or self._clock() - self._failed_at < PAUSE_SECONDS:
                raise StoreUnavailable(self._outage)
            self._is_probing = True

    def _note_outage(self, reason: str) -> None:
        with self._lock:
            is_new, self._outage = self._outage is None, reason
            self._failed_at = self._clock()
            self._began_at = self._failed_at if is_new else self._began_at
            self._is_probing = False
        if is_new:
            log.warning("store does not answer", reason=reason)

    def _note_answer(self) -> None:
        if self._outage is None:
            return
        with self._lock:
            was_out, self._outage = self._outage is not None, None
            self._is_probing = False
        if was_out:
            log.warning("store answers again", away_seconds=round(self._clock() - self._began_at, 1))


def _is_small(verb: str, args: Sequence[object]) -> bool:
    """Whether a healthy server answers within milliseconds."""
    return verb == "seq" or (verb == "nodes" and isinstance(args[1], Sized) and len(args[1]) <= SMALL_IDS_MAX)
