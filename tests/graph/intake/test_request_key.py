"""Keys of requests: which are refused, and when."""

from datetime import UTC, datetime

import pytest

from graph.errors import BadInput, IdReused
from graph.intake.request_key import RequestKey
from graph.store.sqlite import SqliteStore

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_a_key_has_a_length(key: str) -> None:
    """A key has 1 to 255 characters."""
    with pytest.raises(BadInput, match=f"has {len(key)} characters, expected 1 to 255"):
        RequestKey(key, "")


def test_a_key_is_one_node_for_one_request() -> None:
    """The node is made once and added to; the same key with another request is refused."""
    store, key = SqliteStore(None), RequestKey("k" * 255, "ask")

    store.write("ada", [key.put(None, NOW, messages=("m1",))])
    store.write("ada", [key.put(key.find(store, "ada"), NOW, body="{}")])

    found = key.find(store, "ada")
    assert found is not None
    assert (found.properties["messages"], found.properties["body"]) == (("m1",), "{}")
    with pytest.raises(IdReused, match="at 2026-03-01T18:30:00"):
        RequestKey(key.key, "ask more").find(store, "ada")
