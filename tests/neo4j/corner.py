"""A part of one server that behaves like a store of its own, so that tests share the server and nothing else."""

from __future__ import annotations

from itertools import count
from uuid import uuid4

from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Store

_run = uuid4().hex[:8]  # A server may hold what another run has left.
_corners = count(1)


class Corner(ForwardingStore):
    """A store whose spaces have a prefix on the server that nobody else uses."""

    def __init__(self, server: Store, *, closes: bool = False) -> None:
        """`closes` says whether the server's store closes with this one, or is for others too."""
        super().__init__(server)
        self._closes = closes
        self._prefix = f"{_run}/{next(_corners)}/"

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The server's answer for the space with the prefix."""
        space, *rest = args
        return super().call(verb, self._prefix + str(space) if space else space, *rest, **kwargs)

    def spaces(self) -> dict[str, int]:
        """See Store.spaces."""
        found = self._store.spaces().items()
        return {name.removeprefix(self._prefix): seq for name, seq in found if name.startswith(self._prefix)}

    def names(self) -> list[str]:
        """See Store.names."""
        return [name.removeprefix(self._prefix) for name in self._store.names() if name.startswith(self._prefix)]

    def check(self) -> None:
        """See Store.check."""
        self._store.check()

    def verify(self) -> None:
        """See Store.verify."""
        self._store.verify()

    def scrub(self) -> bool:
        """See Store.scrub."""
        return self._store.scrub()

    def close(self) -> None:
        """See Store.close."""
        if self._closes:
            self._store.close()
