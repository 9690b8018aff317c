"""Days behind words that tell them only to those who were there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from context.wording.day_notes import with_days
from graph.intake.spoken_days import with_days as days_kept
from graph.values.items import Message, Role, Space
from languages.registry import BY_CODE

SAID = datetime(2023, 10, 4, 12, tzinfo=UTC)  # A Wednesday.
SPACE = Space(name="a", created_at=SAID)


def message(body: str) -> Message:
    """A line with the days that it speaks of, as it is stored."""
    line = Message(
        id="m1", conversation="c1", chat="", sender="Ada", role=Role.USER, body=body, sent_at=SAID,
        position=SAID.timestamp() * 1000, digest="d", is_timed=True,
    )  # fmt: skip
    return days_kept(SPACE, [line])[0]


def shown(body: str, language: str = "en") -> str:
    """The line as a block shows it."""
    return with_days(message(body), body, BY_CODE[language].phrases)


@pytest.mark.parametrize(
    ("language", "body", "expected"),
    [
        ("en", "I swam yesterday.", "I swam yesterday (3 October)."),
        ("en", "Yesterday's race was fun", "Yesterday's (3 October) race was fun"),
        ("en", "We met last Friday", "We met last Friday (29 September)"),
        ("en", "Last week was fun", "Last week (25 September – 1 October) was fun"),
        ("en", "It starts next month", "It starts next month (November)"),
        ("en", "I moved here last year", "I moved here last year (2022)"),
        ("en", "We rode there last summer", "We rode there last summer (June – August)"),
        ("en", "a baby in three months!", "a baby in three months (January 2024)!"),
        ("tr", "Geçen hafta taşındık.", "Geçen hafta (25 Eylül – 1 Ekim) taşındık."),
        ("tr", "Dünkü maç", "Dünkü (3 Ekim) maç"),
        ("de", "Letzten Freitag war ich da", "Letzten Freitag (29. September) war ich da"),
        ("de", "vor zwei Tagen", "vor zwei Tagen (2. Oktober)"),
    ],
)
def test_the_day_stands_behind(language: str, body: str, expected: str) -> None:
    """In the words of the block's language, without the year of the line."""
    assert shown(body, language) == expected


@pytest.mark.parametrize(
    "body",
    [
        "I swam today, and I am free this week.",
        "I swam yesterday (3 October).",
        "Tomorrow, on 5 October, I sing.",
        "I saw him on Monday.",
        "We meet next Friday.",
        "We met a few weeks ago.",
        "We met on 3 May 2020.",
    ],
)
def test_what_is_told_or_not_certain_stays_as_it_is(body: str) -> None:
    """A day that the text or its date names, and a weekday that may be another."""
    assert shown(body) == body


def test_a_day_is_told_once() -> None:
    """Behind the first word for it."""
    assert shown("yesterday, ah, yesterday") == "yesterday (3 October), ah, yesterday"


def test_where_the_time_was_not_known_there_is_no_note() -> None:
    """An import without times has the time of its arrival."""
    line = message("I swam yesterday.")
    [kept] = days_kept(SPACE, [replace(line, is_timed=False)], knows_times=False)

    assert with_days(kept, kept.body, BY_CODE["en"].phrases) == kept.body
