"""What a write promises, whatever keeps the graph."""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Barrier, Thread

import pytest

from graph.errors import BadInput, Conflict, NotFound, RemembrancerError, StoreError
from graph.store.verbs import DropEdge, DropNode, Dropped, Edge, Kind, Label, Node, Op, PutNode, ReadDepth, Store
from tests.contract.ops import SPACE, ends, ids, link, put, whole

KEPT = [
    True,
    False,
    0,
    -1,
    2**53,
    2**53 + 1,
    2**63 - 1,
    -(2**63),
    0.0,
    3.0,
    0.1,
    1e308,
    5e-324,
    "",
    " ",
    "ordinary",
    "Iğdır'da ışık, İstanbul'da iğne",
    "👩‍👩‍👧 e\u0301 \u2028 \ufeff",
    "NUL \0 inside",
    'quotes " and \\ and {"json": [1]}',
    (),
    ("",),
    ("one", "ı\0i", "[]"),
]
REFUSED = [
    math.inf,
    -math.inf,
    math.nan,
    2**63,
    -(2**63) - 1,
    "half \ud83d of a pair",
    ("fine", "\udc00"),
    b"bytes",
    (1, 2),
    ["a list"],
    {"a": "mapping"},
]
A_EDGE = link("m1", "e1")


def two_nodes(store: Store) -> None:
    """A message and an entity are there, at seq 1."""
    store.write(SPACE, [put("m1"), put("e1", label=Label.ENTITY)])


