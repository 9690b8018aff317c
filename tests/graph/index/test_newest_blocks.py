"""What a chat has shown last, when its newest block goes."""

from __future__ import annotations

import pytest

from graph.errors import StoreUnavailable
from graph.index.space_index import SpaceIndex
from graph.store.backends import open_store
from graph.store.verbs import DropNode, Label, Node, PutNode


def test_a_store_that_does_not_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The block before a dropped one is looked up by the next refresh, if this one could not."""
    store, index = open_store(":memory:"), SpaceIndex("s")
    rows = [(id, {"chat": "", "shown": (item,), "created_at": at}) for at, (id, item) in enumerate(["am", "bn"])]
    store.write("s", [PutNode(Label.BLOCK, id, properties) for id, properties in rows])
    index.refresh(store)
    store.write("s", [DropNode("b")])

    def silent(*_: object, **__: object) -> list[Node]:
        raise StoreUnavailable("no answer")

    with monkeypatch.context() as patch, pytest.raises(StoreUnavailable):
        patch.setattr(store, "find", silent)
        index.refresh(store)
    index.refresh(store)

    assert index.last_shown("") == ("m",)
