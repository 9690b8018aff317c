"""The subject changes where the likeness of neighbours falls deepest."""

from __future__ import annotations

import pytest

from archivists.transcripts.subject_changes import subject_changes

SEA, MILL = [1.0, 0.0], [0.0, 1.0]


@pytest.mark.parametrize(
    ("vectors", "deepest"),
    [([SEA] * 4 + [MILL] * 4, 4), ([SEA] * 3 + [MILL] * 5, 3), ([SEA, [0.9, 0.1], SEA, MILL, [0.1, 0.9], MILL], 3)],
)
def test_deepest_change(vectors: list[list[float]], deepest: int) -> None:
    """It is 1 there, 0 at the beginning, and between them elsewhere."""
    found = subject_changes(vectors)

    assert len(found) == len(vectors) and found[0] == 0.0
    assert found.index(1.0) == deepest and max(found) == 1.0 and min(found) >= 0.0


@pytest.mark.parametrize("vectors", [[], [SEA], [SEA] * 5, [[0.0, 0.0]] * 3])
def test_no_change(vectors: list[list[float]]) -> None:
    """One subject has no boundaries of its own."""
    assert subject_changes(vectors) == [0.0] * len(vectors)
