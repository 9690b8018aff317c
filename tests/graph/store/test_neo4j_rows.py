"""Times stand on a server as people read them."""

from __future__ import annotations

import pytest

from graph.store.neo4j_rows import FIRST_MS, LAST_MS, in_ms, written_out


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (1777833000123, "2026-05-03T18:30:00.123Z"),
        (FIRST_MS, "0001-01-01T00:00:00.000Z"),
        (LAST_MS, "9999-12-31T23:59:59.999Z"),
        *((same, same) for same in (FIRST_MS - 1, LAST_MS + 1, None, 1.5, True, "first")),
    ],
)
def test_times_are_written_out_and_read(ms: int, text: str) -> None:
    """To the millisecond; what is no time of a calendar stays as it is."""
    assert written_out(ms) == text
    assert in_ms(written_out(ms)) == ms


def test_order_stays() -> None:
    """A server compares texts."""
    some = [FIRST_MS, -(10**12), -1, 0, 1, 999, 1000, 1777833000123, LAST_MS]

    assert sorted(some, key=lambda ms: str(written_out(ms))) == some
