"""The index says what a reading of the whole space would say."""

import gc
import tracemalloc
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from graph.index.entries import INDEXED, entry_of
from graph.index.index_state import PAGE_ROWS, SEARCHABLE
from graph.index.space_index import EMPTY_BYTES, Hit, SpaceIndex, size_bytes
from graph.store.backends import open_store
from graph.store.verbs import Changes, DropNode, Label, Node, Op, PutNode, ReadDepth, Store, Value
from graph.text.search_terms import query_terms, terms
from graph.values.items import Fact
from graph.values.puts import put
from tests.graph.index.indexed import MODEL, QUERY, block, half, message, own, refreshed
from tests.graph.index.test_postings import bm25

QUERIES = ("kahve ve deniz", "kitaplar", "where is the sea?")


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store."""
    store = open_store(":memory:")
    store.write("s", [own()])
    yield store
    store.close()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When did Ada go to Izmir?", "When did I go to Izmir?"),
        ("Is ada’s cat old?", "Is I cat old?"),
        ("Ada'nın kedisi kaç yaşında?", "I kedisi kaç yaşında?"),
        ("What does Nil like?", "What does Nil like?"),
        ("Is Adana far?", "Is Adana far?"),
    ],
)
def test_a_question_is_put_in_the_words_of_who_would_tell(store: Store, question: str, told: str) -> None:
    """Names of senders become "I"; others stay, since lines about them have their names."""
    names = {"e1": "Ada", "e2": "Nil"}
    store.write("s", [PutNode(Label.ENTITY, id, {"name": name, "key": name}) for id, name in names.items()])
    store.write("s", [message("m1", "Nil has a cat.", sender="Ada")])

    assert refreshed(store).as_told(question) == told


def test_stale_texts_are_known(store: Store) -> None:
    """Until they are told anew, or gone."""

    def entity(id: str, **others: Value) -> PutNode:
        return PutNode(Label.ENTITY, id, {"name": id, "key": id, **others})

    store.write(
        "s", [entity("e2", is_stale=True), entity("e1", is_stale=True), entity("e3", is_stale=True), entity("e4")]
    )
    index = refreshed(store)
    assert index.stale() == ["e1", "e2", "e3"]

    store.write("s", [PutNode(Label.ENTITY, "e2", {"is_stale": False}), DropNode("e3")])
    index.refresh(store)
    assert index.stale() == ["e1"]


# --- Against a reading of everything -------------------------------------------------------------------------------


class Reference:
    """What the index should answer, by looking at each node."""

    def __init__(self, store: Store) -> None:
        changes = store.since("s", 0, reading=ReadDepth.ALL)
        assert not changes.has_more
        self.nodes = {node.id: node for node in changes.nodes}
        self.items = {id: node for id, node in self.nodes.items() if node.label in INDEXED}
        self.words = {
            id: str(node.properties.get("terms") or "").split()
            for id, node in self.items.items()
            if node.label in SEARCHABLE
        }

    def search_words(self, text: str) -> dict[str, float]:
        """The score of each item that any term finds."""
        slots = dict(enumerate(self.words))
        notes = {number for number, id in slots.items() if self.items[id].label is not Label.MESSAGE}
        scores = bm25({number: self.words[id] for number, id in slots.items()}, query_terms(text), notes)
        return {slots[number]: score for number, score in scores.items() if score > 0}

    def search_vector(self, query: NDArray[np.float32]) -> dict[str, float]:
        """The cosine of each item on the query's side."""
        found: dict[str, float] = {}
        for id in self.words:
            vector = self.items[id].properties.get("vector")
            if isinstance(vector, bytes) and vector:
                cosine = float(np.frombuffer(vector, dtype=np.float16).astype(np.float32) @ query)
                if cosine > 0:
                    found[id] = min(1.0, cosine)
        return found

    def around(self) -> dict[str, list[str | None]]:
        """The line before each message in its conversation, the one behind it, the second before, the second behind."""
        messages = in_order([node for node in self.items.values() if node.label is Label.MESSAGE])
        talks: dict[object, list[str]] = {}
        for id in messages:
            talks.setdefault(self.items[id].properties.get("conversation"), []).append(id)
        return {
            id: [talk[place] if 0 <= place < len(talk) else None for place in (at - 1, at + 1, at - 2, at + 2)]
            for conversation, talk in talks.items()
            if conversation
            for at, id in enumerate(talk)
        }

    def of(self, label: Label, container: str | None) -> list[str]:
        """The items of a label that a summary holds, or none does."""
        nodes = [node for node in self.items.values() if node.label is label and holder(node) == container]
        return in_order(nodes)

    def last_shown(self, chat: str) -> tuple[str, ...]:
        """What the newest block shows."""
        blocks = [
            node
            for node in self.nodes.values()
            if node.label is Label.BLOCK and (node.properties.get("chat") or "") == chat
        ]
        newest = max(blocks, key=lambda node: (number(node, "created_at"), node.id), default=None)
        shown = newest.properties.get("shown") if newest else ()
        return shown if isinstance(shown, tuple) else ()


