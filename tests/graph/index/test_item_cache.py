"""What was read lately is not read again while it is what it was."""

from datetime import UTC, datetime

from graph.index.item_cache import BODY_CHARS_MAX, KEPT_MAX, ItemCache
from graph.store.verbs import Label, Node
from graph.values.codec import properties_of
from graph.values.items import Fact

NOW = datetime(2026, 3, 6, tzinfo=UTC)


def node(id: str, seq: int, body: str = "Mira sings.") -> Node:
    """A fact as it is stored."""
    return Node(Label.FACT, id, properties_of(Fact(id=id, body=body, created_at=NOW, updated_at=NOW)), 1, seq)


def test_found_until_it_is_written_again() -> None:
    """An item is handed out under the seq it was read with, and under no other."""
    shelf = ItemCache()
    read = shelf.put({"f1": node("f1", 7)}, {"f1": 7})

    assert shelf.find({"f1": 7, "f2": 7}) == read
    assert shelf.find({"f1": 8}) == {}
    assert shelf.find({"f1": 7}) == {}


def test_what_is_newer_than_the_index_is_not_kept() -> None:
    """A row that another process wrote meanwhile, or that the index does not know, is read each time."""
    shelf = ItemCache()

    read = shelf.put({"f1": node("f1", 8), "f2": node("f2", 8)}, {"f1": 7})

    assert list(read) == ["f1", "f2"]
    assert shelf.find({"f1": 8, "f2": 8}) == {}


def test_the_least_used_make_way() -> None:
    """So many items are kept, and those that were used last; long ones never."""
    shelf = ItemCache()
    seqs = {f"f{number}": 1 for number in range(KEPT_MAX)}
    shelf.put({id: node(id, 1) for id in seqs}, seqs)
    shelf.find({"f0": 1})

    shelf.put({"new": node("new", 1), "long": node("long", 1, "a" * (BODY_CHARS_MAX + 1))}, {"new": 1, "long": 1})

    assert set(shelf.find({**seqs, "new": 1, "long": 1})) == {*seqs, "new"} - {"f1"}
