"""A snapshot of a space: each node and edge once, even while others write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

from graph.store.verbs import Dropped, Edge, Node, ReadDepth, Row, Store, row_key
from graph.transfer.lines import OnProgress, check_exists, ignore_progress, in_order, pages
from graph.transfer.rows import End, Header, decode, encode

Types = Mapping[str, frozenset[type]]
"""The types of the values of each property, sorted by its name."""


class Snapshot:
    """A space in a temporary file, which can be read several times. Memory grows only with concurrent writes.

    It has texts, but neither `terms` nor `vector`.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._last: dict[tuple[str, str, str], int] = {}
        self._types: dict[type, defaultdict[str, set[type]]] = {Node: defaultdict(set), Edge: defaultdict(set)}
        self.seq = 0

    def read(self, store: Store, space: str, on_progress: OnProgress) -> None:
        """Read the whole space. Raises NotFound."""
        check_exists(store, space)
        begun_at = store.seq(space)
        for page in pages(store, space, reading=ReadDepth.BODY, on_progress=on_progress):
            for row in in_order(page):
                if row.seq > begun_at:  # Only then the file may have an older row with the same key.
                    self._last[row_key(row)] = row.seq
                if isinstance(row, Dropped):
                    continue
                self._file.write(encode(row))
                for name, value in row.properties.items():
                    self._types[type(row)][name].add(type(value))
            self.seq = page.seq

    def node_types(self) -> Types:
        """The types of the properties of nodes."""
        return self._types_of(Node)

    def edge_types(self) -> Types:
        """The types of the properties of edges."""
        return self._types_of(Edge)

    def nodes(self) -> Iterator[Node]:
        """Every node, in the order of seq."""
        return (row for row in self._rows_starting('{"node":') if isinstance(row, Node))

    def edges(self) -> Iterator[Edge]:
        """Every edge, in the order of seq."""
        return (row for row in self._rows_starting('{"edge":') if isinstance(row, Edge))

    def _types_of(self, kind: type[Node] | type[Edge]) -> Types:
        return {name: frozenset(types) for name, types in sorted(self._types[kind].items())}

    def _rows_starting(self, beginning: str) -> Iterator[Row]:
        self._file.seek(0)
        for line in self._file:
            if line.startswith(beginning):
                row = decode(line)
                if not isinstance(row, Header | End) and self._last.get(row_key(row), row.seq) == row.seq:
                    yield row


@contextmanager
def snapshot(store: Store, space: str, on_progress: OnProgress = ignore_progress) -> Iterator[Snapshot]:
    """The space as it is after all of it was read. Raises NotFound."""
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as file:
        found = Snapshot(file)
        found.read(store, space, on_progress)
        yield found
