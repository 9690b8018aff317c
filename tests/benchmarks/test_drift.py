"""Drafts that drift are made as they are described."""

from __future__ import annotations

from benchmarks.drift import SIGNS, changed_in


def test_one_number_or_name_is_changed() -> None:
    """The last one becomes each that only other answers have; an answer without one gives nothing."""
    numbers, names = SIGNS
    others = ["2021, with Emre", "2020"]

    assert [*changed_in("Nil moved in 2020", others, numbers)] == ["Nil moved in 2021"]
    assert [*changed_in("She met Nil", others, names)] == ["She met Emre"]
    assert [*changed_in("moved away", others, numbers)] == []
