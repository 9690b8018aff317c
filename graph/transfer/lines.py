"""A space as lines of JSON, and lines of JSON as a space: lossless, in bounded memory, while others write."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeGuard

from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import Changes, Dropped, Edge, Label, Node, ReadDepth, Row, Store, row_key
from graph.transfer.rows import End, Header, Line, decode, encode, order, parse, shown
from graph.values.items import SPACE_ID

PAGE_ROWS = 2_000  # What is held in memory at a time; with vectors and long texts some megabytes.
LOAD_ROWS = 4_000  # One transaction; with 10,000 a server spends twice the time on garbage, and saves none elsewhere.
LOAD_CHARACTERS = 8 * 1024 * 1024
LOADERS = 2  # While a server works on one page, the next is packed and sent.

SPACE_KEY = (SPACE_ID, "", "")

Told = Callable[[int, int], None]
"""Is told how far the work is: so many of so many."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Lines that were read to their end and found whole, and the space that they will be."""

    space: str
    node: Node  # the Space node, which is loaded last
    end: End


def _nobody(done: int, total: int) -> None:
    pass


def pages(store: Store, space: str, *, reading: ReadDepth = ReadDepth.ALL, told: Told = _nobody) -> Iterator[Changes]:
    """The whole space in pages of about PAGE_ROWS, until nothing is left; `told` counts in writes of the space.

    Of what is written meanwhile the last page tells too: of each node and edge the last row is how it stands at the
    seq of the last page, and one that is gone has its tombstone as its last row.
    """
    seq = 0
    while True:
        page = store.since(space, seq, limit=PAGE_ROWS, reading=reading)
        yield page
        seq = page.seq
        if not page.has_more:
            return
        told(seq, store.seq(space))


def in_order(page: Changes) -> list[Row]:
    """The rows of a page as they stand in a file; pages follow each other in this order too."""
    return sorted([*page.nodes, *page.edges, *page.dropped], key=order)


def export_space(store: Store, space: str, *, told: Told = _nobody) -> Iterator[str]:
    """The lines of a space, each with its end: header, rows in order, counts and checksum (docs/transfer.md).

    Equal spaces give equal lines, in whatever store they are. Raises NotFound at once when the space does not exist.
    """
    check_exists(store, space)
    return _export(store, space, told)


def check_exists(store: Store, space: str) -> None:
    """Raises NotFound when there is no such space."""
    if _space_node(store, space) is None:
        raise NotFound(f"space {space!r} does not exist; there is nothing to export")


def _export(store: Store, space: str, told: Told) -> Iterator[str]:
    digest = sha256()
    counts: Counter[type] = Counter()
    header = encode(Header(space))
    digest.update(header.encode())
    yield header
    seq = 0
    for page in pages(store, space, told=told):
        for row in in_order(page):
            line = encode(row)
            digest.update(line.encode())
            counts[type(row)] += 1
            yield line
        seq = page.seq
    yield encode(End(seq, counts[Node], counts[Edge], counts[Dropped], digest.hexdigest()))


def check(store: Store, lines: Iterable[str], *, space: str | None = None) -> Arrival:
    """The lines are whole, and the space of this name, else of the lines' own, holds nothing that is not in them.

    Nothing is written. What is there already is read beside the lines, both in their order. Raises BadInput with the
    number of the line that is wrong, and Conflict when the space holds anything else.
    """
    reading = _Reading(lines)
    name = reading.header.space if space is None else space
    # A name that was never used needs no reading: a server takes seconds to plan the first.
    here = (row for page in (pages(store, name) if store.seq(name) else ()) for row in in_order(page))
    expected = next(here, None)
    node: Node | None = None
    for row in reading.rows():
        if row_key(row) == SPACE_KEY:
            node = _renamed(row, name) if _is_space(row) else None
            row = node or row
        if row == expected:
            expected = next(here, None)
    if expected is not None:
        raise _occupied(store, name, expected)
    if node is None:
        raise BadInput(f"found no node {SPACE_ID!r}; expected the lines of a whole space")
    return Arrival(name, node, reading.end)


def load(store: Store, lines: Iterable[str], arrival: Arrival, *, told: Told = _nobody) -> None:
    """The space is there as the lines tell it, its Space node last: until then nobody sees it.

    `lines` are those that were checked; they are read twice more. Stopped anywhere, it is begun again with `check`.
    Raises Conflict when somebody else made a space of this name meanwhile.
    """
    last: dict[tuple[str, str, str], Row] = {SPACE_KEY: arrival.node}
    seq = arrival.end.seq

    def pages_of(what: type[Row]) -> Iterator[tuple[int, Changes]]:
        for batch in _batches(lines, what):
            last.update((row_key(row), row) for row in batch if _needs_space(row))
            yield len(batch), _page([row for row in batch if not _needs_space(row)], seq)

    done = 0
    # All of one before the next: an edge may stand before its end, and what is gone must be known to stay away.
    for what in _BEGINNINGS:
        for count in _loaded(store, arrival.space, pages_of(what)):
            done += count
            told(done, arrival.end.rows)
    store.load(arrival.space, _page([*last.values()], seq))
    if _space_node(store, arrival.space) != arrival.node:
        raise Conflict(f"space {arrival.space!r} was made by somebody else during the import; give it another name")


