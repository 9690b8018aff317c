"""A block's own words: dates, the line of what is left out, and which language they are in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from context.wording.phrases import ENGLISH, TURKISH, Phrases, phrases_of

MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def test_dates_are_absolute() -> None:
    """One day, a part of a month, and a stretch over months."""
    assert ENGLISH.day(MAY) == "8 May 2023"
    assert ENGLISH.days(MAY, MAY) == "8 May 2023"
    assert ENGLISH.days(MAY.replace(day=3), MAY) == "3–8 May 2023"
    assert TURKISH.days(MAY.replace(month=4), MAY) == "8 Nisan 2023 – 8 Mayıs 2023"


def test_count_of_what_is_left_out_is_told() -> None:
    """Nothing, one, and many with the language's sign between thousands."""
    assert ENGLISH.left_out_line(0) == ""
    assert ENGLISH.left_out_line(1) == "(1 earlier message is not shown.)\n"
    assert ENGLISH.left_out_line(12345) == "(12,345 earlier messages are not shown.)\n"
    assert TURKISH.left_out_line(12345) == "(Daha önceki 12.345 mesaj gösterilmiyor.)\n"


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Where did I park the car?", ENGLISH),
        ("Arabayı nereye park ettim?", TURKISH),
        ("", ENGLISH),
        ("42", ENGLISH),
        ("The keys are with Ayşe and her brother.", ENGLISH),
        ("What did I say about the oven? " + "Fırın için ne demiştim, hatırlıyor musun? " * 100, TURKISH),
    ],
)
def test_phrases_follow_the_talk(text: str, phrases: Phrases) -> None:
    """Function words and letters decide, at the end of a long text; what tells nothing is answered in English."""
    assert phrases_of(text) is phrases
