"""Random writes and reads give the same in a store as in the dictionary model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph.errors import RemembrancerError
from graph.store.backends import open_store
from graph.store.verbs import (
    FINDABLE,
    Changes,
    DropEdge,
    DropNode,
    Kind,
    Label,
    Node,
    PutEdge,
    PutNode,
    ReadDepth,
    Store,
)
from tests.contract.model import Graph, ModelStore

if TYPE_CHECKING:
    from tests.neo4j.server import Address

IDS = ["e1", "e2", "f1", "m1", "m2", "m3", "space"]
LABEL_OF = {"e": Label.ENTITY, "f": Label.FACT, "m": Label.MESSAGE, "s": Label.SPACE}
KINDS = [Kind.MENTIONS, Kind.ABOUT, Kind.STATED_IN]
NUMBERS = {"position": [-1.5, 0.0, 1.0, 2.5], "sent_at": [-1, 0, 2**47], "updated_at": [0, 5]}
TEXTS = ["", "a", "b", "a\0b", "ı", "İ", "😀"]
FINDS = [(label, names[:-1], names[-1]) for label in LABEL_OF.values() for names in FINDABLE.get(label, ())] + [
    (label, names, "id") for label in LABEL_OF.values() for names in (*FINDABLE.get(label, ()), ())
]

_space_numbers = count()
_run = uuid4().hex[:8]  # A server may hold what another run has left.

ids = st.sampled_from(IDS)
unicode_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
free_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    unicode_text,
    st.lists(unicode_text, max_size=2).map(tuple),
)


def findable_values(name: str) -> st.SearchStrategy:
    """Few values, so that nodes meet in them; those of one name are of one kind."""
    return st.sampled_from(NUMBERS.get(name, TEXTS))


@st.composite
def puts(draw: st.DrawFn) -> PutNode:
    """A put that mostly fits what is there."""
    id = draw(ids)
    label = LABEL_OF[id[0]] if draw(st.integers(0, 19)) else Label.BLOCK
    findable = {name for names in FINDABLE.get(label, ()) for name in names}
    values = {name: st.none() | findable_values(name) for name in findable}
    values |= {"note": free_values, "body": st.none() | unicode_text, "terms": st.none() | unicode_text}
    values |= {"vector": st.none() | st.binary(max_size=4)}
    properties = draw(st.fixed_dictionaries({}, optional=values))
    return PutNode(label, id, properties, draw(st.sampled_from([None, None, None, None, 0, 1, 2])))


edge_properties = st.fixed_dictionaries({}, optional={"rank": free_values, "terms": unicode_text})
ops = st.one_of(
    puts(),
    puts(),
    st.builds(DropNode, ids),
    st.builds(PutEdge, ids, st.sampled_from(KINDS), ids, edge_properties),
    st.builds(DropEdge, ids, st.sampled_from(KINDS), ids),
)
batches = st.lists(st.lists(ops, max_size=6, unique_by=str) | st.lists(ops, max_size=3), min_size=1, max_size=8)


@pytest.fixture(scope="module", params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of each kind that is embedded. Each example has a space of its own in it."""
    path: Path = tmp_path_factory.mktemp("differential") / "store.db"
    opened = open_store(":memory:" if request.param == "memory" else str(path))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def server(neo4j_current: Address) -> Iterator[Store]:
    """A store on a server. Each example has a space of its own in it."""
    opened = open_store(neo4j_current.uri, login=neo4j_current.login)
    yield opened
    opened.close()


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(batches=batches, data=st.data())
def test_server_equals_model(server: Store, batches: list, data: st.DataObject) -> None:
    """The same on a server, where a batch costs a hundred times as much."""
    compare(server, batches, data)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(batches=batches, data=st.data())
def test_store_equals_model(store: Store, batches: list, data: st.DataObject) -> None:
    """After any writes, each verb answers as the model does, and a reader that follows `since` holds the same graph."""
    compare(store, batches, data)


