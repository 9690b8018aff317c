"""A block is kept before its turn is answered, or given early and kept after that."""

from __future__ import annotations

from dataclasses import replace

from context.block_record import read_turn
from context.exchange import Turn
from context.turn import take_turn
from tests.context.scenes import NOW, harbour, turn_given_ahead
from tests.context.test_turn import PROMISE


def test_block_that_is_given_early_is_kept_whole() -> None:
    """Nothing is stored when it is given: it is that of a turn that stores nothing. Afterwards all of it is there."""
    knowledge, other = harbour(), harbour()
    given: list[tuple[Turn, int]] = []
    before = knowledge.store.seq("harbour")

    turn = turn_given_ahead(knowledge, PROMISE, lambda it: given.append((it, knowledge.store.seq("harbour"))))

    ((early, seq),) = given
    quiet = take_turn(other, replace(PROMISE, record=False), now=NOW)
    kept = read_turn(knowledge, "harbour", early.block.id)
    assert (seq, knowledge.store.seq("harbour")) == (before, before + 2)
    assert (early.block.body, early.items) == (quiet.block.body, quiet.items)
    assert (kept.block, kept.items) == (turn.block, turn.items) == (turn.block, early.items)
    assert turn.appended is not None and turn.block.query == turn.appended.messages[-1]
    knowledge.close()
    other.close()
