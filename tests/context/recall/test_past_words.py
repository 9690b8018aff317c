"""What is said of past conversations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from context.recall.past_words import capital, day_of, on_day, topic_of
from languages.registry import BY_CODE

NOW = datetime(2026, 11, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("code", "at", "expected"),
    [
        ("tr", (2026, 10, 5), "5 Ekim'de"),
        ("tr", (2026, 3, 3), "3 Mart'ta"),
        ("tr", (2026, 2, 3), "3 Şubat'ta"),
        ("tr", (2026, 4, 3), "3 Nisan'da"),
        ("tr", (2024, 9, 15), "15 Eylül 2024'te"),
        ("tr", (2023, 9, 15), "15 Eylül 2023'te"),
        ("tr", (2025, 9, 15), "15 Eylül 2025'te"),
        ("tr", (2020, 9, 15), "15 Eylül 2020'de"),
        ("tr", (2016, 9, 15), "15 Eylül 2016'da"),
        ("tr", (2010, 9, 15), "15 Eylül 2010'da"),
        ("tr", (2000, 9, 15), "15 Eylül 2000'de"),
        ("en", (2026, 10, 5), "on 5 October"),
        ("en", (2024, 10, 5), "on 5 October 2024"),
        ("de", (2024, 10, 5), "am 5. Oktober 2024"),
    ],
)
def test_a_day_is_said_as_the_language_has_it(code: str, at: tuple[int, int, int], expected: str) -> None:
    """By vowel harmony, and without the present year."""
    # ACCEPTANCE 1.23
    language = BY_CODE[code]

    assert on_day(day_of(datetime(*at, tzinfo=UTC), language, NOW), language) == expected


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("tr", "Beta hücre rejenerasyonu hakkında ne konuşmuştuk?", "Beta hücre rejenerasyonu hakkında"),
        ("tr", "kolajen neydi?", "Bu konuda"),
        ("en", "What did we say about beta cells?", "about beta cells"),
        ("en", "What was it?", "on this"),
        ("de", "Was hatten wir über Betazellen gesagt?", "über Betazellen"),
    ],
)
def test_a_topic_is_named_as_the_message_names_it(code: str, text: str, expected: str) -> None:
    """Else it is "this"."""
    assert topic_of(text, BY_CODE[code]) == expected


def test_a_capital_is_that_of_the_language() -> None:
    """The dot of i stays in Turkish."""
    assert capital("insülin", BY_CODE["tr"]) == "İnsülin"
    assert capital("insulin", BY_CODE["en"]) == "Insulin"
