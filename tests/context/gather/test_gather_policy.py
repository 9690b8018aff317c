"""The policy refuses what can't work."""

from __future__ import annotations

import pytest

from context.gather.gather_policy import GatherPolicy
from graph.errors import BadInput


def test_walk_must_end() -> None:
    """A walk that never restarts, or only does, is refused."""
    for wrong in (0.0, 1.0):
        with pytest.raises(BadInput, match="walk_damping"):
            GatherPolicy(walk_damping=wrong)
