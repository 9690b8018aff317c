"""The messages and summaries of an index, in order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.store.backends import open_store
from graph.store.verbs import Store
from tests.graph.index.indexed import message, refreshed


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store."""
    store = open_store(":memory:")
    yield store
    store.close()


def test_the_newest_loose_messages_come_in_order(store: Store) -> None:
    """Of many messages of one moment the last ids are the newest."""
    ids = [f"m{number:08d}" for number in range(300)]
    store.write("s", [message(id) for id in reversed(ids)])

    index = refreshed(store)

    assert index.loose_messages(3) == ids[-3:]
    assert index.loose_messages(0) == []
