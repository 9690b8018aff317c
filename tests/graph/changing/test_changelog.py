"""What the log keeps of a change can be read by people and by undo, and has an end."""

from __future__ import annotations

import json

from graph.changing.changelog import LINKED_MAX, TOUCHED_MAX, Images, decode_images, encode_images, log_ops, touched_by
from graph.changing.draft import Draft, Step, WrittenEdge, WrittenNode
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, PutEdge, PutNode
from graph.values.items import AppliedChange, Author
from tests.graph.changing.cases import NOW

FOUND = {"vector": b"\0\xff", "topics": ("a", "ş"), "importance": 5, "x": None}
NODE = WrittenNode(FOUND, {"importance": 6}, "f1", Label.FACT, 4)
EDGE = WrittenEdge(None, {"rank": 1}, ("b1", Kind.PRESENTED, "f1"))


def entry(step: Step) -> AppliedChange:
    """The log's entry of a step."""
    return AppliedChange(
        id="h1", kind="ReviseFact", what="…", author=Author.RULES, touched=touched_by(step), created_at=NOW,
        body=encode_images(step),
    )  # fmt: skip


def images(*written: WrittenNode | WrittenEdge) -> Images:
    """What the log has kept of these."""
    nodes = [each for each in written if isinstance(each, WrittenNode)]
    edges = [each for each in written if isinstance(each, WrittenEdge)]
    return decode_images(entry(Step(nodes, edges)))


def test_values_of_every_type_come_back() -> None:
    """Lists, bytes and absent values are what they were; versions are there for people."""
    kept = images(NODE, EDGE)

    assert kept.nodes["f1"].before == FOUND
    assert kept.edges[EDGE.key].before is None
    assert json.loads(encode_images(Step([NODE], [])))["nodes"][0]["version"] == 4


def test_what_became_the_same_is_told_once() -> None:
    """Ten messages that one summary took in have one image, and so have its edges to them; each comes back."""
    nodes = [WrittenNode({"container": None}, {"container": "s1"}, f"m{i}", Label.MESSAGE, 1) for i in range(10)]
    edges = [WrittenEdge(None, {}, ("s1", Kind.SUMMARIZES, f"m{i}")) for i in range(10)]

    text = encode_images(Step(nodes, edges))

    assert [len(json.loads(text)[part]) for part in ("nodes", "edges")] == [1, 1] and len(text) < 500
    kept = images(*nodes, *edges)
    assert list(kept.nodes) == [node.id for node in nodes] and list(kept.edges) == [edge.key for edge in edges]


def test_what_a_change_left_is_recognised() -> None:
    """By the properties that it wrote and no others; the embedder's do not count, nor does an empty list."""
    image = images(NODE).nodes["f1"]

    assert image.has_same_rest({"importance": 6, "status": "current", "topics": ()})
    assert image.has_same_rest({"importance": 6, "vector": b"new"})
    assert not image.has_same_rest({"importance": 7})
    assert not image.has_same_rest({"importance": 6, "x": 1})
    assert not image.has_same_rest(None)


def test_what_was_made_is_recognised_as_a_whole() -> None:
    """A property more is a difference, except for what counts on by itself; a dropped thing is recognised as gone."""
    made = images(WrittenNode(None, {"body": "x", "usefulness": 0.0}, "f1", Label.FACT, 0)).nodes["f1"]
    gone = images(WrittenNode({"body": "x"}, None, "f1", Label.FACT, 3)).nodes["f1"]

    assert made.has_same_rest({"body": "x", "usefulness": 3.0, "is_stale": True, "language": "tr"})
    assert not made.has_same_rest({"body": "x", "container": "s1"})
    assert gone.has_same_rest(None) and not gone.has_same_rest({"body": "x"})


def test_the_text_of_an_entity_is_recognised_apart() -> None:
    """A brief written since is told from names changed since."""
    image = images(
        WrittenNode({"aliases": (), "brief": None}, {"aliases": ("Kath",), "brief": "A."}, "e1", Label.ENTITY, 1)
    ).nodes["e1"]

    assert image.has_same_rest({"aliases": ("Kath",), "brief": "B."}) and not image.has_same_text(
        {"aliases": (), "brief": "B."}
    )
    assert not image.has_same_rest({"aliases": ("Kate",), "brief": "A."}) and image.has_same_text({"brief": "A."})


def test_a_change_lists_what_it_touched_messages_last() -> None:
    """Nodes, then the ends of edges, up to a maximum; only what is still there and no message has an edge to it."""
    edges = [WrittenEdge(None, {}, (f"m{i}", Kind.MENTIONS, f"e{i}")) for i in range(150)]
    edges.append(WrittenEdge(None, {}, ("h9", Kind.CHANGED, "e1")))
    step = Step([NODE], edges)
    store = open_store(":memory:")
    store.write("home", [PutNode(Label.ENTITY, f"e{i}", {"name": "x"}) for i in range(1, 150)])

    touched = touched_by(step)
    put, *links = log_ops(entry(step), Draft(store, "home"))

    assert len(touched) == TOUCHED_MAX and touched[:3] == ("f1", "e0", "e1") and touched[151] == "m0"
    assert isinstance(put, PutNode) and put.expect == 0
    assert links == [PutEdge("h1", Kind.CHANGED, f"e{i}") for i in range(1, LINKED_MAX + 1)]
    store.close()