def holder(node: Node) -> str | None:
    """The summary that holds a node."""
    return str(node.properties["container"]) if node.properties.get("container") else None


def number(node: Node, name: str) -> float:
    """A number among the properties, 0 when there is none."""
    value = node.properties.get(name)
    return value if isinstance(value, int | float) else 0.0


def in_order(nodes: list[Node]) -> list[str]:
    """By (position, id)."""
    return [node.id for node in sorted(nodes, key=lambda node: (entry_of(node).position, node.id))]


def ranked(scores: Mapping[str, float]) -> list[str]:
    """Best first, ties by id."""
    return sorted(scores, key=lambda id: (-scores[id], id))


IDS = {
    Label.MESSAGE: ("m1", "m2", "m10", "m00000001", "m00000002", "m00000003"),
    Label.SUMMARY: ("s00000001", "s00000002"),
    Label.ENTITY: ("e00000001", "e00000002"),
    Label.FACT: ("f00000001", "f00000002"),
    Label.KEY_INFO: ("key-info",),
    Label.BLOCK: ("b00000001", "b00000002", "b00000003", "b00000004"),
    Label.CONVERSATION: ("c00000001",),
}
BLOCKS = {"b00000001": ("x", 1), "b00000002": ("", 1), "b00000003": ("x", 1), "b00000004": ("", 0)}  # chat, created_at
BODIES = st.lists(st.sampled_from(["kahve", "kahveyi", "deniz", "sea", "the", "kitabı"]), max_size=4).map(" ".join)
VECTORS = st.sampled_from([None, b"", half(1, 0), half(0.6, 0.8), half(-1, 0), half(0, 1)])


@st.composite
def puts(draw: st.DrawFn) -> PutNode:
    """A node of any label with a few of its properties."""
    label = draw(st.sampled_from(list(IDS)))
    id = draw(st.sampled_from(IDS[label]))
    vector = draw(VECTORS)
    # A block stays in its chat and its moment; anything else about a node may change.
    chat, created_at = BLOCKS.get(id) or (draw(st.sampled_from(["", "x"])), 0)
    properties: dict[str, Value] = {
        "terms": " ".join(terms(draw(BODIES))),
        "vector": vector,
        "vector_model": None if vector is None else MODEL,
        "position": draw(st.sampled_from([0.0, 1.0, 2.0])),
        "first_position": draw(st.sampled_from([0.0, 1.0])),
        "created_at": created_at,
        "usefulness": draw(st.sampled_from([0.0, 1.5])),
        "chat": chat,
        "conversation": draw(st.sampled_from([None, "c1", "c2"])),
        "container": draw(st.sampled_from([None, "s00000001", "s00000002"])),
        "shown": draw(st.sampled_from([(), ("m1",), ("m2", "m1")])),
        "name": draw(st.sampled_from(["Ali", "Ali Can", "Deniz"])),
        "aliases": draw(st.sampled_from([(), ("Ali",), ("Kaptan", "Reis")])),
        "sender": "Ali",
    }
    return PutNode(label, id, properties)


OPS = st.one_of(puts(), puts(), st.sampled_from([id for ids in IDS.values() for id in ids]).map(DropNode))
BATCHES = st.lists(st.tuples(st.lists(OPS, max_size=6, unique_by=lambda op: op.id), st.booleans()), max_size=8)


@settings(max_examples=40, deadline=None)
@given(BATCHES)
def test_the_index_equals_a_reading_of_everything(batches: list[tuple[list[Op], bool]]) -> None:
    """After any writes, updates and drops, read at any times, every answer is that of brute force."""
    store = open_store(":memory:")
    store.write("s", [own()])
    index = SpaceIndex("s", MODEL)
    for ops, is_read in batches:
        store.write("s", ops)
        if is_read:
            index.refresh(store)
    index.refresh(store)

    check_answers(index, Reference(store))
    assert answers(index) == answers(refreshed(store, MODEL))
    store.close()


