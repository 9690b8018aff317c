"""Exports and imports whole spaces as lines of JSON: lossless, in bounded memory, while others write."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeGuard

from graph.errors import BadInput, Conflict, NotFound
from graph.knowledge import was_deleted
from graph.store.verbs import Changes, Dropped, Edge, Label, Node, ReadDepth, Row, Store, row_key
from graph.transfer.rows import End, Header, Line, check_readable, decode, encode, order, parse, shortened
from graph.values.items import SPACE_ID

PAGE_ROWS = 2_000  # Rows in memory at a time; some megabytes with vectors and long texts.
LOAD_ROWS = 1_000  # Rows in a transaction: other writers wait. 4,000 took 85 ms of the processor on SQLite.
LOAD_CHARACTERS = 8 * 1024 * 1024

SPACE_KEY = (SPACE_ID, "", "")

OnProgress = Callable[[int, int], None]
"""Called with how much of the work is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Lines that were checked, and the space that they will become."""

    space: str
    node: Node  # the Space node, which is loaded last
    end: End


def ignore_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def pages(
    store: Store, space: str, *, reading: ReadDepth = ReadDepth.ALL, on_progress: OnProgress = ignore_progress
) -> Iterator[Changes]:
    """The whole space in pages of about PAGE_ROWS. `on_progress` counts writes of the space.

    The pages include what is written meanwhile, so a node or an edge may come several times. Its last row is its state
    at the seq of the last page, or its tombstone.
    """
    seq = 0
    while True:
        page = store.since(space, seq, limit=PAGE_ROWS, reading=reading)
        if not page.is_whole and page.seq > seq + 1:
            page = _without_last(page)  # It is read once more, by itself.
        yield page
        seq = page.seq
        if not page.has_more:
            return
        on_progress(seq, store.seq(space))


def _without_last(page: Changes) -> Changes:
    """The page without its last write."""
    rows = (page.nodes, page.edges, page.dropped)
    nodes, edges, dropped = ([row for row in each if row.seq < page.seq] for each in rows)
    return Changes(nodes, edges, dropped, page.seq - 1, has_more=True)  # type: ignore[arg-type]


def in_order(page: Changes) -> list[Row]:
    """The rows of a page in the order of a file."""
    return sorted([*page.nodes, *page.edges, *page.dropped], key=order)


def export_space(store: Store, space: str, *, on_progress: OnProgress = ignore_progress) -> Iterator[str]:
    """The lines of a space, with line ends: header, rows in order, counts and checksum (docs/transfer.md).

    Equal spaces give equal lines, whatever the store. Raises NotFound before the first line.
    """
    check_exists(store, space)
    return _export(store, space, on_progress)


def check_exists(store: Store, space: str) -> None:
    """Raises NotFound if the space does not exist."""
    if _space_node(store, space) is None:
        raise NotFound(f"space {space!r} does not exist, expected one of this store's spaces")


def _export(store: Store, space: str, on_progress: OnProgress) -> Iterator[str]:
    digest = sha256()
    counts: Counter[type] = Counter()
    header = encode(Header(space))
    digest.update(header.encode())
    yield header
    seq = 0
    for page in pages(store, space, on_progress=on_progress):
        for row in in_order(page):
            line = encode(row)
            digest.update(line.encode())
            counts[type(row)] += 1
            yield line
        seq = page.seq
    yield encode(End(seq, counts[Node], counts[Edge], counts[Dropped], digest.hexdigest()))


def check(store: Store, lines: Iterable[str], *, space: str | None = None) -> Arrival:
    """Check that the lines are a whole export, that its items can be read, and that the space has no other rows.

    The space is the one with this name, or else with the name in the header. Writes nothing. Raises BadInput with the
    number of the wrong line, and Conflict if the space has other rows.
    """
    checked = _checked(lines)
    header = next(checked)
    assert isinstance(header, Header)
    name = header.space if space is None else space
    # Do not read a name that was never used: a server needs seconds to plan its first read.
    # A space of this name that was deleted has left a tombstone of its own node.
    here = (
        row
        for page in (pages(store, name) if store.seq(name) else ())
        for row in in_order(page)
        if not (isinstance(row, Dropped) and row_key(row) == SPACE_KEY)
    )
    expected = next(here, None)
    node: Node | None = None
    end = End(0, 0, 0, 0, "")
    for row in checked:
        if isinstance(row, Header | End):
            end = row if isinstance(row, End) else end
            continue
        if row_key(row) == SPACE_KEY:
            node = replace(row, properties={**row.properties, "name": name}) if _is_space(row) else None
            row = node or row
        if row == expected:
            expected = next(here, None)
    if expected is not None:
        what = f"such as {shortened(encode(expected))}"
        if _space_node(store, name) is not None:
            raise Conflict(f"space {name!r} has rows that are not in the file, {what}; import it under another name")
        raise Conflict(
            f"an interrupted import of another file has left rows in space {name!r}, {what}; discard them first"
        )
    if node is None:
        raise BadInput(f"found no node {SPACE_ID!r}; expected an export of a whole space")
    return Arrival(name, node, end)


def load(store: Store, lines: Iterable[str], arrival: Arrival, *, on_progress: OnProgress = ignore_progress) -> None:
    """Load the space, its Space node last: until then nobody sees it, and nobody can make a space of this name.

    `lines` are those that were checked; they are read twice more. After an interruption, start again with
    `check`. Raises Conflict if somebody else has made a space with this name meanwhile.
    """
    last: dict[tuple[str, str, str], Row] = {SPACE_KEY: arrival.node}
    seq = arrival.end.seq
    if was_deleted(store, arrival.space):
        store.clear(arrival.space)

    # A seq alone reserves the name: `KnowledgeGraph.create_space` makes no space where there is one.
    store.load(arrival.space, _changes_of([], 1))
    if _space_node(store, arrival.space) not in (None, arrival.node):
        raise _taken_error(arrival.space)
    done = 0
    # Nodes and tombstones before edges, since an edge may come before its end in the file.
    for of_edges in (False, True):
        for batch in _batches(lines, of_edges=of_edges):
            last.update((row_key(row), row) for row in batch if _needs_space(row))
            store.load(arrival.space, _changes_of([row for row in batch if not _needs_space(row)], seq))
            done += len(batch)
            on_progress(done, arrival.end.rows)
    store.load(arrival.space, _changes_of([*last.values()], seq))
    if _space_node(store, arrival.space) != arrival.node:
        raise _taken_error(arrival.space)


def import_space(store: Store, lines: Sequence[str], *, space: str | None = None) -> Arrival:
    """`check` the lines, then `load` them."""
    arrival = check(store, lines, space=space)
    load(store, lines, arrival)
    return arrival


def discard(store: Store, space: str) -> None:
    """Delete what an interrupted import has left behind. Raises Conflict for a complete space."""
    if _space_node(store, space) is not None:
        raise Conflict(f"space {space!r} is complete, expected the rest of an interrupted import; nothing was deleted")
    store.clear(space)


def interrupted_imports(store: Store) -> list[str]:
    """The names of spaces that are being imported, or whose import was interrupted. Two reads, and one for each."""
    names = store.names()  # First: an import that ends between the two reads has not been interrupted.
    whole = store.spaces()
    # The program's own spaces, such as /meters, have no Space node.
    left = [name for name in names if name not in whole and not name.startswith("/")]
    return [name for name in left if not was_deleted(store, name)]


def _checked(lines: Iterable[str]) -> Iterator[Line]:
    """The lines of an export, checked while they are read: the header, the rows in order, and the end."""
    digest = sha256()
    counts: Counter[type] = Counter()
    place = (0, 0, "", "", "")
    number = 0
    texts = iter(lines)
    for number, text in enumerate(texts, 1):
        try:
            line = decode(text)
            if isinstance(line, Node | Edge | Dropped):
                check_readable(line)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}") from error
        if isinstance(line, Header) != (number == 1):
            raise _wrong_line(number, text, "the first line of an export" if number == 1 else "a row")
        if isinstance(line, End):
            _check_end(number, line, counts, digest.hexdigest(), place[0])
            if (behind := next(texts, None)) is not None:
                raise _wrong_line(number + 1, behind, "nothing after the last line")
            yield line
            return
        if not isinstance(line, Header):
            if (next_place := order(line)) <= place:
                raise _wrong_line(number, text, f"a row in the order of seq, here at least {place[0]}, and id")
            place = next_place
            counts[type(line)] += 1
        digest.update(text.encode())
        yield line
    raise BadInput(f"line {number + 1}: found the end of the file; expected more rows, and counts in the last line")


def _check_end(number: int, end: End, counts: Counter[type], digest: str, seq: int) -> None:
    found = (counts[Node], counts[Edge], counts[Dropped])
    if found != (end.nodes, end.edges, end.dropped):
        counts_as_text = "{} nodes, {} edges and {} tombstones".format
        raise _wrong_line(number, counts_as_text(*found), counts_as_text(end.nodes, end.edges, end.dropped))
    if digest != end.sha256:
        raise _wrong_line(number, f"sha256 {digest[:16]}", f"{end.sha256[:16]}: a line was changed")
    if seq > end.seq:
        raise _wrong_line(number, f"the end at seq {end.seq}", f"at least the last row's, {seq}")


def _wrong_line(number: int, found: str, expected: str) -> BadInput:
    return BadInput(f"line {number}: found {shortened(found)}; expected {expected}")


def _is_space(row: Row) -> TypeGuard[Node]:
    return isinstance(row, Node) and row.label is Label.SPACE


def _space_node(store: Store, space: str) -> Node | None:
    node = store.nodes(space, [SPACE_ID], ReadDepth.ALL).get(SPACE_ID)
    return node if node is not None and _is_space(node) else None


def _taken_error(space: str) -> Conflict:
    return Conflict(f"somebody else has made space {space!r} during the import; import under another name")


def _batches(lines: Iterable[str], *, of_edges: bool) -> Iterator[list[Row]]:
    """Edges, or all else but the Space node, in batches for one transaction; in each, the last row of a key."""
    others = ('{"node":', '{"dropped":') if of_edges else ('{"edge":',)
    batch: dict[tuple[str, str, str], Row] = {}
    length = 0
    for text in lines:
        if text.startswith(others):  # Skipped without parsing.
            continue
        row = parse(text)
        if isinstance(row, Header | End) or isinstance(row, Edge) is not of_edges or row_key(row) == SPACE_KEY:
            continue
        batch[row_key(row)] = row
        length += len(text)
        if len(batch) == LOAD_ROWS or length >= LOAD_CHARACTERS:
            yield list(batch.values())
            batch, length = {}, 0
    if batch:
        yield list(batch.values())


def _needs_space(row: Row) -> bool:
    return isinstance(row, Edge) and SPACE_ID in (row.source, row.target)


def _changes_of(rows: Sequence[Row], seq: int) -> Changes:
    return Changes(
        [row for row in rows if isinstance(row, Node)],
        [row for row in rows if isinstance(row, Edge)],
        [row for row in rows if isinstance(row, Dropped)],
        seq,
        has_more=False,
    )
