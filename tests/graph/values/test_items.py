"""Ranges are checked at birth."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph.errors import BadInput
from graph.values.items import (
    Entity,
    Fact,
    IntakeRule,
    KeyInfo,
    MemoryType,
    Message,
    Role,
    SignificantMemory,
    Space,
    Summary,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BORN = {"created_at": NOW, "updated_at": NOW}


@pytest.mark.parametrize("name", ["importance", "salience"])
def test_scales_run_from_one_to_ten(name: str) -> None:
    """1 and 10 are taken, 0 and 11 are not."""
    for value in (1, 10):
        assert getattr(Fact(id="f", body="x", **BORN, **{name: value}), name) == value
    for value in (0, 11):
        with pytest.raises(BadInput, match=f"{name} {value} is outside 1..10"):
            Fact(id="f", body="x", **BORN, **{name: value})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Fact(id="f", body=" ", **BORN), "empty text"),
        (lambda: Fact(id="f", body="x", confidence=1.1, **BORN), "confidence 1.1 is outside 0..1"),
        (lambda: Space(name="", created_at=NOW), "space name is empty"),
        (lambda: Space(name="x" * 201, created_at=NOW), "201 characters, expected at most 200"),
        (lambda: Space(name="x", created_at=NOW, profile=" "), "profile name is empty"),
        (lambda: IntakeRule(gap=0), "gap 0 is not above 0"),
        (lambda: IntakeRule(gap=float("nan")), "gap nan is not above 0"),
        (lambda: Entity(id="e", name="  ", key="", **BORN), "entity name is empty"),
        (lambda: KeyInfo(lines=("a",), sources=(), updated_at=NOW), "1 lines and 0 sources"),
        (
            lambda: SignificantMemory(id="g", type=MemoryType.GOAL, body="x", importance=11, accessed_at=NOW, **BORN),
            "importance 11",
        ),
    ],
)
def test_what_can_not_be_is_refused(make: object, message: str) -> None:
    """The error names the thing, what was found and what was expected."""
    assert callable(make)
    with pytest.raises(BadInput, match=message):
        make()


@pytest.mark.parametrize(("level", "count"), [(0, 1), (1, 0)])
def test_a_summary_stands_above_messages(level: int, count: int) -> None:
    """Its level begins at 1, and it covers something."""
    with pytest.raises(BadInput):
        Summary(
            id="s", level=level, body="x", conversation=None, first_at=NOW, last_at=NOW, first_position=0,
            last_position=0, message_count=count,
        )  # fmt: skip


def test_bystanders_take_no_part() -> None:
    """Who speaks takes part, in the order of the first line, unless the rule leaves the role out."""
    lines = [("Narrator", Role.NARRATOR), ("Mirela", Role.USER), ("Dragos", Role.ASSISTANT), ("Mirela", Role.USER)]
    messages = [
        Message(
            id=f"m{n}", conversation="c", chat="", sender=sender, role=role, body="x", sent_at=NOW, position=n,
            digest="d",
        )
        for n, (sender, role) in enumerate(lines)
    ]  # fmt: skip

    assert IntakeRule().participants(messages) == ("Narrator", "Mirela", "Dragos")
    assert IntakeRule(bystanders=(Role.NARRATOR,)).participants(messages) == ("Mirela", "Dragos")
