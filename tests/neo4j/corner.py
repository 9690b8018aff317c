"""A part of one server that behaves like a store of its own, so that tests share the server and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from uuid import uuid4

from graph.store.verbs import Changes, Edge, Kind, Label, Node, Op, ReadDepth, Store, Value

_run = uuid4().hex[:8]  # A server may hold what another run has left.
_corners = count(1)


class Corner:
    """A store whose spaces have a prefix on the server that nobody else uses."""

    def __init__(self, server: Store, *, closes: bool = False) -> None:
        """`closes` says whether the server's store closes with this one, or is for others too."""
        self._server = server
        self._closes = closes
        self._prefix = f"{_run}/{next(_corners)}/"

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write."""
        return self._server.write(self._named(space), ops)

    def write_alone(self, space: str, decide: Callable[[], Sequence[Op]]) -> int:
        """See Store.write_alone."""
        return self._server.write_alone(self._named(space), decide)

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load."""
        self._server.load(self._named(space), changes)

    def discard(self, space: str) -> None:
        """See Store.discard."""
        self._server.discard(self._named(space))

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        return self._server.nodes(self._named(space), ids, reading)

    def find(
        self,
        space: str,
        label: Label,
        where: Mapping[str, Value] | None = None,
        *,
        order: str = "id",
        after: tuple[Value, str] | None = None,
        limit: int,
        reading: ReadDepth = ReadDepth.BODY,
    ) -> list[Node]:
        """See Store.find."""
        return self._server.find(
            self._named(space), label, where, order=order, after=after, limit=limit, reading=reading
        )

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges."""
        return self._server.edges(self._named(space), ids, kinds, cap)

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        return self._server.since(self._named(space), seq, limit=limit, reading=reading, edges=edges)

    def seq(self, space: str) -> int:
        """See Store.seq."""
        return self._server.seq(self._named(space))

    def spaces(self) -> list[str]:
        """See Store.spaces."""
        return [name.removeprefix(self._prefix) for name in self._server.spaces() if name.startswith(self._prefix)]

    def close(self) -> None:
        """See Store.close."""
        if self._closes:
            self._server.close()

    def _named(self, space: str) -> str:
        return self._prefix + space if space else space
