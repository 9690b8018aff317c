"""Rows that could not be read again are refused before they are stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.errors import BadInput
from graph.store.verbs import Edge, Kind, Label, Node, Value
from graph.values.items import Stored
from graph.values.shape import check_readable
from tests.graph.values.test_codec import SAMPLES, node_of

PRESENTED = {"rank": 1, "score": 0.5, "section": "facts", "reason": "newest", "tokens": 3}


def is_readable(node: Node) -> bool:
    """Whether a node passes."""
    try:
        check_readable(node)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.label.value)
def test_what_was_written_is_readable(item: Stored) -> None:
    """Whatever the service writes passes."""
    assert is_readable(node_of(item))


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.label.value)
@pytest.mark.parametrize("wrong", [True, -(2**62), 1e300, "\x00?", ("?",), b"?"])
def test_any_wrong_value_is_refused_or_read(item: Stored, wrong: Value) -> None:
    """Whichever property gets a value of another type, the row is refused, unless the type is right."""
    node = node_of(item)
    for name in node.properties:
        changed = replace(node, properties={**node.properties, name: wrong})
        try:
            check_readable(changed)
        except BadInput:
            continue
        right = node.properties[name]
        assert type(wrong) is type(right) or isinstance(wrong, int | float) or name in ("name", "tokens")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rank", "1", "rank of b1 PRESENTED f1 is '1', expected a whole number"),
        ("reason", None, "reason of b1 PRESENTED f1 is None, expected a text"),
    ],
)
def test_wrong_presentation_is_refused(name: str, value: Value, message: str) -> None:
    """A block is read with the edges of its items."""
    check_readable(Edge("b1", Kind.PRESENTED, "f1", PRESENTED))

    with pytest.raises(BadInput, match=message):
        check_readable(Edge("b1", Kind.PRESENTED, "f1", PRESENTED | {name: value}))


def test_other_rows_pass() -> None:
    """Labels that hold no item are read by nobody as one."""
    assert is_readable(Node(Label.METER, "meter", {"hour": "x"}, 1, 1))
