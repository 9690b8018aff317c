"""An entry says of a node what choosing needs."""

from dataclasses import replace
from datetime import UTC, datetime

from graph.index.entries import Entry, entry_of
from graph.store.verbs import Label, Node
from graph.values.codec import properties_of
from graph.values.items import Fact, FactKind, Message, Role, Summary
from graph.values.puts import put, put_changed

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
NOON_MS = 1_773_489_600_000


def test_a_message() -> None:
    """Its role, time, place and sender are known."""
    message = Message(
        id="m1",
        conversation="c1",
        chat="x",
        sender="Ali",
        role=Role.USER,
        body="kahve",
        sent_at=NOON,
        position=7.5,
        digest="d",
        container="s1",
        tokens=3,
        usefulness=0.5,
    )

    assert entry_of(Node(Label.MESSAGE, "m1", properties_of(message), 1, 1)) == Entry(
        id="m1",
        label=Label.MESSAGE,
        kind="user",
        at_ms=NOON_MS,
        position=7.5,
        importance=0,
        salience=0,
        usefulness=0.5,
        tokens=3,
        chat="x",
        conversation="c1",
        container="s1",
        status="",
        sender="Ali",
    )


def test_a_message_tells_whether_it_has_a_name() -> None:
    """Of its text, and not of who says it; a text that is changed tells anew."""
    message = Message(
        id="m1", conversation="c1", chat="x", sender="ada Lund", role=Role.USER, body="I was in Oslo", sent_at=NOON,
        position=7.5, digest="d",
    )  # fmt: skip
    nothing = replace(message, body="I was there")

    assert entry_of(Node(Label.MESSAGE, "m1", put(message).properties, 1, 1)).has_name
    assert not entry_of(Node(Label.MESSAGE, "m1", put(nothing).properties, 1, 1)).has_name
    assert put_changed(message, nothing).properties["has_name"] is None


def test_a_summary() -> None:
    """It stands where its first message does, and is as recent as its last."""
    summary = Summary(
        id="s1",
        level=2,
        body="b",
        conversation=None,
        first_at=NOON,
        last_at=NOON,
        first_position=1.0,
        last_position=9.0,
        message_count=4,
    )

    entry = entry_of(Node(Label.SUMMARY, "s1", properties_of(summary), 1, 1))

    assert (entry.kind, entry.at_ms, entry.position, entry.conversation) == ("2", NOON_MS, 1.0, None)


def test_a_fact() -> None:
    """Its kind, status and scales are known."""
    fact = Fact(id="f1", body="b", kind=FactKind.THEORY, importance=7, salience=2, created_at=NOON, updated_at=NOON)

    entry = entry_of(Node(Label.FACT, "f1", properties_of(fact), 1, 1))

    assert (entry.kind, entry.status, entry.importance, entry.salience) == ("theory", "current", 7, 2)
    assert (entry.at_ms, entry.sender, entry.chat) == (NOON_MS, "", "")


def test_what_a_node_lacks_is_empty() -> None:
    """Stores drop empty values, so that any property may be absent."""
    assert entry_of(Node(Label.ENTITY, "e1", {}, 1, 1)) == Entry(
        "e1", Label.ENTITY, "", 0, 0.0, 0, 0, 0.0, 0, "", None, None, "", ""
    )
