"""A snapshot of a space: each node and edge once, even while others write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.store.verbs import Edge, Node, ReadDepth, Row, Store, row_key
from graph.transfer.lines import OnProgress, check_exists, ignore_progress, in_order, pages


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A space in memory, in the order of seq. It has texts, but neither `terms` nor `vector`."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    seq: int


def snapshot(store: Store, space: str, on_progress: OnProgress = ignore_progress) -> Snapshot:
    """The space as it is after all of it was read. Raises NotFound."""
    check_exists(store, space)
    last: dict[tuple[str, str, str], Row] = {}
    seq = 0
    for page in pages(store, space, reading=ReadDepth.BODY, on_progress=on_progress):
        for row in in_order(page):
            last.pop(row_key(row), None)  # A row that was written again stands at its last write.
            last[row_key(row)] = row
        seq = page.seq
    nodes = {row.id: row for row in last.values() if isinstance(row, Node)}
    # A pruned node has one tombstone, which stands for its edges too.
    edges = (row for row in last.values() if isinstance(row, Edge) and {row.source, row.target} <= nodes.keys())
    return Snapshot(tuple(nodes.values()), tuple(edges), seq)


def value_types(rows: Iterable[Node | Edge]) -> Mapping[str, frozenset[type]]:
    """The types of the values of each property, sorted by its name."""
    found: defaultdict[str, set[type]] = defaultdict(set)
    for row in rows:
        for name, value in row.properties.items():
            found[name].add(type(value))
    return {name: frozenset(types) for name, types in sorted(found.items())}
