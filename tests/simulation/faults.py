"""A store that fails when it is told to: its process dies before or after a call, or its server is away for a while."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from graph.errors import StoreUnavailable
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Store


class Killed(BaseException):
    """The process is dead: nothing in it may catch this."""


class Fault(Enum):
    """What happens at a call."""

    DIES_BEFORE = "dies before"
    DIES_AFTER = "dies after"
    AWAY = "away"


class Faulty(ForwardingStore):
    """One process's view of a store that others share."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._fault: Fault | None = None
        self._calls_left = 0
        self._is_dead = False
        self._comes_between: Callable[[], None] | None = None
        self._turns = 0  # in which nobody can come between

    def plan(self, fault: Fault, calls: int) -> None:
        """The fault comes after so many more calls."""
        self._fault, self._calls_left = fault, calls

    def interrupt(self, comes_between: Callable[[], None], calls: int) -> None:
        """Somebody else does this after so many more calls, as soon as others may write."""
        self._comes_between, self._calls_left = comes_between, calls

    def heal(self) -> None:
        """The server is back, and nothing more is planned."""
        self._fault = self._comes_between = None

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The answer of the store, or the planned fault."""
        if self._is_dead:
            raise Killed
        if verb == "close":
            return None  # Others use the store.
        self._calls_left -= 1
        if self._comes_between is not None and self._calls_left <= 0 and not self._turns:
            comes_between, self._comes_between = self._comes_between, None
            comes_between()
        if verb == "write_alone":
            self._turns += 1
            try:
                return self._faulty(verb, *args, **kwargs)
            finally:
                self._turns -= 1
        return self._faulty(verb, *args, **kwargs)

    def _faulty(self, verb: str, *args: object, **kwargs: object) -> object:
        if self._fault is None or self._calls_left > 0:
            return super().call(verb, *args, **kwargs)
        if self._fault is Fault.AWAY:
            raise StoreUnavailable
        if self._fault is Fault.DIES_AFTER:
            super().call(verb, *args, **kwargs)
        self._is_dead = True
        raise Killed