def import_space(store: Store, lines: Sequence[str], *, space: str | None = None) -> Arrival:
    """The lines are a space of this name, else of their own: `check`, then `load`."""
    arrival = check(store, lines, space=space)
    load(store, lines, arrival)
    return arrival


def discard(store: Store, space: str) -> None:
    """Nothing is left of an import that was interrupted. Raises Conflict for a space that is whole."""
    if _space_node(store, space) is not None:
        raise Conflict(f"space {space!r} is whole, not left over from an interrupted import; nothing was discarded")
    store.discard(space)


class _Reading:
    """The lines of an export from the first to the last, checked as they go by."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._digest = sha256()
        text = next(self._lines, "")
        header = _decoded(1, text)
        if not isinstance(header, Header):
            raise _wrong(1, text, "the first line of an export")
        self.header = header
        self._digest.update(text.encode())
        self.end = End(0, 0, 0, 0, "")

    def rows(self) -> Iterator[Row]:
        """Every row; `end` is the last line afterwards."""
        counts: Counter[type] = Counter()
        place = (0, 0, "", "", "")
        number = 1
        for number, text in enumerate(self._lines, 2):
            line = _decoded(number, text)
            if isinstance(line, End):
                self._check_end(number, line, counts, place[0])
                return
            if isinstance(line, Header) or (next_place := order(line)) <= place:
                raise _wrong(number, text, f"a row in the order of seq, here at least {place[0]}, and id")
            place = next_place
            counts[type(line)] += 1
            self._digest.update(text.encode())
            yield line
        raise BadInput(f"line {number + 1}: found the end of the file; expected more rows, and counts in the last line")

    def _check_end(self, number: int, end: End, counts: Counter[type], seq: int) -> None:
        found = (counts[Node], counts[Edge], counts[Dropped])
        if found != (end.nodes, end.edges, end.dropped):
            told = "{} nodes, {} edges and {} tombstones"
            raise _wrong(number, told.format(*found), told.format(end.nodes, end.edges, end.dropped))
        if self._digest.hexdigest() != end.sha256:
            raise _wrong(number, f"sha256 {self._digest.hexdigest()[:16]}", f"{end.sha256[:16]}: a line was changed")
        if seq > end.seq:
            raise _wrong(number, f"the end at seq {end.seq}", f"at least the last row's, {seq}")
        if (behind := next(self._lines, None)) is not None:
            raise _wrong(number + 1, behind, "nothing behind the last line")
        self.end = end


def _decoded(number: int, text: str) -> Line:
    try:
        return decode(text)
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from error


def _wrong(number: int, found: str, expected: str) -> BadInput:
    return BadInput(f"line {number}: found {shown(found)}; expected {expected}")


def _is_space(row: Row) -> TypeGuard[Node]:
    return isinstance(row, Node) and row.label is Label.SPACE


def _space_node(store: Store, space: str) -> Node | None:
    node = store.nodes(space, [SPACE_ID], ReadDepth.ALL).get(SPACE_ID)
    return node if node is not None and _is_space(node) else None


def _renamed(node: Node, name: str) -> Node:
    """The Space node of a space of this name."""
    return replace(node, properties={**node.properties, "name": name})


def _occupied(store: Store, name: str, row: Row) -> Conflict:
    what = f"such as {shown(encode(row))}"
    if _space_node(store, name) is not None:
        return Conflict(f"space {name!r} holds what is not in the file, {what}; import it under another name")
    return Conflict(f"an interrupted import of another file has left rows in {name!r}, {what}; discard them first")


_BEGINNINGS: dict[type[Row], str] = {Node: '{"node":', Dropped: '{"dropped":', Edge: '{"edge":'}


def _batches(lines: Iterable[str], what: type[Row]) -> Iterator[list[Row]]:
    """The rows of one type, but for the Space node, in parts that a store can take at once; of each key the last."""
    others = tuple(beginning for other, beginning in _BEGINNINGS.items() if other is not what)
    batch: dict[tuple[str, str, str], Row] = {}
    length = 0
    for text in lines:
        if text.startswith(others):  # Passed over without parsing.
            continue
        row = parse(text)
        if isinstance(row, Header | End) or not isinstance(row, what) or row_key(row) == SPACE_KEY:
            continue
        batch[row_key(row)] = row
        length += len(text)
        if len(batch) == LOAD_ROWS or length >= LOAD_CHARACTERS:
            yield list(batch.values())
            batch, length = {}, 0
    if batch:
        yield list(batch.values())


def _loaded(store: Store, space: str, pages: Iterator[tuple[int, Changes]]) -> Iterator[int]:
    """The count of each page once it has landed. While LOADERS are loaded the next is read, so that none waits."""
    under_way: deque[tuple[int, Future[None]]] = deque()

    def landed() -> int:
        count, loading = under_way.popleft()
        loading.result()
        return count

    with ThreadPoolExecutor(LOADERS) as loader:
        for count, page in pages:
            under_way.append((count, loader.submit(store.load, space, page)))
            if len(under_way) > LOADERS:
                yield landed()
        while under_way:
            yield landed()


def _needs_space(row: Row) -> bool:
    return isinstance(row, Edge) and SPACE_ID in (row.source, row.target)


def _page(rows: Sequence[Row], seq: int) -> Changes:
    return Changes(
        [row for row in rows if isinstance(row, Node)],
        [row for row in rows if isinstance(row, Edge)],
        [row for row in rows if isinstance(row, Dropped)],
        seq,
        has_more=False,
    )
