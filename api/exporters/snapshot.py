"""A space as it stood at one moment, each node and edge once, whoever writes to it meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

from graph.store.verbs import Dropped, Edge, Node, ReadDepth, Row, Store, row_key
from graph.transfer.lines import OnProgress, check_exists, in_order, pages
from graph.transfer.rows import End, Header, decode, encode

Types = Mapping[str, frozenset[type]]
"""The types that the values of each property have, by its name, sorted."""


class Snapshot:
    """What was read, kept in a file that can be read several times. Memory grows only with what is written meanwhile.

    Texts are there and what is made of them is not: neither `terms` nor `vector`.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._last: dict[tuple[str, str, str], int] = {}
        self._types: dict[type, defaultdict[str, set[type]]] = {Node: defaultdict(set), Edge: defaultdict(set)}
        self.seq = 0

    def read(self, store: Store, space: str, told: OnProgress) -> None:
        """All of the space has been read. Raises NotFound when it does not exist."""
        check_exists(store, space)
        begun_at = store.seq(space)
        for page in pages(store, space, reading=ReadDepth.BODY, on_progress=told):
            for row in in_order(page):
                if row.seq > begun_at:  # Only then may there be a row of the same thing before this one.
                    self._last[row_key(row)] = row.seq
                if not isinstance(row, Dropped):
                    self._keep(row)
            self.seq = page.seq

    def node_types(self) -> Types:
        """The properties of nodes."""
        return _frozen(self._types[Node])

    def edge_types(self) -> Types:
        """The properties of edges."""
        return _frozen(self._types[Edge])

    def nodes(self) -> Iterator[Node]:
        """Every node, in the order of seq."""
        return (row for row in self._rows('{"node":') if isinstance(row, Node))

    def edges(self) -> Iterator[Edge]:
        """Every edge, in the order of seq."""
        return (row for row in self._rows('{"edge":') if isinstance(row, Edge))

    def _keep(self, row: Node | Edge) -> None:
        self._file.write(encode(row))
        for name, value in row.properties.items():
            self._types[type(row)][name].add(type(value))

    def _rows(self, beginning: str) -> Iterator[Row]:
        self._file.seek(0)
        for line in self._file:
            if line.startswith(beginning):
                row = decode(line)
                if not isinstance(row, Header | End) and self._last.get(row_key(row), row.seq) == row.seq:
                    yield row


@contextmanager
def snapshot(store: Store, space: str, told: OnProgress) -> Iterator[Snapshot]:
    """The space as it stands when all of it has been read. Raises NotFound when it does not exist."""
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as file:
        found = Snapshot(file)
        found.read(store, space, told)
        yield found


def _frozen(types: Mapping[str, set[type]]) -> Types:
    return {name: frozenset(types[name]) for name in sorted(types)}
