"""A space that has moved is the space that was, whatever it held and whoever wrote meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from itertools import count

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graph.errors import BadInput, Conflict, NotFound, StoreError
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Changes, DropNode, Dropped, Edge, Kind, Label, Node, Op, PutNode, ReadDepth, Store
from graph.transfer import lines as transfer
from graph.transfer.lines import (
    check,
    discard,
    export_space,
    import_space,
    interrupted_imports,
    load,
)
from graph.transfer.rows import End, decode, encode, parse
from graph.values.items import SPACE_ID, Role
from tests.contract.ops import ends, link, put, whole
from tests.contract.test_differential import batches, outcome

_numbers = count()

SPACE_PUT = PutNode(Label.SPACE, SPACE_ID, {"name": "ada", "message_count": 3, "next_id": 9})


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store."""
    opened = open_store(":memory:")
    yield opened
    opened.close()


@pytest.fixture
def other() -> Iterator[Store]:
    """Another empty store."""
    opened = open_store(":memory:")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """Two stores in files, for examples that each have a space of their own."""
    folder = tmp_path_factory.mktemp("transfer")
    opened = open_store(str(folder / "one.db")), open_store(str(folder / "two.db"))
    yield opened
    for each in opened:
        each.close()


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and loads of few rows, so that small spaces have many."""
    monkeypatch.setattr(transfer, "PAGE_ROWS", 3)
    monkeypatch.setattr(transfer, "LOAD_ROWS", 2)
    monkeypatch.setattr(transfer, "check_readable", lambda row: None)  # These spaces hold any graph.


def write_ada(store: Store) -> None:
    """A space whose edges are older than their ends, with tombstones."""
    first = [put("m1", body="ışık", vector=b"\0\xff"), put("e1", label=Label.ENTITY, key="k")]
    store.write("ada", [SPACE_PUT, *first])
    store.write("ada", [link("m1", "e1", rank=1), link("e1", SPACE_ID, Kind.ABOUT), put("m2", position=3.0)])
    store.write("ada", [link("m2", "e1"), put("m3"), link("m3", "m1")])
    store.write("ada", [DropNode("m3"), put("e1", label=Label.ENTITY, name="Ada")])
    store.write("ada", [PutNode(Label.SPACE, SPACE_ID, {"message_count": 4})])


def ada_lines(store: Store) -> list[str]:
    """That space's export."""
    write_ada(store)
    return list(export_space(store, "ada"))


class Busy:
    """A store in which somebody writes before each page is read, while there is something to write."""

    def __init__(self, store: Store, writes: list[list[Op]]) -> None:
        self._store = store
        self._writes = list(writes)
        self.nodes = store.nodes
        self.seq = store.seq

    def since(self, space: str, seq: int, *, limit: int, reading: ReadDepth) -> Changes:
        """See Store.since."""
        if self._writes:
            outcome(self._store, space, self._writes.pop(0))
        return self._store.since(space, seq, limit=limit, reading=reading)


class Failing:
    """A store that fails at one of its loads, before or after that has taken effect."""

    def __init__(self, store: Store, at: int, *, is_after: bool) -> None:
        self._store = store
        self._at = at
        self._numbers = count(1)  # Loads come from several threads.
        self._is_after = is_after
        self.nodes = store.nodes
        self.since = store.since
        self.seq = store.seq

    def load(self, space: str, changes: Changes) -> None:
        """See Store.load."""
        number = next(self._numbers)
        if number != self._at or self._is_after:
            self._store.load(space, changes)
        if number == self._at:
            raise StoreError("the power went")


def test_export_is_lines_in_order(store: Store) -> None:
    """Header, rows by seq, counts and checksum."""
    lines = ada_lines(store)

    assert [line.split('"sha256"')[0] for line in lines] == [
        '{"format":"remembrancer-space","version":1,"schema":1,"space":"ada"}\n',
        '{"node":"m1","label":"Message","version":1,"seq":1,"properties":{"body":"ışık","vector":"AP8="}}\n',
        '{"node":"m2","label":"Message","version":1,"seq":2,"properties":{"position":3.0}}\n',
        '{"edge":["e1","ABOUT","space"],"seq":2,"properties":{}}\n',
        '{"edge":["m1","MENTIONS","e1"],"seq":2,"properties":{"rank":1}}\n',
        '{"edge":["m2","MENTIONS","e1"],"seq":3,"properties":{}}\n',
        '{"node":"e1","label":"Entity","version":2,"seq":4,"properties":{"key":"k","name":"Ada"}}\n',
        '{"dropped":"m3","seq":4}\n',
        '{"dropped":["m3","MENTIONS","m1"],"seq":4}\n',
        '{"node":"space","label":"Space","version":2,"seq":5,"properties":{"message_count":4,"name":"ada","next_id":9}}\n',
        '{"end":5,"nodes":4,"edges":3,"dropped":2,',
    ]


