"""Every kind of change is a frozen value with its grounds."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from graph.changing.apply import APPLY
from graph.errors import BadInput
from graph.values.changes import WHY_CHARS_MAX, Grounds, NewEntity
from graph.values.items import Author


def test_every_change_has_grounds() -> None:
    """Each member of the union says who proposes it and why, and none can be altered after its birth."""
    kinds = APPLY

    assert [kind.__name__ for kind in kinds if not issubclass(kind, Grounds)] == []
    assert [kind.__name__ for kind in kinds if "__dict__" in dir(kind)] == []
    with pytest.raises(FrozenInstanceError):
        NewEntity(name="Van").name = "Bursa"  # type: ignore[misc]


def test_grounds_are_the_rules_unless_told() -> None:
    """A change without grounds is one by rules; a reason is a sentence, not an essay."""
    assert NewEntity(name="Van") == NewEntity(name="Van", author=Author.RULES, why="", evidence=())
    assert NewEntity(name="Van", why="x" * WHY_CHARS_MAX).why
    with pytest.raises(BadInput, match="why has 501 characters"):
        NewEntity(name="Van", why="x" * (WHY_CHARS_MAX + 1))
