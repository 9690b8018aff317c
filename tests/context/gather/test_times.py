"""The times that questions speak of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from context.gather.times import TimeSpan, times_in
from graph.values.codec import to_ms

NOW = datetime(2026, 10, 25, 12, tzinfo=UTC)  # A Sunday.


def days(text: str) -> list[tuple[str, str]]:
    """Each span as its first day and the day behind it."""
    return [(_day(span.start_ms), _day(span.end_ms)) for span in times_in(text, NOW)]


def _day(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d}"


@pytest.mark.parametrize(
    ("english", "turkish", "first", "behind"),
    [
        ("What did I say yesterday?", "Dün ne dedim?", "2026-10-24", "2026-10-25"),
        ("two days ago", "iki gün önce", "2026-10-23", "2026-10-24"),
        ("What did we do last week?", "Geçen hafta ne yaptık?", "2026-10-15", "2026-10-25"),
        ("last Tuesday", "geçen salı", "2026-10-20", "2026-10-21"),
        ("last Sunday", "geçen pazar", "2026-10-18", "2026-10-19"),
        ("in May 2023", "Mayıs 2023'te", "2023-05-01", "2023-06-01"),
        ("in December", "Aralık ayında", "2025-12-01", "2026-01-01"),
        ("in May", "mayısta", "2026-05-01", "2026-06-01"),
        ("on 5 July, 2025", "5 Temmuz 2025'te", "2025-07-05", "2025-07-06"),
        ("in 2024", "2024'te", "2024-01-01", "2025-01-01"),
    ],
)
def test_both_languages_speak_of_time(english: str, turkish: str, first: str, behind: str) -> None:
    """The same time is found in English and in Turkish."""
    assert days(english) == [(first, behind)]
    assert days(turkish) == [(first, behind)]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask you something?",
        "I march on.",
        "three apples",
        "room 12",
        "",
        "bu iş ne?",
        "this year",
        "I am tired today",
        "bugün",
    ],
)
def test_no_time_is_no_time(text: str) -> None:
    """Words that only look like times are passed over."""
    assert days(text) == []


def test_several_times_come_in_their_order() -> None:
    """A question may compare two times."""
    assert days("July 4th or 6 June 2024?") == [("2026-07-04", "2026-07-05"), ("2024-06-06", "2024-06-07")]


def test_nearness() -> None:
    """1 inside, half a length's distance away, less further off, on both sides."""
    span = TimeSpan(to_ms(NOW), to_ms(NOW) + 1000)

    assert [span.nearness(to_ms(NOW) + at) for at in (0, 1000, 2000, -1000, 3000)] == [1.0, 1.0, 0.5, 0.5, 0.2]
