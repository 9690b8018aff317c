"""What the log keeps of a change can be read by people and by undo, and has an end."""

from __future__ import annotations

import json

from graph.changing.changelog import LINKED_MAX, TOUCHED_MAX, Image, decode_images, encode_images, log_ops, touched_by
from graph.changing.graph_draft import EdgeKey, GraphDraft, Step, Written
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, PutEdge, PutNode
from graph.values.items import AppliedChange, Author
from tests.graph.changing.cases import NOW

FOUND = {"vector": b"\0\xff", "topics": ("a", "ş"), "importance": 5, "x": None}
NODES = {"f1": Written(FOUND, {"importance": 6}, Label.FACT, 4)}
EDGE = ("b1", Kind.PRESENTED, "f1")


def entry(step: Step) -> AppliedChange:
    """The log's entry of a step."""
    return AppliedChange(
        id="h1", kind="ReviseFact", what="…", author=Author.RULES, touched=touched_by(step), created_at=NOW,
        body=encode_images(step),
    )  # fmt: skip


def image_of(written: Written) -> Image:
    """What the log has kept of a node."""
    return decode_images(entry(Step({"n1": written}, {}))).nodes["n1"]


def test_values_of_every_type_come_back() -> None:
    """Lists, bytes and absent values are what they were; versions are there for people."""
    step = Step(NODES, {EDGE: Written(None, {"rank": 1})})

    kept = decode_images(entry(step))

    assert kept.nodes["f1"].before == FOUND
    assert kept.edges[EDGE].before is None
    assert json.loads(encode_images(step))["nodes"][0]["version"] == 4


def test_what_became_the_same_is_told_once() -> None:
    """Ten messages that one summary took in have one image, and so have its edges to them; each comes back."""
    nodes = {f"m{i}": Written({"container": None}, {"container": "s1"}, Label.MESSAGE, 1) for i in range(10)}
    edges = {("s1", Kind.SUMMARIZES, id): Written(None, {}) for id in nodes}
    step = Step(nodes, edges)

    text = encode_images(step)

    assert [len(json.loads(text)[part]) for part in ("nodes", "edges")] == [1, 1] and len(text) < 500
    kept = decode_images(entry(step))
    assert list(kept.nodes) == list(nodes) and list(kept.edges) == list(edges)


def test_what_a_change_left_is_recognised() -> None:
    """By the properties that it wrote and no others; the embedder's do not count, nor does an empty list."""
    image = image_of(NODES["f1"])

    assert image.has_same_rest({"importance": 6, "status": "current", "topics": ()})
    assert image.has_same_rest({"importance": 6, "vector": b"new"})
    assert not image.has_same_rest({"importance": 7})
    assert not image.has_same_rest({"importance": 6, "x": 1})
    assert not image.has_same_rest(None)


def test_what_was_made_is_recognised_as_a_whole() -> None:
    """A property more is a difference, except for what counts on by itself; a dropped thing is recognised as gone."""
    made = image_of(Written(None, {"body": "x", "usefulness": 0.0}, Label.FACT))
    gone = image_of(Written({"body": "x"}, None, Label.FACT, 3))

    assert made.has_same_rest({"body": "x", "usefulness": 3.0, "is_stale": True, "language": "tr"})
    assert not made.has_same_rest({"body": "x", "container": "s1"})
    assert gone.has_same_rest(None) and not gone.has_same_rest({"body": "x"})


def test_the_text_of_an_entity_is_recognised_apart() -> None:
    """A brief written since is told from names changed since."""
    image = image_of(Written({"aliases": (), "brief": None}, {"aliases": ("Kath",), "brief": "A."}, Label.ENTITY, 1))

    assert image.has_same_rest({"aliases": ("Kath",), "brief": "B."}) and not image.has_same_text(
        {"aliases": (), "brief": "B."}
    )
    assert not image.has_same_rest({"aliases": ("Kate",), "brief": "A."}) and image.has_same_text({"brief": "A."})


def test_a_change_lists_what_it_touched_messages_last() -> None:
    """Nodes, then the ends of edges, up to a maximum; only what is still there and no message has an edge to it."""
    keys: list[EdgeKey] = [(f"m{i}", Kind.MENTIONS, f"e{i}") for i in range(150)]
    step = Step(NODES, dict.fromkeys([*keys, ("h9", Kind.CHANGED, "e1")], Written(None, {})))
    store = open_store(":memory:")
    store.write("home", [PutNode(Label.ENTITY, f"e{i}", {"name": "x"}) for i in range(1, 150)])

    touched = touched_by(step)
    put, *links = log_ops(entry(step), GraphDraft(store, "home"))

    assert len(touched) == TOUCHED_MAX and touched[:3] == ("f1", "e0", "e1") and touched[151] == "m0"
    assert isinstance(put, PutNode) and put.expect == 0
    assert links == [PutEdge("h1", Kind.CHANGED, f"e{i}") for i in range(1, LINKED_MAX + 1)]
    store.close()