def check_answers(index: SpaceIndex, reference: Reference) -> None:
    """Every public answer equals the reference's."""
    assert len(index) == len(reference.items)
    assert all(index.entry(id) == entry_of(node) for id, node in reference.items.items())
    assert index.entry("nothing") is None
    ids = ["nothing", *reversed(reference.nodes)]
    assert list(index.entries(ids).items()) == [(id, index.entry(id)) for id in ids if id in reference.items]
    asked = [*reference.items, "nothing"]
    ids, places = index.around(asked, 2)
    assert ids[: len(asked)] == asked
    assert len(set(ids)) == len(ids)
    found = {id: [ids[place] if place >= 0 else None for place in row] for id, row in zip(asked, places, strict=True)}
    assert found == {id: reference.around().get(id, [None] * 4) for id in asked}
    measured = index.measure(asked, 2, [], QUERY)
    assert measured.places.tolist() == places.tolist()
    assert measured.asks.tolist() == [id in reference.words and reference.words[id][-1:] == ["?"] for id in ids]
    for query in QUERIES:
        expected = reference.search_words(query)
        hits = index.search_words(query, 100)
        assert {hit.id: hit.score for hit in hits} == pytest.approx(expected)
        assert [hit.id for hit in hits] == ranked({hit.id: hit.score for hit in hits})
        ids = [*sorted(reference.nodes), "nothing"]
        found = {hit.id: hit.score for hit in hits}
        parts = index.measure(ids, 2, query_terms(query), None).parts.sum(axis=0)
        around = index.around(ids, 2).ids
        assert np.minimum(parts, 1.0) == pytest.approx([found.get(id, 0.0) for id in around])
    near = reference.search_vector(QUERY)
    hits = index.search_vector(QUERY, 100)
    assert {hit.id: hit.score for hit in hits} == pytest.approx(near, abs=1e-3)
    ids = sorted(reference.nodes)
    found = {hit.id: hit.score for hit in hits}
    assert index.measure(ids, 0, [], QUERY).meanings.tolist() == [found.get(id, 0.0) for id in ids]
    messages = reference.of(Label.MESSAGE, None)
    assert index.loose_messages(100) == messages
    assert index.loose_messages(2) == messages[-2:]
    assert index.message_count() == sum(node.label is Label.MESSAGE for node in reference.items.values())
    assert index.tops() == reference.of(Label.SUMMARY, None)
    for id, node in reference.items.items():
        above = index.above(id)
        assert above[:1] == [holder(node)][: holder(node) is not None]
        assert all(index.above(lower)[:1] == [upper] for lower, upper in pairwise(above))
    for id in IDS[Label.SUMMARY]:
        assert index.children(id) == in_order([node for node in reference.items.values() if holder(node) == id])
    assert [index.last_shown(chat) for chat in ("", "x", "y")] == [reference.last_shown(c) for c in ("", "x", "y")]
    waiting = sorted(
        id for id, words in reference.words.items() if words and not reference.items[id].properties.get("vector_model")
    )
    assert index.unembedded(100) == waiting
    assert index.unembedded(1) == waiting[:1]


def answers(index: SpaceIndex) -> list[object]:
    """What must not depend on the history, to the last bit."""
    return [
        *(index.search_words(query, limit) for query in QUERIES for limit in (0, 1, 3, 100)),
        *(index.search_words(query, 2, labels=[Label.FACT, Label.MESSAGE]) for query in QUERIES),
        *(index.search_vector(QUERY, limit) for limit in (0, 1, 3, 100)),
        index.entities_in("Ali Can, Kaptan ve deniz"),
        index.entities_named("Deniz"),
        [index.names_of(id) for id in IDS[Label.ENTITY]],
    ]


# --- One thing at a time -------------------------------------------------------------------------------------------


def test_nothing_new_costs_one_reading(store: Store) -> None:
    """A refresh asks once what came after its seq: on a server a second question would cost as much as the first."""
    store.write("s", [message("m1")])
    index = refreshed(store)
    last = store.seq("s")
    asked: list[int] = []

    class Counting:
        """A store that can only be asked for what is new."""

        def since(self, space: str, seq: int, **options: object) -> Changes:
            """Nothing, as the store has it."""
            asked.append(seq)
            return store.since(space, seq, **options)

    index.refresh(Counting())  # type: ignore[arg-type]

    assert asked == [last]
    assert index.seq == last


@pytest.mark.parametrize("is_new", [True, False])
def test_a_refresh_ends_while_others_write(store: Store, is_new: bool) -> None:
    """However fast: it has read what was written before it began, and leaves the rest to the next one."""
    store.write("s", [message("m00000")])
    index = SpaceIndex("s") if is_new else refreshed(store)
    store.write("s", [message(f"m{number:05d}") for number in range(1, PAGE_ROWS + 1)])
    asked: list[int] = []

    class Busy:
        """A store into which others write a whole page before each answer."""

        seq = store.seq

        def since(self, space: str, seq: int, **options: object) -> Changes:
            """What came after a seq, and more."""
            asked.append(seq)
            assert len(asked) < 9
            store.write("s", [message(f"o{len(asked)}-{number}") for number in range(PAGE_ROWS)])
            return store.since(space, seq, **options)

    index.refresh(Busy())  # type: ignore[arg-type]

    assert index.entry(f"m{PAGE_ROWS:05d}") is not None
    index.refresh(store)
    assert index.seq == store.seq("s")