def test_space_that_is_not_there_is_not_exported(store: Store) -> None:
    """It is refused at once, not with the first line; also where rows are, but no Space node."""
    store.write("half", [put("m1")])

    for space in ("ada", "half"):
        with pytest.raises(NotFound, match="does not exist"):
            export_space(store, space)


@settings(max_examples=30, deadline=None, suppress_health_check=[*HealthCheck])
@given(batches=batches)
def test_moved_space_is_the_same(stores: tuple[Store, Store], batches: list) -> None:
    """Any graph goes there and back under its name, and each export of it is the same, byte for byte."""
    one, two = stores
    name = f"space {next(_numbers)}"
    for batch in [*batches, [PutNode(Label.SPACE, SPACE_ID, {"name": name})]]:
        outcome(one, name, batch)
    assume(name in one.spaces())
    before = whole(one, name)
    first = list(export_space(one, name))

    import_space(two, first)
    second = list(export_space(two, name))
    one.clear(name)
    import_space(one, second)
    third = list(export_space(one, name))

    assert first == second == third
    assert whole(two, name) == whole(one, name) == before


@settings(max_examples=30, deadline=None, suppress_health_check=[*HealthCheck])
@given(batches=batches, written=st.integers(0, 8))
def test_moving_while_others_write(stores: tuple[Store, Store], batches: list, written: int) -> None:
    """Writes between the pages of an export are in it whole: what arrives is the space at the seq of its last line."""
    one, two = stores
    name = f"space {next(_numbers)}"
    space = PutNode(Label.SPACE, SPACE_ID, {"name": name})
    for batch in [*batches[:written], [space]]:
        outcome(one, name, batch)
    assume(name in one.spaces())
    meanwhile = [*batches[written:], [space]]

    lines = list(export_space(Busy(one, meanwhile), name))  # type: ignore[arg-type]

    history = open_store(":memory:")
    end = decode(lines[-1])
    for batch in [*batches[:written], [space], *meanwhile]:
        if isinstance(end, End) and history.seq(name) < end.seq:
            outcome(history, name, batch)
    if name in history.spaces():
        import_space(two, lines)
        assert whole(two, name) == whole(history, name)
    history.close()


def test_moving_while_somebody_prunes(store: Store, other: Store) -> None:
    """What goes for good takes along edges that the file has already, and no tombstone tells of each of them."""
    write_ada(store)
    pruned = [DropNode("m1", is_final=True), DropNode("m2", is_final=True)]

    lines = list(export_space(Busy(store, [[], [], pruned]), "ada"))  # type: ignore[arg-type]
    import_space(other, lines)

    written = [(edge.source, edge.target) for edge in map(decode, lines) if isinstance(edge, Edge)]
    assert ("m1", "e1") in written
    assert whole(other, "ada") == whole(store, "ada")
    assert ends(whole(other, "ada").edges) == [("e1", SPACE_ID)]


def test_import_under_another_name(store: Store) -> None:
    """The Space node takes the name; all else is as it was, and the space that was exported stays."""
    lines = ada_lines(store)
    before = whole(store, "ada")

    import_space(store, lines, space="nil")

    here = whole(store, "nil")
    assert store.nodes("nil", [SPACE_ID])[SPACE_ID].properties["name"] == "nil"
    assert [node for node in here.nodes if node.id != SPACE_ID] == [
        node for node in before.nodes if node.id != SPACE_ID
    ]
    assert (here.edges, here.dropped, here.seq) == (before.edges, before.dropped, before.seq)
    assert whole(store, "ada") == before
    assert [*store.spaces()] == ["ada", "nil"]


def test_importing_again_changes_nothing(store: Store, other: Store) -> None:
    """A space that holds the lines already stays as it is."""
    lines = ada_lines(store)
    import_space(other, lines)
    before = whole(other, "ada")

    import_space(other, lines)

    assert whole(other, "ada") == before


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("at", [1, 2, 3, 4, 5, 6, 7])
def test_interrupted_import_is_unseen_and_goes_on(store: Store, other: Store, at: int, is_after: bool) -> None:
    """Whichever load fails, nobody sees the space before the last; run again, the import ends as if never stopped."""
    lines = ada_lines(store)

    with pytest.raises(StoreError, match="power"):
        import_space(Failing(other, at, is_after=is_after), lines)  # type: ignore[arg-type]
    seen = [*other.spaces()]
    import_space(other, lines)

    assert seen == (["ada"] if (at, is_after) == (7, True) else [])
    assert whole(other, "ada") == whole(store, "ada")


