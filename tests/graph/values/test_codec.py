"""Values become flat properties and come back equal."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import StoreError
from graph.store.verbs import TIMES, Label, Node
from graph.values.codec import caption, fields_of, from_ms, id_of, item_of, properties_of, stored_of, to_ms, types_of
from graph.values.items import (
    Block,
    Clock,
    Conversation,
    Fact,
    FactKind,
    IntakeRule,
    KeyInfo,
    Message,
    Role,
    Space,
    Stored,
    Summary,
)

NOW = datetime(2026, 3, 1, 12, 30, 15, 123000, tzinfo=UTC)

SAMPLES: list[Stored] = [
    Space(name="home", created_at=NOW, intake=IntakeRule(gap=None)),
    Space(name="game", created_at=NOW, profile="toy", intake=IntakeRule(clock=Clock.WORLD, bystanders=(Role.TOOL,))),
    Message(
        id="m1", conversation="c1", chat="", sender="Ada", role=Role.USER, body="Hi", sent_at=NOW, position=3,
        digest="d", speaks_of=("2023-10-03", "2023-10-01/2023-10-31"),
    ),
    Fact(id="f1", body="Ada is 36", kind=FactKind.THEORY, confidence=0.5, created_at=NOW, updated_at=NOW),
    KeyInfo(lines=("a", "b"), sources=("m1", "m2"), updated_at=NOW),
    Summary(
        id="s1", level=1, body="Ada said hi.", conversation=None, first_at=NOW, last_at=NOW, first_position=0.0,
        last_position=1.5, message_count=2, participants=("Ada",),
    ),
]  # fmt: skip


def node_of(item: Stored) -> Node:
    """The node as a store hands it back: without what is None."""
    properties = {name: value for name, value in properties_of(item).items() if value is not None}
    return Node(item.label, id_of(item), properties, 1, 1)


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.label.value)
def test_items_come_back_equal(item: Stored) -> None:
    """What is stored is what was given, types included: a whole number in a float field is a float."""
    assert stored_of(node_of(item)) == item
    assert all(not isinstance(value, datetime) for value in properties_of(item).values())


def test_what_was_not_read_is_empty() -> None:
    """A message read without its text has an empty one, and is no error."""
    node = node_of(SAMPLES[2])
    head = Node(node.label, node.id, {k: v for k, v in node.properties.items() if k != "body"}, 1, 1)

    assert item_of(head, Message).body == ""


def test_intake_rule_stands_among_the_properties_of_its_space() -> None:
    """Stores keep flat properties only, of types of their own."""
    properties = properties_of(SAMPLES[1])

    assert (properties["profile"], properties["clock"], properties["bystanders"]) == ("toy", "world", ("tool",))
    assert [type(properties[name]) for name in ("profile", "clock")] == [str, str]
    assert fields_of(SAMPLES[1]).keys() == types_of(Space).keys() == properties.keys()


def test_space_that_was_stored_without_a_profile_is_an_assistants() -> None:
    """Before there were profiles no space had one."""
    node = node_of(SAMPLES[0])
    old = {name: value for name, value in node.properties.items() if name not in ("profile", "bystanders")}

    assert item_of(replace(node, properties=old), Space) == SAMPLES[0]


def test_another_label_is_refused() -> None:
    """A node is never taken for something that it is not."""
    with pytest.raises(StoreError, match="f1 is a Fact, expected a Message"):
        item_of(node_of(SAMPLES[3]), Message)
    with pytest.raises(StoreError, match="not read as an item"):
        stored_of(Node(Label.ALIAS, "alias:x", {}, 1, 1))


def test_captions_are_short() -> None:
    """People see at most 40 characters on one line, cut with an ellipsis."""
    fact = Fact(id="f1", body="word " * 30, created_at=NOW, updated_at=NOW)

    assert caption(fact) == ("word " * 8)[:39] + "…" and len(caption(fact)) == 40


def test_captions_are_words() -> None:
    """No node of those that people look at is called by an id, or by the first words of every block."""
    talk = Conversation(
        id="c1", chat="", started_at=NOW, last_at=NOW, first_position=0.0, last_position=1.0, message_count=2,
        participants=("Ada", "Bo"),
    )  # fmt: skip
    block = Block(
        id="b1", chat="", query="", body="<memory>", tokens=9, budget_tokens=9, shown=(), near_misses="[]",
        left_out_count=0, visible_from=None, created_at=NOW,
    )  # fmt: skip

    assert [caption(item) for item in (SAMPLES[4], talk, replace(talk, title="Cats"))] == [
        "Key info",
        "Ada, Bo",
        "Cats",
    ]
    assert caption(block) == "Block of 9 tokens"


@given(st.integers(0, 4_102_444_800_000))
def test_times_survive_as_milliseconds(ms: int) -> None:
    """Every millisecond up to the year 2100 comes back."""
    assert to_ms(from_ms(ms)) == ms


def test_a_time_without_a_zone_is_refused() -> None:
    """Naive times would mean another moment on another machine."""
    with pytest.raises(ValueError, match="no zone"):
        to_ms(datetime(2026, 1, 1))


def test_times_are_known_to_stores() -> None:
    """A store can tell a time from another number by its name: that of each time of an item, and of no other value."""
    types = [pair for kind in get_args(Stored) for pair in types_of(kind).items()]
    times = {name for name, hint in types if datetime in (hint, *get_args(hint))}

    assert times | {"ends_at", "used_at"} == TIMES  # those of access keys, which are no items
    assert [name for name, hint in types if name in TIMES and datetime not in (hint, *get_args(hint))] == []
