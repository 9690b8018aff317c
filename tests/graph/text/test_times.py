"""The times that questions speak of."""

from __future__ import annotations

from datetime import UTC, datetime

from graph.text.times import TimeSpan, times_in
from graph.values.codec import to_ms

NOW = datetime(2026, 10, 25, 12, tzinfo=UTC)  # A Sunday.


def days(text: str) -> list[tuple[str, str]]:
    """Each span as its first day and the day behind it."""
    return [(_day(span.start_ms), _day(span.end_ms)) for span in times_in(text, NOW)]


def _day(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d}"


def test_several_times_come_in_their_order() -> None:
    """A question may compare two times."""
    assert days("July 4th or 6 June 2024?") == [("2026-07-04", "2026-07-05"), ("2024-06-06", "2024-06-07")]


def test_nearness() -> None:
    """1 inside, half a length's distance away, less further off, on both sides."""
    span = TimeSpan(to_ms(NOW), to_ms(NOW) + 1000)

    assert [span.nearness(to_ms(NOW) + at) for at in (0, 1000, 2000, -1000, 3000)] == [1.0, 1.0, 0.5, 0.5, 0.2]