def test_interrupted_import_is_discarded(store: Store, other: Store) -> None:
    """Nothing is left of it, and another file goes in under the name; a whole space is never discarded."""
    lines = ada_lines(store)
    with pytest.raises(StoreError):
        import_space(Failing(other, 3, is_after=True), lines)  # type: ignore[arg-type]

    discard(other, "ada")

    assert other.seq("ada") == 0
    import_space(other, lines)
    with pytest.raises(Conflict, match="is complete"):
        discard(other, "ada")
    assert whole(other, "ada") == whole(store, "ada")


def interrupted(store: Store, other: Store, at: int) -> list[str]:
    """The lines of ada; her import into `other` has failed behind this load."""
    lines = ada_lines(store)
    with pytest.raises(StoreError):
        import_space(Failing(other, at, is_after=True), lines)  # type: ignore[arg-type]
    return lines


@pytest.mark.parametrize("at", [1, 2, 4])
def test_interrupted_import_cannot_be_overlaid(store: Store, other: Store, now: datetime, at: int) -> None:
    """Nobody makes a space on top of the rest of an import; the import still ends, or is discarded for a new space."""
    lines = interrupted(store, other, at)
    knowledge = KnowledgeGraph(other)

    with pytest.raises(Conflict, match=r"interrupted.* in space 'ada'.*--discard"):
        knowledge.create_space("ada", now=now)
    import_space(other, lines)
    assert whole(other, "ada") == whole(store, "ada")

    other.clear("ada")
    interrupted(store, other, at)
    discard(other, "ada")
    knowledge.create_space("ada", now=now)
    appended = knowledge.append("ada", [Line(role=Role.USER, body="Hello.")], now=now)
    assert appended.new == ("m00000001",)


def test_interrupted_imports_are_told(store: Store, other: Store) -> None:
    """Their names are listed until they are whole or gone."""
    lines = interrupted(store, other, 2)
    other.write("bo", [PutNode(Label.SPACE, SPACE_ID, {"name": "bo"})])

    during = interrupted_imports(other)
    import_space(other, lines)

    assert (during, interrupted_imports(other)) == (["ada"], [])


def test_space_made_during_the_check_is_left_alone(store: Store, other: Store, now: datetime) -> None:
    """An import whose name was taken meanwhile loads nothing into the space of somebody else."""
    lines = ada_lines(store)
    arrival = check(other, lines)
    knowledge = KnowledgeGraph(other)
    knowledge.create_space("ada", now=now)

    with pytest.raises(Conflict, match="somebody else has made"):
        load(other, lines, arrival)

    assert knowledge.append("ada", [Line(role=Role.USER, body="Hello.")], now=now).new == ("m00000001",)


def test_import_under_way_is_not_read(store: Store, other: Store) -> None:
    """Who asks for the space in the middle of its import is told that there is none, and finds all of it later."""
    knowledge = KnowledgeGraph(other)
    lines = ada_lines(store)
    with pytest.raises(StoreError):
        import_space(Failing(other, 1, is_after=True), lines)  # type: ignore[arg-type]

    with pytest.raises(NotFound, match="'ada' does not exist"):
        knowledge.index("ada")
    import_space(other, lines)

    assert len(knowledge.index("ada")) == len(KnowledgeGraph(store).index("ada")) == 3


def test_space_with_other_content_is_refused(store: Store, other: Store) -> None:
    """A space that holds anything that is not in the lines stays as it is, be it whole or left over."""
    lines = ada_lines(store)
    other.write("ada", [SPACE_PUT, put("m1", body="mine")])
    other.write("half", [put("m9")])
    before = whole(other, "ada"), whole(other, "half")

    with pytest.raises(Conflict, match=r"space 'ada' has rows that are not in the file, such as .*another name"):
        import_space(other, lines)
    with pytest.raises(Conflict, match=r"an interrupted import of another file .* 'half', such as .*discard"):
        import_space(other, lines, space="half")

    assert (whole(other, "ada"), whole(other, "half")) == before


