"""What reports of stores share."""

from __future__ import annotations

import pytest

from graph.store.diagnosis import size_in_words


@pytest.mark.parametrize(
    ("count_bytes", "told"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (1024, "1.0 KB"),
        (1536 * 1024, "1.5 MB"),
        (100 * 1024**2, "100 MB"),
        (5000 * 1024**3, "5,000 GB"),
    ],
)
def test_sizes_are_told_in_words(count_bytes: int, told: str) -> None:
    """A size has one decimal while it is small, and none where nobody reads it."""
    assert size_in_words(count_bytes) == told
