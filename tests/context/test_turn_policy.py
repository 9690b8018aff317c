"""The policy refuses what can't work."""

from __future__ import annotations

import pytest
from context.turn_policy import Shares, TurnPolicy

from graph.errors import BadInput


def test_shares_are_parts_of_the_whole() -> None:
    """A share may be nothing or all, not less nor more."""
    Shares(key_info=0.0, recent=1.0)
    for wrong in (-0.01, 1.01):
        with pytest.raises(BadInput, match="share summaries"):
            Shares(summaries=wrong)


def test_walk_must_end() -> None:
    """A walk that never restarts, or only does, is refused."""
    for wrong in (0.0, 1.0):
        with pytest.raises(BadInput, match="walk_damping"):
            TurnPolicy(walk_damping=wrong)


def test_small_blocks_belong_to_what_was_asked_for() -> None:
    """A part takes its share where the lines leave room, and the less without it the smaller the block is."""
    policy = TurnPolicy(small_block_tokens=500)

    assert policy.room(0.2, 500, asked_tokens=400) == 100
    assert policy.room(0.2, 500, asked_tokens=430) == 70
    assert policy.room(0.2, 500, asked_tokens=900) == 50
    assert policy.room(0.2, 4500, asked_tokens=9000) == 810
