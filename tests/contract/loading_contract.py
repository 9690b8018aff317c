"""What moving rows promises, whatever keeps the graph."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import Changes, DropEdge, DropNode, Dropped, Edge, Kind, Label, Node, Row, Store, Value
from tests.contract.ops import SPACE, ends, ids, link, put, whole

COPY = "a copy"


def page(*rows: Row, seq: int = 9) -> Changes:
    """A page of these rows."""
    nodes = [row for row in rows if isinstance(row, Node)]
    edges = [row for row in rows if isinstance(row, Edge)]
    return Changes(nodes, edges, [row for row in rows if isinstance(row, Dropped)], seq, has_more=False)


def node(id: str, seq: int, *, label: Label = Label.MESSAGE, version: int = 1, **properties: Value) -> Node:
    """A node as it was read elsewhere."""
    return Node(label, id, properties, version, seq)


def edge(source: str, target: str, seq: int, **properties: Value) -> Edge:
    """An edge as it was read elsewhere."""
    return Edge(source, Kind.MENTIONS, target, properties, seq)


def gone(source: str, seq: int, target: str | None = None) -> Dropped:
    """The tombstone of a node, or of the edge to `target`."""
    return Dropped(source, Kind.MENTIONS if target else None, target, seq)


def write_history(store: Store) -> None:
    """Eight writes that leave every sort of row, and edges older than their ends."""
    store.write(SPACE, [put("space", label=Label.SPACE, name="ada")])
    store.write(SPACE, [put("m1", body="ışık", terms="isik", vector=b"\0\xff"), put("e1", label=Label.ENTITY, key="k")])
    store.write(SPACE, [link("m1", "e1", rank=1, tags=("a", "b")), link("e1", "m1"), put("m2", position=3.0)])
    store.write(SPACE, [put("m1", n=2**53 + 1, x=0.1, yes=True, body="two")])
    store.write(SPACE, [link("m2", "e1"), link("m2", "m1", Kind.BRANCHES_FROM)])
    store.write(SPACE, [DropEdge("m1", Kind.MENTIONS, "e1"), DropNode("m2")])
    store.write(SPACE, [put("e1", label=Label.ENTITY, name="Ada", key="ada"), put("m3", chat="c")])
    store.write(SPACE, [DropNode("m3")])


class LoadingContract:
    """Promises of `load` and `discard`."""

    def test_loaded_space_is_the_same(self, store: Store) -> None:
        """Every row is there with its version, seq, properties and their types, tombstones and the number too."""
        write_history(store)

        store.load(COPY, whole(store))

        assert whole(store, COPY) == whole(store)
        types = [
            [
                (name, type(value))
                for each in whole(store, space).nodes
                for name, value in sorted(each.properties.items())
            ]
            for space in (SPACE, COPY)
        ]
        assert types[0] == types[1]
        assert store.seq(COPY) == store.seq(SPACE) == 8
        assert [*store.spaces()] == [COPY, SPACE]

    @pytest.mark.parametrize("limit", [1, 2, 3, 100])
    def test_loaded_in_pages(self, store: Store, limit: int) -> None:
        """Nodes and tombstones of all pages, then their edges, make the same space, and once more changes nothing."""
        write_history(store)
        pages = [store.since(SPACE, 0, limit=limit)]
        while pages[-1].has_more:
            pages.append(store.since(SPACE, pages[-1].seq, limit=limit))
        loads = [replace(each, edges=()) for each in pages] + [replace(each, nodes=(), dropped=()) for each in pages]

        for changes in loads * 2:
            store.load(COPY, changes)

        assert whole(store, COPY) == whole(store)

    def test_loaded_space_goes_on(self, store: Store) -> None:
        """Writes after a load count on from the loaded versions and the loaded number, and finds find its nodes."""
        store.load(SPACE, page(node("m1", 5, version=3, chat="a", position=1.0, body="text"), seq=7))

        assert store.find(SPACE, Label.MESSAGE, {"chat": "a"}, order="position", limit=2) != []
        assert store.write(SPACE, [put("m1", expect=3, chat="b")]) == 8
        assert whole(store).nodes == [node("m1", 8, version=4, chat="b", position=1.0, body="text")]
        assert store.find(SPACE, Label.MESSAGE, {"chat": "a"}, limit=2) == []
        with pytest.raises(Conflict):
            store.write(SPACE, [put("m1", expect=3)])

    def test_number_never_falls(self, store: Store) -> None:
        """The space's number is the greater of its own and the page's; an empty page raises it too."""
        for seq, expected in ((4, 4), (2, 4), (6, 6), (0, 6)):
            store.load(SPACE, page(seq=seq))
            assert store.seq(SPACE) == expected

        store.load("another", page(seq=0))
        assert store.seq("another") == 0

    def test_newer_node_replaces_all(self, store: Store) -> None:
        """Of a loaded node nothing old is left: no property, no text, no vector, not the label."""
        store.write(SPACE, [put("m1", a=1, chat="c", body="old", terms="t", vector=b"v")])

        store.load(SPACE, page(node("m1", 2, label=Label.FACT, version=7, b=2)))

        assert whole(store).nodes == [node("m1", 2, label=Label.FACT, version=7, b=2)]
        assert store.find(SPACE, Label.MESSAGE, limit=5) == []
        assert ids(store.find(SPACE, Label.FACT, limit=5)) == ["m1"]

    def test_replaced_node_keeps_its_edges(self, store: Store) -> None:
        """A newer node takes the place of the older one; the edges at it stay."""
        store.load(SPACE, page(node("m1", 1), node("e1", 1, label=Label.ENTITY), edge("m1", "e1", 2, rank=1)))
        store.load(SPACE, page(node("m1", 3, version=2, a=1)))

        assert whole(store).edges == [edge("m1", "e1", 2, rank=1)]

    @pytest.mark.parametrize("seq", [4, 5])
    def test_older_and_equal_rows_change_nothing(self, store: Store, seq: int) -> None:
        """What is here stays when what comes is not newer, be it a node, an edge or a tombstone."""
        here = [node("m1", 5, a=1), node("m2", 5), edge("m1", "m2", 5, rank=1), gone("m3", 5), gone("m2", 5, "m1")]
        store.load(SPACE, page(*here))
        before = whole(store)

        store.load(SPACE, page(node("m1", seq, b=2), edge("m1", "m2", seq), node("m3", seq), edge("m2", "m1", seq)))
        store.load(SPACE, page(gone("m1", seq), gone("m1", seq, "m2")))

        assert whole(store) == before

    def test_newer_edge_replaces_all(self, store: Store) -> None:
        """A newer edge has its own properties only, in both directions of reading."""
        store.load(SPACE, page(node("m1", 1), node("m2", 1), edge("m1", "m2", 2, rank=1, score=0.5)))
        store.load(SPACE, page(edge("m1", "m2", 3, rank=2)))

        assert whole(store).edges == [edge("m1", "m2", 3, rank=2)]
        assert store.edges(SPACE, ["m2"], [Kind.MENTIONS], 5) == [edge("m1", "m2", 3, rank=2)]

    def test_newer_tombstone_removes(self, store: Store) -> None:
        """A tombstone takes the place of an edge, or of a node and all edges at it."""
        three = [node("m1", 1), node("m2", 1), node("m3", 1)]
        edges = [edge("m1", "m2", 2), edge("m2", "m1", 2), edge("m3", "m2", 2), edge("m3", "m3", 2)]
        store.load(SPACE, page(*three, *edges))

        store.load(SPACE, page(gone("m3", 3, "m3"), gone("m1", 4), gone("m1", 4, "m2"), gone("m2", 4, "m1")))

        assert ids(whole(store).nodes) == ["m2", "m3"]
        assert ends(whole(store).edges) == [("m3", "m2")]
        assert whole(store).dropped == [gone("m3", 3, "m3"), gone("m1", 4), gone("m1", 4, "m2"), gone("m2", 4, "m1")]

    def test_node_that_goes_takes_edges_without_tombstones(self, store: Store) -> None:
        """A node's tombstone removes all edges at the node, and adds no tombstones that nobody gave."""
        store.load(SPACE, page(node("m1", 1), node("m2", 1), edge("m1", "m2", 2), edge("m2", "m1", 2)))
        store.load(SPACE, page(gone("m1", 3)))

        assert (whole(store).edges, whole(store).dropped) == ([], [gone("m1", 3)])

    def test_newer_things_remove_tombstones(self, store: Store) -> None:
        """What came back after its tombstone has none."""
        store.load(SPACE, page(gone("m1", 1), gone("m1", 1, "m2")))
        store.load(SPACE, page(node("m1", 2), node("m2", 2), edge("m1", "m2", 3)))

        assert whole(store).dropped == []
        assert ends(whole(store).edges) == [("m1", "m2")]

    def test_edge_that_stays_needs_its_ends(self, store: Store) -> None:
        """An edge without an end is not found, and nothing of the page is loaded."""
        store.write("another space", [put("m1"), put("m2")])

        pages: list[list[Row]] = [
            [node("m1", 1), edge("m1", "m2", 2)],
            [node("m2", 1), edge("m1", "m2", 2)],
            [edge("m1", "m2", 2)],
            [node("m1", 1), gone("m2", 1), edge("m1", "m2", 2)],
        ]
        for rows in pages:
            with pytest.raises(NotFound, match="expected it as an end"):
                store.load(SPACE, page(*rows))

        assert (whole(store).nodes, store.seq(SPACE)) == ([], 0)

    def test_edge_that_is_gone_needs_no_ends(self, store: Store) -> None:
        """An edge older than its tombstone is passed over, whether its ends are there or not."""
        store.load(SPACE, page(gone("m1", 5, "m2"), gone("m1", 5)))
        store.load(SPACE, page(edge("m1", "m2", 2), node("m1", 1)))

        assert (whole(store).nodes, whole(store).edges) == ([], [])

    @pytest.mark.parametrize("rows", [[gone("m1", 5)], [gone("m2", 5)], [gone("m1", 1), gone("m2", 5)]])
    def test_edge_goes_with_its_ends(self, store: Store, rows: list[Row]) -> None:
        """An edge older than the tombstone of one of its ends is passed over, in the same page or in a later one."""
        store.load(SPACE, page(*rows, edge("m1", "m2", 2)))
        store.load(SPACE, page(node("m3", 1), edge("m1", "m2", 2), edge("m3", "m3", 2)))

        assert ends(whole(store).edges) == [("m3", "m3")]
        with pytest.raises(NotFound, match="expected it as an end"):
            store.load(SPACE, page(edge("m1", "m2", 6)))

    def test_impossible_page_is_refused(self, store: Store) -> None:
        """What no `since` can give changes nothing."""
        pages: list[list[Row]] = [
            [node("m1", 1), node("m1", 2)],
            [node("m1", 1), gone("m1", 2)],
            [edge("m1", "m1", 1), edge("m1", "m1", 2)],
            [edge("m1", "m1", 1), gone("m1", 2, "m1")],
            [gone("m1", 1), gone("m1", 2)],
            [node("", 1)],
            [node("m1", 10)],
            [node("m1", 0)],
            [node("m1", 1, version=0)],
            [node("m1", 2**63)],
            [node("m1", 1, x=math.nan)],
            [node("m1", 1, version=1, vector="text")],
            [node("m1", 1, chat=True)],
            [edge("m1", "m1", 0)],
            [edge("m1", "m1", 10)],
            [edge("m1", "m1", 1, rank=b"bytes")],
            [gone("m1", 10)],
            [gone("m1", 0)],
            [gone("", 1)],
            [Dropped("m1", Kind.IN, None, 1)],
            [Dropped("m1", None, "m2", 1)],
        ]
        for rows in pages:
            with pytest.raises(BadInput):
                store.load(SPACE, page(node("m9", 1), *rows))

        assert (whole(store).nodes, store.seq(SPACE)) == ([], 0)

    def test_large_page(self, store: Store) -> None:
        """Thousands of nodes and edges are one load."""
        nodes = [node(f"m{number:05}", 1 + number // 10, position=float(number)) for number in range(3_000)]
        edges = [edge(nodes[number].id, nodes[-number].id, 900, rank=number) for number in range(1_500)]
        rows = [*nodes, *edges, *(gone(f"x{number:05}", 950) for number in range(500))]

        for _ in range(2):
            store.load(SPACE, page(*rows, seq=1_000))

        found = whole(store)
        assert [*found.nodes, *found.edges, *found.dropped] == rows
        assert (found.seq, found.has_more) == (1_000, False)

    def test_names_tell_of_a_load_under_way(self, store: Store) -> None:
        """A space without its Space node has a name already, and none once it is discarded."""
        write_history(store)
        store.load(COPY, page(seq=1))

        during = [*store.spaces()], store.names()
        store.clear(COPY)

        assert during == ([SPACE], sorted([SPACE, COPY]))
        assert store.names() == [SPACE]

    def test_discarded_space_was_never_written(self, store: Store) -> None:
        """Nothing of it is left, its number begins again, and other spaces stay; discarding again is no error."""
        write_history(store)
        store.load(COPY, whole(store))
        before = whole(store)

        for _ in range(2):
            store.clear(COPY)

        nothing = whole(store, COPY)
        assert [*nothing.nodes, *nothing.edges, *nothing.dropped, nothing.seq] == [0]
        assert ([*store.spaces()], whole(store)) == ([SPACE], before)
        assert store.write(COPY, [put("m1", expect=0)]) == 1

    def test_node_that_everything_hangs_on_is_discarded(self, store: Store) -> None:
        """Somebody whom more messages name than a server deletes edges of at once."""
        named = [f"m{number}" for number in range(450)]
        store.write(SPACE, [put("e1"), *map(put, named), *(link(each, "e1") for each in named)])
        store.write(SPACE, [put("m0")])

        store.clear(SPACE)

        nothing = whole(store)
        assert [*nothing.nodes, *nothing.edges, *nothing.dropped, nothing.seq] == [0]

    def test_old_tombstones_are_dropped(self, store: Store) -> None:
        """Those up to a seq go, that of the space's own node stays, and nothing else changes."""
        store.write(SPACE, [put("space", label=Label.SPACE), put("m1"), put("m2"), put("m3")])
        store.write(SPACE, [link("m1", "m2"), DropNode("space")])
        for id in ("m1", "m2"):
            store.write(SPACE, [DropNode(id)])

        store.drop_tombstones(SPACE, 3)

        left = whole(store)
        assert ([gone.source for gone in left.dropped], ids(left.nodes), left.seq) == (["space", "m2"], ["m3"], 4)

    def test_cleared_space_has_its_own_node_only(self, store: Store) -> None:
        """Its number goes on, so that readers notice what comes next; other spaces stay. Clearing twice is no error."""
        write_history(store)
        store.write(COPY, [put("space", label=Label.SPACE, name=COPY)])
        store.write(COPY, [put(f"m{number:05}") for number in range(1_500)])
        store.write(COPY, [link(f"m{number:05}", "space") for number in range(1_500)])
        store.write(COPY, [DropNode(f"m{number:05}") for number in range(200)])
        before = whole(store)

        for _ in range(2):
            store.clear(COPY, 1)
        store.scrub()

        left = whole(store, COPY)
        assert [(node.id, node.properties, node.seq) for node in left.nodes] == [("space", {"name": COPY}, 1)]
        assert (left.edges, left.dropped, left.seq, whole(store)) == ([], [], 4, before)
        assert store.write(COPY, [DropNode("space")]) == 5
        assert [gone.source for gone in whole(store, COPY).dropped] == ["space"]

    def test_space_that_was_made_anew_is_not_cleared(self, store: Store) -> None:
        """Who knows it by the number of its former node deletes nothing."""
        store.write(COPY, [put("space", label=Label.SPACE, name=COPY)])
        store.write(COPY, [DropNode("space")])
        store.write(COPY, [put("space", label=Label.SPACE, name=COPY)])
        store.write(COPY, [put("m1")])

        store.clear(COPY, 1)

        assert [node.id for node in whole(store, COPY).nodes] == ["space", "m1"]
