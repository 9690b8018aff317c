"""What the checks before a backend hand on; what they refuse is in the contract."""

from __future__ import annotations

import pytest

from graph.errors import BadInput
from graph.store.checks import Batch, batch_of, search_of
from graph.store.verbs import DropEdge, DropNode, Kind, Label, PutEdge, PutNode, ReadDepth


def test_operations_are_sorted_by_what_they_do() -> None:
    """A batch holds each operation under its kind, in the order given."""
    put, drop = PutNode(Label.FACT, "f1", {"note": None}), DropNode("f2")
    link, cut = PutEdge("f1", Kind.ABOUT, "e1"), DropEdge("f1", Kind.ABOUT, "e2")

    assert batch_of([link, drop, cut, put]) == Batch([put], [drop], [link], [cut])


def find_by(where: dict | None, order: str) -> tuple:
    """Names and rows of a find of messages."""
    search = search_of(Label.MESSAGE, where, order, None, 1, ReadDepth.HEAD)
    return search.names, search.rows


def test_values_wanted_are_rows_of_equal_length() -> None:
    """Tuples in `where` become every combination, once, in the order of the index."""
    where = {"position": (2.0, 1.0, 2.0), "chat": ("a", "b")}

    assert find_by(where, "id") == (("chat", "position"), [("a", 2.0), ("a", 1.0), ("b", 2.0), ("b", 1.0)])


def test_nothing_wanted_is_one_empty_row() -> None:
    """A find without `where` matches every node of the label, one with an empty tuple none."""
    assert find_by(None, "sent_at") == ((), [()])
    assert find_by({"chat": ()}, "position") == (("chat",), [])


def test_minus_turns_the_order_round() -> None:
    """A minus before the property is no part of its name."""
    search = search_of(Label.MESSAGE, None, "-sent_at", (5, "m1"), 1, ReadDepth.HEAD)

    assert (search.order, search.is_descending, search.after) == ("sent_at", True, (5, "m1"))


@pytest.mark.parametrize("after", [(None, "m1"), (True, "m1"), (("a",), "m1"), (float("nan"), "m1"), (1, "\ud800")])
def test_key_to_go_on_behind_is_a_number_or_a_text(after: tuple) -> None:
    """A key that no node can have is bad input, not an empty page."""
    with pytest.raises(BadInput):
        search_of(Label.MESSAGE, None, "sent_at", after, 1, ReadDepth.HEAD)
