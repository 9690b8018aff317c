"""The limits of a round."""

from __future__ import annotations

import pytest

from archivists.round_policy import RoundPolicy
from graph.errors import BadInput


@pytest.mark.parametrize(
    "limits",
    [{"round_messages": 0}, {"chunk_messages": 0}, {"tops_max": 1}, {"loose_messages_max": 29}],
)
def test_limits_that_cannot_work_are_refused(limits: dict[str, int]) -> None:
    """A round that could never be due, or never get on, is refused at birth."""
    with pytest.raises(BadInput):
        RoundPolicy(**limits)


def test_smallest_limits_are_taken() -> None:
    """The limits just above those are taken."""
    assert RoundPolicy(round_messages=1, tops_max=2, loose_messages_max=30).tops_max == 2
