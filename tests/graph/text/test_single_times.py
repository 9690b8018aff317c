"""One time from one word on."""

from __future__ import annotations

from datetime import date

import pytest

from graph.text.analysis import word_spans
from graph.text.date_text import DateText
from graph.text.single_times import named_beside, read_one
from languages.registry import BY_CODE

TODAY = date(2023, 10, 4)  # A Wednesday.


def words(text: str, language: str = "en") -> DateText:
    """A text as the reader sees it."""
    return DateText(text, BY_CODE[language], word_spans(text))


@pytest.mark.parametrize(
    ("text", "is_guess"),
    [
        ("last Friday", False),
        ("last Tuesday", True),
        ("next Friday", True),
        ("next Tuesday", False),
        ("next weekend", True),
        ("last weekend", False),
        ("a few days ago", True),
        ("three days ago", False),
        ("Friday", True),
    ],
)
def test_what_people_mean_differently_is_a_guess(text: str, is_guess: bool) -> None:
    """A weekday of this week may be that of the week before or behind."""
    read = read_one(words(text), 0, TODAY)

    assert read is not None and read.is_guess is is_guess


@pytest.mark.parametrize("text", ["yesterday", "last week", "on the 3rd", "May", "Friday", "two days ago"])
def test_without_today_nothing_relative_is_read(text: str) -> None:
    """Only what names its year."""
    found = words(text)

    assert [read_one(found, at, None) for at in range(len(found.words))] == [None] * len(found.words)


@pytest.mark.parametrize("text", ["31 June 2023", "30 February 2024"])
def test_a_day_that_is_none(text: str) -> None:
    """Is not read as another."""
    assert read_one(words(text), 0, TODAY) is None


def test_a_name_beside_a_day() -> None:
    """A weekday, a month or a season; nothing for another word."""
    assert named_beside(words("friday"), 0, TODAY, -1) == (date(2023, 9, 29),) * 2
    assert named_beside(words("may"), 0, TODAY, 1) == (date(2024, 5, 1), date(2024, 5, 31))
    assert named_beside(words("yaz", "tr"), 0, TODAY, -1) == (date(2023, 6, 1), date(2023, 8, 31))
    assert named_beside(words("week"), 0, TODAY, -1) is None
