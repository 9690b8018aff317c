"""A draft is what a store will hold, and remembers what each step found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.changing import graph_draft
from graph.changing.graph_draft import GraphDraft, Written
from graph.errors import Conflict, NotFound, TooLarge
from graph.store.backends import open_store
from graph.store.verbs import DropEdge, DropNode, Edge, Kind, Label, PutEdge, PutNode, Store


@pytest.fixture
def store() -> Iterator[Store]:
    """Three facts of which the first two are tied, and a space beside it that shares their ids."""
    opened = open_store(":memory:")
    for space in ("home", "other"):
        puts = [PutNode(Label.FACT, id, {"body": id, "importance": 5, "updated_at": 1}) for id in ("f1", "f2", "f3")]
        opened.write(
            space, [*puts, PutEdge("f1", Kind.SUPERSEDED_BY, "f2"), PutEdge("f1", Kind.EVIDENCE, "f3", {"a": 1})]
        )
    yield opened
    opened.close()


@pytest.fixture
def draft(store: Store) -> GraphDraft:
    """A draft of the space."""
    return GraphDraft(store, "home")


def test_a_draft_that_ends_as_it_began_writes_nothing(draft: GraphDraft) -> None:
    """There and back is no operation, and no step either."""
    draft.begin()
    draft.put(PutNode(Label.FACT, "f1", {"importance": 7}))
    draft.put(PutNode(Label.FACT, "f1", {"importance": 5}))
    draft.put(PutNode(Label.ALIAS, "alias:x", {"name": "x"}))
    draft.drop("alias:x")
    draft.unlink("f1", Kind.SUPERSEDED_BY, "f2")
    draft.link("f1", Kind.SUPERSEDED_BY, "f2")
    draft.link("f2", Kind.EVIDENCE, "f3")
    draft.unlink("f2", Kind.EVIDENCE, "f3")

    assert draft.ops() == []
    assert not draft.step()


def test_steps_know_what_they_found(draft: GraphDraft) -> None:
    """Each step has what it wrote, before and after, whatever other steps of the draft have written."""
    draft.begin()
    draft.put(PutNode(Label.FACT, "f1", {"importance": 7, "reason": "a"}))
    first = draft.step()
    draft.begin()
    draft.put(PutNode(Label.FACT, "f1", {"importance": 9}))
    draft.link("f1", Kind.EVIDENCE, "f3", {"a": 2, "b": 1})
    draft.unlink("f1", Kind.SUPERSEDED_BY, "f2")
    second = draft.step()

    assert first.nodes == {
        "f1": Written({"importance": 5, "reason": None}, {"importance": 7, "reason": "a"}, Label.FACT, 1)
    }
    assert second.nodes == {"f1": Written({"importance": 7}, {"importance": 9}, Label.FACT, 1)}
    assert second.edges == {
        ("f1", Kind.EVIDENCE, "f3"): Written({"a": 1, "b": None}, {"a": 2, "b": 1}),
        ("f1", Kind.SUPERSEDED_BY, "f2"): Written({}, None),
    }
    assert draft.ops() == [
        PutNode(Label.FACT, "f1", {"importance": 9, "reason": "a"}),
        PutEdge("f1", Kind.EVIDENCE, "f3", {"a": 2, "b": 1}),
        DropEdge("f1", Kind.SUPERSEDED_BY, "f2"),
    ]


def test_edits_that_fail_leave_none_behind(draft: GraphDraft) -> None:
    """What was edited before stays, also as a part of the step."""
    draft.put(PutNode(Label.FACT, "f1", {"body": "before"}))
    held = draft.step()

    with pytest.raises(Conflict), draft.all_or_nothing():
        draft.put(PutNode(Label.FACT, "f1", {"body": "inside"}))
        draft.put(PutNode(Label.FACT, "f9", {"body": "new"}))
        raise Conflict

    assert draft.step() == held
    assert draft.node("f9") is None


def test_a_dropped_node_takes_its_edges(draft: GraphDraft, store: Store) -> None:
    """Both are in the step, the store drops the edges itself, and other spaces keep theirs."""
    draft.begin()
    draft.drop("f1")
    step = draft.step()

    assert [(id, node.after) for id, node in step.nodes.items()] == [("f1", None)]
    assert [key[1:] for key in step.edges] == [(Kind.EVIDENCE, "f3"), (Kind.SUPERSEDED_BY, "f2")]
    assert draft.ops() == [DropNode("f1")]
    assert draft.edges(["f2", "f3"], list(Kind)) == []
    store.write("home", draft.ops())
    assert [node.id for node in store.find("home", Label.FACT, limit=9)] == ["f2", "f3"]
    assert len(store.edges("other", ["f1"], list(Kind), 9)) == 2


def test_reading_sees_what_was_written(draft: GraphDraft) -> None:
    """Nodes and edges are as the draft leaves them, also those whose ends are new."""
    draft.put(PutNode(Label.FACT, "f4", {"body": "new", "reason": None}))
    draft.link("f4", Kind.EVIDENCE, "f1")
    draft.link("f1", Kind.EVIDENCE, "f3", {"a": 3})

    node = draft.node("f4")
    assert node is not None and node.properties == {"body": "new"}
    assert draft.edges(["f1"], [Kind.EVIDENCE]) == [
        Edge("f1", Kind.EVIDENCE, "f3", {"a": 3}),
        Edge("f4", Kind.EVIDENCE, "f1"),
    ]
    assert draft.edge("f4", Kind.EVIDENCE, "f1") == {} and draft.edge("f1", Kind.EVIDENCE, "f4") is None
    assert draft.node("f9") is None
    with pytest.raises(NotFound, match="'f9' does not exist in space 'home'"):
        draft.items(["f9"])


def test_more_edges_than_can_be_kept_are_refused(draft: GraphDraft, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that would have to keep too much says so, before anything is written."""
    monkeypatch.setattr(graph_draft, "EDGES_MAX", 1)

    with pytest.raises(TooLarge, match="1 or more EVIDENCE edges lead from f1, expected fewer in one change"):
        draft.drop("f1")
