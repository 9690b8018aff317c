"""What reads promise, whatever keeps the graph."""

from __future__ import annotations

import pytest

from graph.errors import BadInput
from graph.store.verbs import (
    FINDABLE,
    Changes,
    DropEdge,
    DropNode,
    Dropped,
    Edge,
    Kind,
    Label,
    Node,
    PutNode,
    ReadDepth,
    Store,
    Value,
)
from tests.contract.ops import SPACE, ends, ids, link, put

COMBINATIONS = [
    *((label, names[:-1], names[-1]) for label, tuples in FINDABLE.items() for names in tuples),
    *((label, names, "id") for label, tuples in FINDABLE.items() for names in tuples),
    *((label, (), "id") for label in Label),
]
LONG = {"body": "text", "terms": "term", "vector": b"\0\1"}


def five_messages(store: Store) -> None:
    """m1..m5: all but m5 have a position, m2 and m3 the same one; m4 is in another chat."""
    store.write(
        SPACE,
        [
            put("m1", chat="a", position=1.0),
            put("m2", chat="a", position=2.0),
            put("m3", chat="a", position=2.0),
            put("m4", chat="b", position=0.5),
            put("m5", chat="a"),
        ],
    )


def star(store: Store, count: int) -> None:
    """e0 is mentioned by m1..m`count` and is about as many of them; at seq 1."""
    spokes = [f"m{number}" for number in range(1, count + 1)]
    store.write(
        SPACE,
        [put("e0", label=Label.ENTITY), *map(put, spokes)]
        + [link(spoke, "e0", rank=rank) for rank, spoke in enumerate(spokes)]
        + [link("e0", spoke, Kind.COVERS) for spoke in spokes],
    )