def test_space_that_went_on_is_refused(store: Store, other: Store) -> None:
    """After a write in the imported space the same file is not imported over it."""
    lines = ada_lines(store)
    import_space(other, lines)
    other.write("ada", [put("m4")])
    before = whole(other, "ada")

    with pytest.raises(Conflict, match="m4"):
        import_space(other, lines)

    assert whole(other, "ada") == before


def test_space_made_meanwhile_is_told(store: Store, other: Store) -> None:
    """When somebody makes a space of the name between check and end, the import does not claim to be it."""
    lines = ada_lines(store)
    arrival = check(other, lines)
    for _ in range(9):
        other.write("ada", [SPACE_PUT])

    with pytest.raises(Conflict, match="somebody else has made"):
        load(other, lines, arrival)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [], "line 1: found the end of the file; expected more rows"),
        (lambda lines: lines[1:], r"line 1: found \{\"node.*expected the first line of an export"),
        (lambda lines: lines[:-1], "line 11: found the end of the file; expected more rows, and counts"),
        (lambda lines: lines[:1], "line 2: found the end of the file"),
        (lambda lines: [*lines[:3], lines[3][:20]], r"line 4: found \{\"edge.*expected a line of an export"),
        (lambda lines: [*lines, "\n"], "line 12: found nothing; expected nothing after the last line"),
        (lambda lines: [*lines[:2], lines[0], *lines[2:]], r"line 3: found \{\"format.*expected a row"),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], r"line 3: found .* in the order of seq, here at least 1,"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "line 3: found .* in the order of seq"),
        (lambda lines: [*lines[:2], *lines[3:]], "line 10: found 3 nodes, 3 edges and 2 tomb.* expected 4 nodes, 3"),
        (lambda lines: [lines[0], lines[1].replace("ışık", "karanlık"), *lines[2:]], "line 11: found sha256 .*changed"),
        (lambda lines: [lines[0].replace("ada", "eve"), *lines[1:]], "line 11: found sha256 .* a line was changed"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"end":5', '"end":4')], "line 11: found the end at seq 4; .* 5"),
    ],
)
def test_damaged_lines_write_nothing(store: Store, other: Store, change: object, message: str) -> None:
    """The error has the line's number, what was found and what was expected."""
    lines = change(ada_lines(store))  # type: ignore[operator]

    with pytest.raises(BadInput, match=message):
        import_space(other, lines)

    assert other.seq("ada") == 0


def test_edge_without_its_end_is_refused(store: Store, other: Store) -> None:
    """In a file that somebody has edited, with a new checksum: its end is named, and nothing of the space is seen."""
    lines = [line for line in ada_lines(store)[:-1] if not line.startswith('{"node":"m2"')]
    digest = sha256("".join(lines).encode()).hexdigest()
    counts = Counter(type(parse(line)) for line in lines)
    lines.append(encode(End(5, counts[Node], counts[Edge], counts[Dropped], digest)))

    with pytest.raises(NotFound, match="node m2 does not exist, expected it as an end of edge"):
        import_space(other, lines)

    assert (other.spaces(), interrupted_imports(other)) == ({}, ["ada"])
    discard(other, "ada")
    assert other.seq("ada") == 0


def test_lines_without_a_space_are_refused(store: Store, other: Store) -> None:
    """A space that was dropped while it was exported is none."""
    write_ada(store)
    lines = list(export_space(Busy(store, [[DropNode(SPACE_ID)]]), "ada"))  # type: ignore[arg-type]

    with pytest.raises(BadInput, match="no node 'space'"):
        import_space(other, lines)


def test_progress_is_told(store: Store, other: Store) -> None:
    """Both ways say how far they are of how much."""
    write_ada(store)
    told: list[tuple[int, int]] = []

    lines = list(export_space(store, "ada", on_progress=lambda done, total: told.append((done, total))))
    load(other, lines, check(other, lines), on_progress=lambda done, total: told.append((done, total)))

    assert told == [(2, 5), (4, 5), (2, 9), (4, 9), (5, 9), (7, 9), (8, 9)]


def test_nodes_are_typed(store: Store, other: Store) -> None:
    """Whole numbers that are floats stay floats, and truths stay truths."""
    store.write("ada", [SPACE_PUT, put("m1", a=1, b=1.0, c=True, d=(), e="1", position=2.0)])

    import_space(other, list(export_space(store, "ada")))

    node: Node = other.nodes("ada", ["m1"])["m1"]
    assert {name: repr(value) for name, value in node.properties.items()} == {
        "a": "1",
        "b": "1.0",
        "c": "True",
        "d": "()",
        "e": "'1'",
        "position": "2.0",
    }
