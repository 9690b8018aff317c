"""A store that handles outages of its server: callers fail at once, one of them retries, and the log says it once."""

from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import count
from threading import Lock
from time import monotonic

from api.logs import LogEvent, logger_of
from graph.errors import StoreBusy, StoreUnavailable
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Store

PAUSE_SECONDS = 1.0
"""How long nobody asks a server that has just failed to answer. Each caller would wait up to two seconds for it, and a
hundred turns in a queue much longer."""

HANG_SECONDS = 2.0
"""After this time without a small answer, the server is taken to hang: it accepts connections but does nothing. Callers
that wait already go on waiting until Bolt's keep-alive gives up; no other caller has to."""

SMALL_IDS_MAX = 100
"""This many nodes can be read by id within milliseconds. Writes, searches and whole spaces may take seconds."""

log = logger_of("store")


class GuardedStore(ForwardingStore):
    """A graph.store.verbs.Store that opens its server on first use, and again if that has failed."""

    def __init__(self, open_server: Callable[[], Store], *, clock: Callable[[], float] = monotonic) -> None:
        self._open_server = open_server
        self._clock = clock
        self._opened: Store | None = None
        self._lock = Lock()
        self._outage: str | None = None  # the last error; None if the server has answered
        self._began_at = 0.0
        self._failed_at = 0.0
        self._is_probing = False
        self._numbers = count()
        self._asking: dict[int, float] = {}  # for each small answer that is missing, when it was asked for

    def open(self) -> None:
        """Connect to the server. Raises StoreUnavailable, and what else opening may raise."""
        with self._guarded():
            pass

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The server's answer. Raises StoreUnavailable at once if another caller has just got none."""
        with self._guarded(is_small=_is_small(verb, args)) as store:
            return getattr(store, verb)(*args, **kwargs)

    def close(self) -> None:
        """See Store.close. A store that was never opened needs no closing."""
        if self._opened is not None:
            self._opened.close()

    @contextmanager
    def _guarded(self, *, is_small: bool = False) -> Iterator[Store]:
        self._check_may_ask()
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

    def _check_may_ask(self) -> None:
        """Raises StoreUnavailable during an outage, except for one caller at a time after each pause."""
        with self._lock:
            first = min(list(self._asking.values()), default=None)
            if first is not None and self._clock() - first > HANG_SECONDS:
                raise StoreUnavailable("the store's server hangs: it has not answered a small question for seconds")
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
            log.warning(LogEvent("store does not answer", reason=reason))

    def _note_answer(self) -> None:
        if self._outage is None:
            return
        with self._lock:
            was_out, self._outage = self._outage is not None, None
            self._is_probing = False
        if was_out:
            log.warning(LogEvent("store answers again", away_seconds=round(self._clock() - self._began_at, 1)))


def _is_small(verb: str, args: Sequence[object]) -> bool:
    """Whether a healthy server answers within milliseconds."""
    is_few_nodes = verb == "nodes" and isinstance(args[1], Sized) and len(args[1]) <= SMALL_IDS_MAX
    return verb in ("seq", "check") or is_few_nodes