class ReadingContract:
    """Promises of `nodes`, `find`, `edges` and `since`."""

    def test_space_never_written_is_empty(self, store: Store) -> None:
        """Every read of it has no rows and no error."""
        assert store.nodes(SPACE, ["m1"]) == {}
        assert store.find(SPACE, Label.MESSAGE, limit=5) == []
        assert store.edges(SPACE, ["m1"], list(Kind), 5) == []
        changes = store.since(SPACE, 0)
        assert [*changes.nodes, *changes.edges, *changes.dropped, changes.seq, changes.has_more] == [0, False]
        assert store.spaces() == {}

    def test_nodes_come_in_the_order_asked(self, store: Store) -> None:
        """What exists comes by id, in the order of the ids, each once; what does not is left out."""
        store.write(SPACE, [put("m1"), put("m2"), put("m3")])

        assert list(store.nodes(SPACE, ["m3", "m0", "m1", "m3", "", "m1\0x", "\ud800"])) == ["m3", "m1"]
        assert store.nodes(SPACE, []) == {}

    def test_many_nodes_at_once(self, store: Store) -> None:
        """Ten thousand ids are one question."""
        wanted = [f"m{number:05}" for number in range(10_000)]
        store.write(SPACE, [put(id) for id in wanted])

        assert list(store.nodes(SPACE, wanted, ReadDepth.HEAD)) == wanted

    @pytest.mark.parametrize("reading", ReadDepth)
    def test_reading_brings_its_long_properties(self, store: Store, reading: ReadDepth) -> None:
        """Each verb brings the short properties always, and of the long ones those of the reading."""
        store.write(SPACE, [put("m1", note="short", **LONG)])

        node = Node(Label.MESSAGE, "m1", {"note": "short"} | {name: LONG[name] for name in reading.value}, 1, 1)
        assert store.nodes(SPACE, ["m1"], reading) == {"m1": node}
        assert store.find(SPACE, Label.MESSAGE, limit=1, reading=reading) == [node]
        assert list(store.since(SPACE, 0, reading=reading).nodes) == [node]

    def test_all_that_is_findable_is_found(self, store: Store) -> None:
        """Every combination of FINDABLE filters by equality; one is in its order, the next one in the reverse."""
        for number, (label, names, order) in enumerate(COMBINATIONS):
            space = f"{SPACE} {number}"
            values: dict[str, Value] = dict.fromkeys(names, "same")
            last: dict[str, Value] = {} if order == "id" else {order: "last"}
            first: dict[str, Value] = {} if order == "id" else {order: "first"}
            store.write(
                space,
                [PutNode(label, "n2", values | first), PutNode(label, "n3", values | last)]
                + [PutNode(label, "n1", values | last)]
                + [PutNode(label, f"other-{name}", values | last | {name: "other"}) for name in names]
                + [PutNode(label, f"lacks-{name}", values | last | {name: None}) for name in names],
            )

            expected = ["n1", "n2", "n3"] if order == "id" else ["n2", "n1", "n3"]
            sign, step = (("", 1), ("-", -1))[number % 2]
            found = ids(store.find(space, label, values, order=sign + order, limit=9))
            assert found == expected[::step], (label, names, order)

    def test_what_is_not_findable_is_refused(self, store: Store) -> None:
        """`where` names all of a tuple but the last, which is the order, or all of it in the order of ids."""
        asked: list[tuple[dict, str]] = [
            ({"body": "x"}, "id"),
            ({"position": 1.0}, "id"),
            ({"chat": "a"}, "sent_at"),
            ({"chat": "a", "conversation": "c"}, "position"),
            ({}, "body"),
            ({}, "position"),
            ({}, "nothing"),
            ({"chat": "a"}, "--position"),
            ({"chat": None}, "id"),
            ({"chat": ("a", None)}, "id"),
            ({"chat": True}, "id"),
            ({"chat": "\ud800"}, "id"),
        ]
        for where, order in asked:
            with pytest.raises(BadInput):
                store.find(SPACE, Label.MESSAGE, where, order=order, limit=1)

    def test_find_orders_by_value_then_id(self, store: Store) -> None:
        """Equal values stand by id, nodes that lack the property are not found, other chats neither."""
        five_messages(store)

        find = {"where": {"chat": "a"}, "order": "position", "limit": 9}
        assert ids(store.find(SPACE, Label.MESSAGE, **find)) == ["m1", "m2", "m3"]
        assert ids(store.find(SPACE, Label.MESSAGE, **(find | {"order": "-position"}))) == ["m3", "m2", "m1"]

    def test_find_goes_on_behind_a_key(self, store: Store) -> None:
        """`after` is a key, there or not: what follows it comes, itself never."""
        five_messages(store)
        find = {"where": {"chat": "a"}, "order": "position", "limit": 9}

        for after, up, down in (
            ((0.0, "m9"), ["m1", "m2", "m3"], []),
            ((1.0, "m0"), ["m1", "m2", "m3"], []),
            ((1.0, "m1"), ["m2", "m3"], []),
            ((1.5, "m1"), ["m2", "m3"], ["m1"]),
            ((2.0, "m2"), ["m3"], ["m1"]),
            ((2.0, "m3"), [], ["m2", "m1"]),
            ((2.0, "m9"), [], ["m3", "m2", "m1"]),
            ((9, "m0"), [], ["m3", "m2", "m1"]),
        ):
            assert ids(store.find(SPACE, Label.MESSAGE, **find, after=after)) == up
            assert ids(store.find(SPACE, Label.MESSAGE, **(find | {"order": "-position"}), after=after)) == down

    def test_find_by_id_goes_on_behind_an_id(self, store: Store) -> None:
        """In the order of ids only the second half of `after` counts."""
        five_messages(store)

        assert ids(store.find(SPACE, Label.MESSAGE, after=(None, "m2"), limit=2)) == ["m3", "m4"]
        assert ids(store.find(SPACE, Label.MESSAGE, after=("x", "m2"), order="-id", limit=2)) == ["m1"]

    def test_find_takes_at_most_its_limit(self, store: Store) -> None:
        """The first of the order are taken."""
        five_messages(store)

        for limit in (0, 2, 4, 5, 6):
            found = ids(store.find(SPACE, Label.MESSAGE, limit=limit))
            assert found == ["m1", "m2", "m3", "m4", "m5"][:limit]

    def test_find_of_any_of_these(self, store: Store) -> None:
        """A tuple in `where` means any of its values, in one order over all; an empty one means none."""
        five_messages(store)

        def found(chats: tuple[str, ...], order: str = "position", **options: object) -> list[str]:
            return ids(store.find(SPACE, Label.MESSAGE, {"chat": chats}, order=order, **options))

        assert found(("a", "b"), limit=9) == ["m4", "m1", "m2", "m3"]
        assert found(("b", "a", "b", "none"), "-position", limit=2) == ["m3", "m2"]
        assert found(("a", "b"), limit=2, after=(0.5, "m4")) == ["m1", "m2"]
        assert found(("b",), limit=9) == ["m4"]
        assert found((), limit=9) == []

    def test_find_of_any_of_some(self, store: Store) -> None:
        """However many values are asked for, what equals one of them comes once, and nothing else."""
        store.write(SPACE, [put(f"m{n:03}", digest=f"d{n}") for n in range(100)] + [put("m100")])

        for count in (1, 2, 7, 8, 9, 64, 65):
            found = store.find(SPACE, Label.MESSAGE, {"digest": tuple(f"d{n}" for n in range(count))}, limit=200)

            assert ids(found) == [f"m{n:03}" for n in range(count)]

    def test_find_of_any_of_very_many(self, store: Store) -> None:
        """Twelve thousand values are one question, with one order and one limit over all."""
        numbers = range(12_000)
        store.write(SPACE, [put(f"m{number:05}", external_id=str(number)) for number in numbers])
        wanted = tuple(str(number) for number in reversed(numbers))

        find = {"where": {"external_id": wanted}, "reading": ReadDepth.HEAD}
        assert ids(store.find(SPACE, Label.MESSAGE, **find, limit=3)) == ["m00000", "m00001", "m00002"]
        assert ids(store.find(SPACE, Label.MESSAGE, **find, limit=2, order="-id")) == ["m11999", "m11998"]
        assert len(store.find(SPACE, Label.MESSAGE, **find, limit=20_000)) == 12_000

    def test_find_follows_changes(self, store: Store) -> None:
        """A node is found by what it holds now, and by its whole value: text with a NUL is not its beginning."""
        five_messages(store)
        store.write(SPACE, [put("m1", chat="b"), put("m2", chat=None), put("m5", chat="a\0b"), DropNode("m3")])

        assert store.find(SPACE, Label.MESSAGE, {"chat": "a"}, limit=9) == []
        assert ids(store.find(SPACE, Label.MESSAGE, {"chat": "b"}, limit=9)) == ["m1", "m4"]
        assert ids(store.find(SPACE, Label.MESSAGE, {"chat": "a\0b"}, limit=9)) == ["m5"]

    def test_find_keeps_labels_apart(self, store: Store) -> None:
        """A property of the same name on another label is not found."""
        store.write(SPACE, [put("f1", label=Label.FACT, updated_at=1), put("e1", label=Label.ENTITY, updated_at=1)])

        assert ids(store.find(SPACE, Label.FACT, order="updated_at", limit=9)) == ["f1"]
        assert ids(store.find(SPACE, Label.ENTITY, limit=9)) == ["e1"]

    def test_counts_below_zero_are_refused(self, store: Store) -> None:
        """A limit of a find and a cap may be 0, a limit of `since` not."""
        with pytest.raises(BadInput):
            store.find(SPACE, Label.MESSAGE, limit=-1)
        with pytest.raises(BadInput):
            store.edges(SPACE, ["m1"], [Kind.IN], -1)
        with pytest.raises(BadInput):
            store.since(SPACE, 0, limit=0)

    def test_edges_are_capped_for_each_direction_and_kind(self, store: Store) -> None:
        """The greatest other ids stay, as texts; the result stands by source, kind and target."""
        star(store, 12)

        for cap in (0, 1, 11, 12, 13):
            kept = sorted((f"m{number}" for number in range(1, 13)), reverse=True)[:cap]
            assert ends(store.edges(SPACE, ["e0"], [Kind.MENTIONS, Kind.COVERS], cap)) == [
                *(("e0", spoke) for spoke in sorted(kept)),
                *((spoke, "e0") for spoke in sorted(kept)),
            ]

    def test_edge_between_two_asked_nodes_comes_once(self, store: Store) -> None:
        """An edge that is within the cap of either end is there, once."""
        star(store, 3)
        store.write(SPACE, [link("e0", "e0")])

        found = store.edges(SPACE, ["e0", "m1", "e0"], [Kind.MENTIONS, Kind.MENTIONS], 1)

        assert found == [
            Edge("e0", Kind.MENTIONS, "e0", {}, 2),
            Edge("m1", Kind.MENTIONS, "e0", {"rank": 0}, 1),
            Edge("m3", Kind.MENTIONS, "e0", {"rank": 2}, 1),
        ]

    def test_edges_are_those_of_the_kinds_and_nodes(self, store: Store) -> None:
        """No ids, no kinds, an unknown id or another kind: no edges."""
        star(store, 2)

        assert ends(store.edges(SPACE, ["m2"], [Kind.MENTIONS], 9)) == [("m2", "e0")]
        assert ends(store.edges(SPACE, ["m2"], [Kind.COVERS], 9)) == [("e0", "m2")]
        for asked in ((["e0"], []), ([], list(Kind)), (["m9", "", "e0\0", "\ud800"], list(Kind)), (["e0"], [Kind.IN])):
            assert store.edges(SPACE, *asked, 9) == []

    def test_since_brings_what_changed_after(self, store: Store) -> None:
        """What is at the seq asked for is known, what is above it comes, each thing once as it is now."""
        star(store, 1)
        store.write(SPACE, [put("m1", a=1)])
        store.write(SPACE, [put("m1", a=2), link("m1", "e0", rank=9), DropEdge("e0", Kind.COVERS, "m1")])

        changes = [store.since(SPACE, seq) for seq in range(4)]

        assert [ids(each.nodes) for each in changes] == [["e0", "m1"], ["m1"], ["m1"], []]
        assert [ends(each.edges) for each in changes] == [[("m1", "e0")]] * 3 + [[]]
        assert [list(each.dropped) for each in changes] == [[Dropped("e0", Kind.COVERS, "m1", 3)]] * 3 + [[]]
        assert [(each.seq, each.has_more) for each in changes] == [(3, False)] * 4
        assert changes[0].nodes[1] == Node(Label.MESSAGE, "m1", {"a": 2}, 3, 3)

    def test_since_is_in_order(self, store: Store) -> None:
        """Each list stands by seq, then by id."""
        store.write(SPACE, [put("m2"), put("m3"), put("m1"), link("m2", "m1"), link("m1", "m3")])
        store.write(SPACE, [put("m0"), link("m1", "m0")])
        store.write(SPACE, [put("m3")])

        changes = store.since(SPACE, 0)
        assert ids(changes.nodes) == ["m1", "m2", "m0", "m3"]
        assert ends(changes.edges) == [("m1", "m3"), ("m2", "m1"), ("m1", "m0")]

    def test_page_ends_with_a_write(self, store: Store) -> None:
        """A page holds whole writes: it ends with the one that reaches the limit, nodes, edges and tombstones counted.

        The writes here are of 3 rows, 1 row and 1 row.
        """
        store.write(SPACE, [put("m1"), put("m2"), link("m1", "m2"), put("m3")])
        store.write(SPACE, [put("m4")])
        store.write(SPACE, [DropNode("m3")])

        for limit, seqs in ((1, [1, 2, 3]), (2, [1, 3]), (3, [1, 3]), (4, [2, 3]), (5, [3]), (6, [3])):
            pages = pages_of(store, limit)
            assert [page.seq for page in pages] == seqs
            assert [node.id for page in pages for node in page.nodes] == ["m1", "m2", "m4"]
            assert [edge.target for page in pages for edge in page.edges] == ["m2"]
            assert [gone.source for page in pages for gone in page.dropped] == ["m3"]

    def test_since_without_edges(self, store: Store) -> None:
        """Neither edges nor their tombstones come, and they do not count towards the limit."""
        star(store, 5)
        store.write(SPACE, [DropEdge("m1", Kind.MENTIONS, "e0")])
        store.write(SPACE, [DropNode("m5")])
        store.write(SPACE, [put("m6")])

        first = store.since(SPACE, 0, edges=False, limit=6)
        rest = store.since(SPACE, first.seq, edges=False)

        assert (ids(first.nodes), list(first.edges), list(first.dropped)) == (
            ["e0", "m1", "m2", "m3", "m4"],
            [],
            [Dropped("m5", None, None, 3)],
        )
        assert (first.seq, first.has_more) == (3, True)
        assert (ids(rest.nodes), list(rest.dropped), rest.seq, rest.has_more) == (["m6"], [], 4, False)

    def test_since_a_seq_that_is_yet_to_come(self, store: Store) -> None:
        """A reader ahead of the store, as after a restored backup, is told where the store stands."""
        store.write(SPACE, [put("m1")])

        changes = store.since(SPACE, 9)
        assert [*changes.nodes, changes.seq, changes.has_more] == [1, False]


def pages_of(store: Store, limit: int) -> list[Changes]:
    """Every page of a space, from the start."""
    pages = [store.since(SPACE, 0, limit=limit)]
    while pages[-1].has_more:
        pages.append(store.since(SPACE, pages[-1].seq, limit=limit))
    return pages