def test_a_space_of_dead_slots_is_made_compact(store: Store) -> None:
    """Texts changed again and again leave no more than their own number behind, and no answer changes."""
    index = SpaceIndex("s", MODEL)
    for pass_number in range(6):
        bodies = {f"m{number:08d}": f"kahve {number} {pass_number}" for number in range(500)}
        store.write("s", [message(id, body, vector=half(0, 1), vector_model=MODEL) for id, body in bodies.items()])
        index.refresh(store)

    assert index._columns.count < 2000
    assert answers(index) == answers(refreshed(store, MODEL))
    assert index.search_words("499 5", 1)[0].id == "m00000499"


def test_vectors_of_another_model_are_ignored(store: Store) -> None:
    """A space is searched by words as long as the embedder is not its own, and nothing of it waits to be embedded."""
    store.write("s", [own("other/2"), message("m1", vector=half(1, 0), vector_model="other/2")])

    for index in (refreshed(store, MODEL), refreshed(store)):
        assert index.background is None
        assert index.search_vector(QUERY, 5) == []
        assert index.measure(["m1"], 0, [], QUERY).meanings.tolist() == [0.0]
        assert index.unembedded(5) == []


def test_a_space_takes_another_embedder_while_it_is_read(store: Store) -> None:
    """From the write on, what has no vector of it waits, and vectors of the one before are not found."""
    store.write("s", [own("other/2"), message("m1", vector=half(1, 0), vector_model="other/2")])
    index = refreshed(store, MODEL)

    store.write("s", [own()])
    index.refresh(store)

    assert index.unembedded(5) == ["m1"]
    assert index.search_vector(QUERY, 5) == []


def test_a_block_that_is_dropped_gives_way_to_the_one_before(store: Store) -> None:
    """What was shown last is asked from what is still there."""
    store.write("s", [block("b1", ("m1",), created_at=1), block("b2", ("m2",), created_at=2)])
    index = refreshed(store)
    assert index.last_shown("") == ("m2",)

    store.write("s", [DropNode("b2")])
    index.refresh(store)

    assert index.last_shown("") == ("m1",)


def test_threads_may_refresh_and_search_together(store: Store) -> None:
    """Readers never see a half-made index."""
    index = SpaceIndex("s")

    def work(number: int) -> list[Hit]:
        store.write("s", [message(f"m{number:08d}")])
        index.refresh(store)
        return index.search_words("kahve", 200)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(work, range(100)))

    assert all(hits for hits in found)
    assert len(index) == 100


def test_items_are_read_once_until_they_change(store: Store) -> None:
    """What was read is at hand for the next block; a change, by whomever, is read."""
    written = datetime(2026, 3, 6, tzinfo=UTC)
    fact = Fact(id="f1", body="Mira sings.", tokens=4, created_at=written, updated_at=written)
    store.write("s", [put(fact, expect=0)])
    index = refreshed(store)
    nothing = open_store(":memory:")

    assert list(index.items(store, ["f1", "f2"])) == ["f1"]
    assert index.items(nothing, ["f1"]) == {"f1": fact}

    store.write("s", [put(replace(fact, body="Mira dances."), expect=1)])
    index.refresh(store)

    assert index.items(nothing, ["f1"]) == {}
    assert index.items(store, ["f1"]) == {"f1": replace(fact, body="Mira dances.")}
    nothing.close()


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = [f"word{number}" for number in range(3_000)]


@pytest.mark.embedded
@pytest.mark.parametrize("count", [300, 3_000])
def test_estimate_is_near_what_was_allocated(count: int) -> None:
    """Within a third, for texts of a dozen words."""
    store = open_store(":memory:")
    store.write(
        "s", [message(f"m{n}", " ".join(WORDS[(n * 7 + k * k) % 3_000] for k in range(12))) for n in range(count)]
    )
    SpaceIndex("s").refresh(store)  # What is made once for all stays out of the sum.
    gc.collect()
    tracemalloc.start()
    index = SpaceIndex("s")
    index.refresh(store)
    gc.collect()
    allocated, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert 0.67 < size_bytes(index) / allocated < 1.5
    store.close()


def test_vectors_count_by_their_rows() -> None:
    """Vectors take most of the memory where there are any."""
    store = open_store(":memory:")
    vector = np.ones(8, dtype=np.float16).tobytes()
    store.write(
        "s", [PutNode(Label.MESSAGE, "m1", {"body": "sea", "terms": "sea", "vector": vector, "vector_model": "x/8"})]
    )
    without, with_them = SpaceIndex("s"), SpaceIndex("s", "x/8")
    without.refresh(store)
    with_them.refresh(store)

    assert size_bytes(with_them) > size_bytes(without) > EMPTY_BYTES
    store.close()