@pytest.mark.soak
@pytest.mark.timeout(0)
@settings(max_examples=1_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(batches=batches, data=st.data())
def test_store_equals_model_for_long(store: Store, batches: list, data: st.DataObject) -> None:
    """The same with many more writes."""
    compare(store, batches, data)


@pytest.mark.soak
@pytest.mark.timeout(0)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(batches=batches, data=st.data())
def test_server_equals_model_for_long(server: Store, batches: list, data: st.DataObject) -> None:
    """The same with many more writes on a server."""
    compare(server, batches, data)


def compare(store: Store, batches: list, data: st.DataObject) -> None:
    """The batches, with drawn reads between them, in the store and in the model."""
    space = f"space {_run} {next(_space_numbers)}"
    model = ModelStore()
    follower = Graph()
    for batch in batches:
        assert outcome(store, space, batch) == outcome(model, space, batch)
        if data.draw(st.booleans(), "reads"):
            compare_reads(store, model, space, data)
        if data.draw(st.booleans(), "follows"):
            follow(store, space, follower, data.draw(st.integers(1, 4), "page"))

    compare_reads(store, model, space, data)
    follow(store, space, follower, 3)
    whole = Graph()
    follow(store, space, whole, 1)
    expected = model.since(space, 0)
    for graph in (follower, whole):
        assert sorted(graph.nodes.values(), key=lambda node: (node.seq, node.id)) == list(expected.nodes)
        assert graph.edges == {(edge.source, edge.kind, edge.target): edge for edge in expected.edges}
        assert graph.seq == model.seq(space)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(batches=batches, data=st.data())
def test_loads_equal_model(store: Store, batches: list, data: st.DataObject) -> None:
    """Pages of any parts of a history, read while it was written and loaded in any order, end as in the model."""
    space = f"space {_run} {next(_space_numbers)}"
    source, model = ModelStore(), ModelStore()
    pages = []
    for batch in batches:
        outcome(source, space, batch)
        seq = data.draw(st.integers(0, source.seq(space)), "seq")
        pages.append(source.since(space, seq, limit=data.draw(st.integers(1, 6), "limit")))

    for page in data.draw(st.permutations(pages + pages[:2]), "order"):
        assert loaded(store, space, page) == loaded(model, space, page)
        assert changed(store, space, 0, {}) == changed(model, space, 0, {})
        compare_reads(store, model, space, data)
    outcome(store, space, batches[0])
    outcome(model, space, batches[0])
    assert changed(store, space, 0, {}) == changed(model, space, 0, {})


def loaded(store: Store, space: str, page: Changes) -> type[RemembrancerError] | None:
    """The kind of a load's error."""
    try:
        store.load(space, page)
    except RemembrancerError as error:
        return type(error)
    return None


def outcome(store: Store, space: str, batch: list) -> int | type[RemembrancerError]:
    """The seq of a write, or the kind of its error."""
    try:
        return store.write(space, batch)
    except RemembrancerError as error:
        return type(error)


def follow(store: Store, space: str, graph: Graph, limit: int) -> None:
    """Read on from where the graph stands, page by page, to the end."""
    while True:
        changes = store.since(space, graph.seq, limit=limit)
        graph.take(changes)
        if not changes.has_more:
            return


def compare_reads(store: Store, model: ModelStore, space: str, data: st.DataObject) -> None:
    """One drawn read of each verb is equal, to the type of each value."""
    reading = data.draw(st.sampled_from(ReadDepth), "reading")
    some = data.draw(st.lists(ids, max_size=5), "ids")
    seq = data.draw(st.integers(0, model.seq(space)), "seq")
    limit = data.draw(st.integers(1, 6), "limit")
    with_edges = data.draw(st.booleans(), "edges")
    kinds = data.draw(st.lists(st.sampled_from(KINDS), unique=True), "kinds")

    found, expected = store.nodes(space, some, reading), model.nodes(space, some, reading)
    assert found == expected
    assert list(found) == list(expected)
    assert typed(found.values()) == typed(expected.values())
    assert store.edges(space, some, kinds, limit) == model.edges(space, some, kinds, limit)
    assert store.seq(space) == model.seq(space)
    assert store.spaces().get(space) == model.spaces().get(space)
    page = {"limit": limit, "reading": reading, "edges": with_edges}
    assert changed(store, space, seq, page) == changed(model, space, seq, page)
    compare_finds(store, model, space, data)


def typed(nodes: Iterable[Node]) -> list[dict[str, type]]:
    """The type of each property: True equals 1 and 3.0 equals 3."""
    return [{name: type(value) for name, value in node.properties.items()} for node in nodes]


def changed(store: Store, space: str, seq: int, page: dict) -> tuple:
    """A page of changes as lists, so that a tuple equals a list."""
    changes = store.since(space, seq, **page)
    return list(changes.nodes), list(changes.edges), list(changes.dropped), changes.seq, changes.has_more


def compare_finds(store: Store, model: ModelStore, space: str, data: st.DataObject) -> None:
    """One drawn find is equal."""
    label, names, order = data.draw(st.sampled_from(FINDS), "find")
    where = {
        name: data.draw(findable_values(name) | st.lists(findable_values(name), max_size=3).map(tuple), name)
        for name in names
    }
    after = data.draw(st.none() | st.tuples(findable_values(order), ids), "after")
    options = {
        "order": data.draw(st.sampled_from(["", "-"]), "direction") + order,
        "after": after,
        "limit": data.draw(st.integers(0, 4), "limit"),
    }
    assert store.find(space, label, where, **options) == model.find(space, label, where, **options)
