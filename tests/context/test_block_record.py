"""A block is kept when its turn is taken, or later by whoever took it."""

from __future__ import annotations

from collections.abc import Callable

from context.block_record import read_turn
from context.turn import take_turn
from tests.context.scenes import NOW, harbour
from tests.context.test_turn import PROMISE


def test_block_that_is_kept_later_is_the_same() -> None:
    """Nothing of it is stored until then; afterwards all of it is, as if it had been kept at once."""
    knowledge, at_once = harbour(), harbour()
    left: list[Callable[[], object]] = []

    given = take_turn(knowledge, PROMISE, now=NOW, later=left.append)
    before = knowledge.store.nodes("harbour", [given.block.id])
    (keeping,) = left
    keeping()

    wanted = take_turn(at_once, PROMISE, now=NOW)
    assert (before, given.items) == ({}, wanted.items)
    assert read_turn(knowledge, "harbour", given.block.id) == read_turn(at_once, "harbour", wanted.block.id)
    knowledge.close()
    at_once.close()
