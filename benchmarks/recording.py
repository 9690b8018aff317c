"""What a turn asks the store and the index, recorded so that the floor can do the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graph.index.space_index import Hit, Measured, SpaceIndex
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Op, ReadDepth, Store, Value
from graph.text.search_terms import query_terms


@dataclass(frozen=True, slots=True)
class EdgesRead:
    """One read of the edges at some nodes."""

    ids: Sequence[str]
    kinds: Sequence[Kind]
    cap: int
    found_count: int


@dataclass(slots=True)
class Trace:
    """One turn's reads with their results, its searches and its writes."""

    seqs: int = 0
    nodes: list[tuple[list[str], ReadDepth]] = field(default_factory=list)
    edges: list[EdgesRead] = field(default_factory=list)
    searches: list[tuple[Sequence[str], int]] = field(default_factory=list)  # terms, how many hits were asked for
    measured: list[tuple[Sequence[str], Callable[[], Sequence[str]]]] = field(
        default_factory=list
    )  # terms, and the items that were scored
    writes: list[Sequence[Op]] = field(default_factory=list)

    @property
    def reads_count(self) -> int:
        """How many times the store was asked."""
        return self.seqs + len(self.nodes) + len(self.edges)


class RecordingStore(ForwardingStore):
    """A store that does what another one does and keeps a trace of it."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.trace = Trace()

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """See Store.write."""
        self.trace.writes.append(ops)
        return self._store.write(space, ops)

    def nodes(self, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> dict[str, Node]:
        """See Store.nodes."""
        found = self._store.nodes(space, ids, reading)
        self.trace.nodes.append((list(found), reading))
        return found

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
        found = self._store.find(space, label, where, order=order, after=after, limit=limit, reading=reading)
        self.trace.nodes.append(([node.id for node in found], reading))
        return found

    def edges(self, space: str, ids: Collection[str], kinds: Collection[Kind], cap: int) -> list[Edge]:
        """See Store.edges."""
        found = self._store.edges(space, ids, kinds, cap)
        self.trace.edges.append(EdgesRead(list(ids), list(kinds), cap, len(found)))
        return found

    def since(
        self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
    ) -> Changes:
        """See Store.since."""
        found = self._store.since(space, seq, limit=limit, reading=reading, edges=edges)
        self.trace.nodes.append(([node.id for node in found.nodes], reading))
        return found

    def seq(self, space: str) -> int:
        """See Store.seq."""
        self.trace.seqs += 1
        return self._store.seq(space)


def watch_searches(index: SpaceIndex, store: RecordingStore) -> None:
    """From now on, searches in this index are in the store's trace too."""
    search_words, search_terms, measure = index.search_words, index.search_terms, index.measure

    def searched(text: str, limit: int, *, labels: Collection[Label] | None = None) -> list[Hit]:
        store.trace.searches.append((query_terms(text), limit))
        return search_words(text, limit, labels=labels)

    def searched_terms(terms: Sequence[str], limits: Mapping[frozenset[Label], int]) -> list[Hit]:
        store.trace.searches.append((terms, sum(limits.values())))
        return search_terms(terms, limits)

    def measured(ids: Sequence[str], reach: int, terms: Sequence[str], vector: NDArray[np.float32] | None) -> Measured:
        store.trace.measured.append(
            (terms, lambda: index.around(ids, reach).ids)
        )  # Looked up later, when no time is measured.
        return measure(ids, reach, terms, vector)

    vars(index).update(search_words=searched, search_terms=searched_terms, measure=measured)