class WritingContract:
    """Promises of `write`, `seq`, `spaces` and `close`."""

    def test_values_come_back_as_they_were(self, store: Store) -> None:
        """A value of a node and of an edge is read equal and of the same type."""
        values = {f"m{number:02}": value for number, value in enumerate(KEPT)}
        store.write(SPACE, [put(id, note=value) for id, value in values.items()] + [put("e1", label=Label.ENTITY)])
        store.write(SPACE, [link(id, "e1", note=value) for id, value in values.items()])

        nodes = store.nodes(SPACE, list(values))
        edges = {edge.source: edge for edge in store.edges(SPACE, list(values), [Kind.MENTIONS], 1)}
        for id, value in values.items():
            for found in (nodes[id].properties["note"], edges[id].properties["note"]):
                assert (type(found), found) == (type(value), value)

    def test_values_that_cannot_be_kept_are_refused(self, store: Store) -> None:
        """A value outside of the closed set is bad input, on a node and on an edge, and nothing changes."""
        two_nodes(store)
        before = whole(store)

        for value in REFUSED:
            for op in (put("m1", note=value), link("m1", "e1", note=value)):
                with pytest.raises(BadInput):
                    store.write(SPACE, [put("m2"), op])

        assert whole(store) == before

    def test_properties_of_wrong_shape_are_refused(self, store: Store) -> None:
        """Long properties are text or bytes, findable ones a number or a text, and the store's own names are taken."""
        for properties in (
            {"body": 1},
            {"body": b"text"},
            {"body": "\ud800"},
            {"terms": ("a", "b")},
            {"vector": "text"},
            {"vector": (1.0,)},
            {"chat": True},
            {"chat": ("a",)},
            {"sent_at": math.nan},
            {"id": "m2"},
            {"space": "x"},
            {"seq": 1},
            {"version": 1},
            {"label": "Fact"},
            {"": 1},
            {"\ud800": 1},
        ):
            with pytest.raises(BadInput):
                store.write(SPACE, [PutNode(Label.MESSAGE, "m1", properties)])

        assert store.seq(SPACE) == 0

    @pytest.mark.parametrize("id", ["", "a\0b", "\ud800"], ids=repr)
    def test_id_that_cannot_be_kept_is_refused(self, store: Store, id: str) -> None:
        """An id is text without NUL; so is the name of a space."""
        store.write(SPACE, [put("m1")])
        for op in (put(id), DropNode(id), link("m1", id), link(id, "m1"), DropEdge(id, Kind.IN, "m1")):
            with pytest.raises(BadInput):
                store.write(SPACE, [op])
        with pytest.raises(BadInput):
            store.write(id, [put("m1")])

        assert store.seq(SPACE) == 1

    def test_long_properties_come_back(self, store: Store) -> None:
        """Text of a megabyte, empty text and every byte of a vector are kept; an absent one is absent."""
        body = "ışık \0" * 200_000
        store.write(SPACE, [put("m1", body=body, terms="isik", vector=bytes(range(256))), put("m2", body="")])

        found = store.nodes(SPACE, ["m1", "m2"], ReadDepth.ALL)

        assert found["m1"].properties == {"body": body, "terms": "isik", "vector": bytes(range(256))}
        assert found["m2"].properties == {"body": ""}

    def test_seq_counts_writes_of_each_space(self, store: Store) -> None:
        """Each write takes the space's next seq, from 1; other spaces have their own."""
        assert [store.seq("one"), store.write("one", [put("m1")]), store.write("one", [put("m1")])] == [0, 1, 2]
        assert store.write("two", [put("m1")]) == 1
        assert [store.seq("one"), store.seq("two"), store.seq("three")] == [2, 1, 0]

    def test_no_ops_write_nothing(self, store: Store) -> None:
        """An empty write returns the present seq, also of a space that does not exist."""
        store.write(SPACE, [put("m1")])

        assert store.write(SPACE, []) == 1
        assert store.write("another", []) == 0
        assert store.seq(SPACE) == 1

    def test_write_that_changes_nothing_takes_a_seq(self, store: Store) -> None:
        """Dropping what is not there is no error and leaves no tombstone, but the write is counted."""
        seq = store.write(SPACE, [DropNode("m1"), DropEdge("m1", Kind.IN, "c1")])

        assert seq == store.seq(SPACE) == 1
        assert whole(store).dropped == []
        assert whole(store).seq == 1

    def test_put_merges(self, store: Store) -> None:
        """A put sets what it names, None removes, what it does not name stays, and lists are replaced whole."""
        store.write(SPACE, [put("m1", a=1, b="x", c=("one", "two"), body="text", terms="t", vector=b"v", chat="c")])
        store.write(SPACE, [put("m1", b=None, c=("three",), d=2.5, body=None, vector=b"w", gone=None)])

        assert store.nodes(SPACE, ["m1"], ReadDepth.ALL)["m1"] == Node(
            Label.MESSAGE, "m1", {"a": 1, "c": ("three",), "d": 2.5, "terms": "t", "vector": b"w", "chat": "c"}, 2, 2
        )

    def test_version_counts_writes_of_a_node(self, store: Store) -> None:
        """A node's version is 1 at birth and rises by one with each put, also one that sets nothing."""
        two_nodes(store)
        store.write(SPACE, [put("m1")])
        store.write(SPACE, [put("m1", a=1)])

        found = store.nodes(SPACE, ["m1", "e1"])
        assert [(node.version, node.seq) for node in found.values()] == [(3, 3), (1, 1)]

    def test_expected_version(self, store: Store) -> None:
        """A put lands only on the version it expects: 0 is a node that is not there, None any."""
        store.write(SPACE, [put("m1")])
        store.write(SPACE, [put("m1")])
        before = whole(store)

        for id, expect in (("m1", 0), ("m1", 1), ("m1", 3), ("m9", 1)):
            with pytest.raises(Conflict, match=f"{id} .*expected"):
                store.write(SPACE, [put("m2"), put(id, expect=expect, a=1)])
        assert whole(store) == before

        for seq, (id, expect) in enumerate((("m1", 2), ("m1", None), ("m9", 0), ("m8", None)), 3):
            assert store.write(SPACE, [put("m2"), put(id, expect=expect, a=1)]) == seq

    def test_negative_expected_version_is_refused(self, store: Store) -> None:
        """A version below 0 can never be."""
        with pytest.raises(BadInput):
            store.write(SPACE, [put("m1", expect=-1)])

    def test_label_never_changes(self, store: Store) -> None:
        """A put under another label is a conflict, and nothing changes."""
        two_nodes(store)
        before = whole(store)

        with pytest.raises(Conflict, match="m1 is a Message, expected a Fact"):
            store.write(SPACE, [put("m2"), put("m1", label=Label.FACT)])

        assert whole(store) == before

    def test_thing_named_twice_is_refused(self, store: Store) -> None:
        """A node or an edge stands at most once in a write; nothing changes."""
        two_nodes(store)
        before = whole(store)

        for ops in (
            [put("m1"), put("m1")],
            [put("m1"), DropNode("m1")],
            [DropNode("m1"), DropNode("m1")],
            [A_EDGE, A_EDGE],
            [A_EDGE, DropEdge("m1", Kind.MENTIONS, "e1")],
        ):
            with pytest.raises(BadInput, match="twice"):
                store.write(SPACE, [put("m2"), *ops])

        assert whole(store) == before

    def test_edges_of_other_kind_or_direction_are_others(self, store: Store) -> None:
        """Between two nodes there is one edge of each kind in each direction, and one from a node to itself."""
        two_nodes(store)
        store.write(SPACE, [link("m1", "e1"), link("m1", "e1", Kind.SAID_BY), link("e1", "m1"), link("m1", "m1")])

        assert [(edge.source, edge.kind, edge.target) for edge in whole(store).edges] == [
            ("e1", Kind.MENTIONS, "m1"),
            ("m1", Kind.MENTIONS, "e1"),
            ("m1", Kind.MENTIONS, "m1"),
            ("m1", Kind.SAID_BY, "e1"),
        ]

    def test_nodes_take_effect_before_edges(self, store: Store) -> None:
        """An edge may be named before the nodes that it joins."""
        store.write(SPACE, [link("m1", "e1"), put("m1"), put("e1", label=Label.ENTITY)])

        assert ends(store.edges(SPACE, ["m1"], [Kind.MENTIONS], 5)) == [("m1", "e1")]

    def test_edge_needs_both_ends(self, store: Store) -> None:
        """An edge to a node that is not there after this write's nodes is not found, and nothing changes."""
        two_nodes(store)
        store.write("another space", [put("m9"), put("e9", label=Label.ENTITY)])
        before = whole(store)

        for ops in (
            [link("m1", "e9")],
            [link("m9", "e1")],
            [link("m9", "m9")],
            [link("m1", "e1"), DropNode("e1")],
            [DropNode("m1"), link("m1", "e1")],
        ):
            with pytest.raises(NotFound):
                store.write(SPACE, [put("m2"), *ops])

        assert whole(store) == before

    def test_edge_put_replaces_all_properties(self, store: Store) -> None:
        """An edge that is put again has the new properties only; None is no property."""
        two_nodes(store)
        store.write(SPACE, [link("m1", "e1", rank=1, score=0.5)])
        store.write(SPACE, [link("m1", "e1", rank=2, terms="x", nothing=None)])

        assert whole(store).edges == [Edge("m1", Kind.MENTIONS, "e1", {"rank": 2, "terms": "x"}, 3)]

    def test_drop_edge_leaves_its_ends(self, store: Store) -> None:
        """A dropped edge is gone and leaves a tombstone; its nodes keep their versions."""
        two_nodes(store)
        store.write(SPACE, [link("m1", "e1"), link("e1", "m1")])
        nodes = whole(store).nodes
        store.write(SPACE, [DropEdge("m1", Kind.MENTIONS, "e1")])

        assert whole(store).nodes == nodes
        assert ends(whole(store).edges) == [("e1", "m1")]
        assert whole(store).dropped == [Dropped("m1", Kind.MENTIONS, "e1", 3)]

    def test_drop_node_drops_its_edges(self, store: Store) -> None:
        """A dropped node takes the edges in both directions with it; each of them leaves a tombstone of its own.

        The node's tombstone vanishes when the node comes back. A reader who was away meanwhile learns from the
        edges' tombstones that the old edges did not come back with it.
        """
        two_nodes(store)
        store.write(SPACE, [put("m2"), link("m1", "e1"), link("e1", "m1"), link("m1", "m1"), link("m2", "e1")])
        store.write(SPACE, [DropNode("m1")])

        assert ids(whole(store).nodes) == ["e1", "m2"]
        assert ends(whole(store).edges) == [("m2", "e1")]
        assert whole(store).dropped == [
            Dropped("e1", Kind.MENTIONS, "m1", 3),
            Dropped("m1", None, None, 3),
            Dropped("m1", Kind.MENTIONS, "e1", 3),
            Dropped("m1", Kind.MENTIONS, "m1", 3),
        ]

    def test_final_drop_leaves_one_tombstone(self, store: Store) -> None:
        """A node that is dropped for good takes its edges with it, and its tombstone stands for theirs."""
        two_nodes(store)
        store.write(SPACE, [put("m2"), link("m1", "e1"), link("e1", "m1"), link("m1", "m1"), link("m2", "e1")])
        store.write(SPACE, [DropNode("m1", is_final=True), DropNode("nobody", is_final=True)])

        assert ids(whole(store).nodes) == ["e1", "m2"]
        assert ends(whole(store).edges) == [("m2", "e1")]
        assert whole(store).dropped == [Dropped("m1", None, None, 3)]

    def test_edge_that_is_dropped_with_its_end_leaves_no_tombstone(self, store: Store) -> None:
        """An edge is gone with a node that is dropped for good in the same write."""
        two_nodes(store)
        store.write(SPACE, [link("m1", "e1")])
        store.write(SPACE, [DropNode("e1", is_final=True), DropEdge("m1", Kind.MENTIONS, "e1")])

        assert whole(store).dropped == [Dropped("e1", None, None, 3)]

    def test_node_that_comes_back_is_new(self, store: Store) -> None:
        """Put after a drop, a node is at version 1, without its old properties, label and edges."""
        two_nodes(store)
        store.write(SPACE, [put("m1", a=1, body="old", chat="c"), link("m1", "e1")])
        store.write(SPACE, [DropNode("m1")])
        store.write(SPACE, [put("m1", label=Label.FACT, expect=0, b=2)])

        assert store.nodes(SPACE, ["m1"], ReadDepth.ALL)["m1"] == Node(Label.FACT, "m1", {"b": 2}, 1, 4)
        assert whole(store).edges == []
        assert whole(store).dropped == [Dropped("m1", Kind.MENTIONS, "e1", 3)]

    def test_tombstone_of_an_edge_vanishes_with_its_return(self, store: Store) -> None:
        """An edge that is put again has no tombstone."""
        two_nodes(store)
        for op in (link("m1", "e1"), DropEdge("m1", Kind.MENTIONS, "e1"), link("m1", "e1")):
            store.write(SPACE, [op])

        assert whole(store).dropped == []
        assert ends(whole(store).edges) == [("m1", "e1")]

    def test_spaces_share_nothing(self, store: Store) -> None:
        """The same ids in two spaces are different nodes and edges; a drop in one leaves the other."""
        for space in ("one", "two"):
            store.write(space, [put("m1", note=space), put("e1", label=Label.ENTITY), link("m1", "e1", of=space)])
        store.write("one", [DropNode("m1")])

        assert store.nodes("one", ["m1"]) == {}
        assert store.nodes("two", ["m1"])["m1"].properties == {"note": "two"}
        assert store.edges("one", ["e1"], [Kind.MENTIONS], 5) == []
        assert [edge.properties for edge in store.edges("two", ["e1"], [Kind.MENTIONS], 5)] == [{"of": "two"}]
        assert store.find("one", Label.MESSAGE, limit=5) == []

    def test_spaces_are_those_with_a_space_node(self, store: Store) -> None:
        """A space is listed while it holds its Space node, by name, with the number of its last write."""
        for name in ("b", "ı", "a", "İ"):
            store.write(name, [put("space", label=Label.SPACE)])
        store.write("no space node", [put("m1")])
        store.write("b", [DropNode("space")])
        store.write("ı", [put("m1")])

        assert [*store.spaces().items()] == [("a", 1), ("İ", 1), ("ı", 2)]

    def test_writers_wait_for_each_other(self, store: Store) -> None:
        """16 threads that write at once all succeed, each with a seq of its own."""
        seqs = together(16, lambda number: [store.write(SPACE, [put(f"m{number}-{n}")]) for n in range(5)])

        assert sorted(seq for each in seqs for seq in each) == list(range(1, 81))
        assert len(store.find(SPACE, Label.MESSAGE, limit=100)) == 80

    def test_compare_and_set_counts_exactly(self, store: Store) -> None:
        """Threads that read, add one and put with the version they read never lose a count."""
        store.write(SPACE, [put("m1", count=0)])

        def add(_: int) -> int:
            retries = 0
            for _ in range(5):
                while True:
                    node = store.nodes(SPACE, ["m1"])["m1"]
                    try:
                        store.write(SPACE, [put("m1", expect=node.version, count=node.properties["count"] + 1)])
                        break
                    except Conflict:
                        retries += 1
            return retries

        together(8, add)

        assert store.nodes(SPACE, ["m1"])["m1"].properties == {"count": 40}

    def test_compare_and_set_in_a_turn_never_loses(self, store: Store) -> None:
        """Each turn writes what it expects at the first try, beside threads that write the same node meanwhile."""
        store.write(SPACE, [put("m1", count=0, n=0)])

        def work(number: int) -> list[int]:
            if number % 2:
                return [store.write(SPACE, [put("m1", n=n)]) for n in range(10)]
            return [store.write_alone(SPACE, one_more) for _ in range(10)]

        def one_more() -> list[Op]:
            node = store.nodes(SPACE, ["m1"])["m1"]
            return [put("m1", expect=node.version, count=node.properties["count"] + 1)]

        seqs = together(4, work)

        assert sorted(seq for each in seqs for seq in each) == list(range(2, 42))
        assert store.nodes(SPACE, ["m1"])["m1"].properties["count"] == 20

    def test_turn_writes_as_write_does(self, store: Store) -> None:
        """It returns the seq, without operations the present one; what is refused or raised in it changes nothing."""
        assert store.write_alone(SPACE, lambda: [put("m1"), put("m2"), link("m1", "m2", Kind.ABOUT)]) == 1
        assert store.write_alone(SPACE, list) == 1
        with pytest.raises(Conflict):
            store.write_alone(SPACE, lambda: [put("m3"), put("m1", expect=7)])
        with pytest.raises(ZeroDivisionError):
            store.write_alone(SPACE, lambda: [put("m3", n=1 // 0)])

        assert (ids(whole(store).nodes), store.seq(SPACE)) == (["m1", "m2"], 1)
        assert store.write(SPACE, [put("m3")]) == 2

    def test_reader_waits_for_nobody_who_decides(self, store: Store) -> None:
        """Whoever decides in its turn may wait for a lock that a reader has."""
        store.write(SPACE, [put("m1")])
        seen: list[str] = []
        reader = Thread(target=lambda: seen.extend(store.nodes(SPACE, ["m1"])))

        def after_the_reader() -> list[Op]:
            reader.start()
            reader.join(timeout=10)
            return [put("m2")] if seen else []

        store.write_alone(SPACE, after_the_reader)

        assert ids(whole(store).nodes) == ["m1", "m2"]

    def test_reader_beside_writers_goes_forward(self, store: Store) -> None:
        """While a thread writes pairs, what is read was written so, never goes back, and ends with both halves."""
        store.write(SPACE, [put("m1", n=0), put("m2", n=0)])

        def work(number: int) -> list[int]:
            if number == 0:
                return [store.write(SPACE, [put("m1", n=n), put("m2", n=n)]) for n in range(1, 40)]
            seen, seq = [], 0
            for _ in range(40):
                page = store.since(SPACE, seq)
                seq = page.seq
                seen += [node.properties["n"] for node in page.nodes if node.id == "m2"]
            return seen

        assert all(each == sorted(each) for each in together(4, work))
        assert [node.properties for node in store.since(SPACE, 0).nodes] == [{"n": 39}, {"n": 39}]

    def test_closed_store_says_so(self, store: Store) -> None:
        """After close every verb raises StoreError; closing again is no error."""
        store.write(SPACE, [put("m1")])
        whole_page = whole(store)
        store.close()
        store.close()

        for verb in (
            lambda: store.write(SPACE, [put("m1")]),
            lambda: store.nodes(SPACE, ["m1"]),
            lambda: store.find(SPACE, Label.MESSAGE, limit=1),
            lambda: store.edges(SPACE, ["m1"], [Kind.IN], 1),
            lambda: store.since(SPACE, 0),
            lambda: store.load(SPACE, whole_page),
            lambda: store.clear(SPACE),
            lambda: store.clear(SPACE, 1),
            lambda: store.drop_tombstones(SPACE, 1),
            lambda: store.scrub(),
            lambda: store.seq(SPACE),
            lambda: store.spaces(),
        ):
            with pytest.raises(StoreError, match="closed"):
                verb()


def together(count: int, work: Callable[[int], object]) -> list:
    """What `work` returns for each number, run in as many threads that start at once; the first error is raised."""
    barrier = Barrier(count)
    results: list = [None] * count

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = work(number)
        except RemembrancerError as error:
            results[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, RemembrancerError):
            raise result
    return results
