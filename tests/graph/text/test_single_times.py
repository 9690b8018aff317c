"""One time from one word on."""

from __future__ import annotations

from datetime import date

import pytest

from graph.text.analysis import word_spans
from graph.text.date_text import DateText
from graph.text.single_times import digit_dates, named_beside, order_in, read_one
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


@pytest.mark.parametrize(
    "text",
    ["2024-01-23", "2024/1/23", "23.01.2024", "23. 1. 2024", "23/01/2024", "1/23/24", "23-01-2024"],
)
def test_forms(text: str) -> None:
    """Whatever stands between."""
    [found] = digit_dates(f"On {text}, or", is_day_first=None, is_dotted=False, today=None)

    assert (found.start, found.end, found.readings) == (3, 3 + len(text), ((date(2024, 1, 23),) * 2,))


@pytest.mark.parametrize(
    "text",
    ["10.12.20.24", "1.2.2024.5", "5.3.0", "7/10", "1/2/2024/x", "a1/2/2024", "12-34-2024", "18.30"],
)
def test_what_is_none(text: str) -> None:
    """Addresses, versions, marks and paths."""
    assert list(digit_dates(text, is_day_first=None, is_dotted=True, today=date(2024, 1, 1))) == []


def test_years_from_one_to_another() -> None:
    """Both belong to it."""
    [found] = digit_dates("in 2019–2021", is_day_first=None, is_dotted=False, today=None)

    assert found.readings == ((date(2019, 1, 1), date(2021, 12, 31)),)


def test_order() -> None:
    """Told by days above 12, unless they tell both."""
    assert order_in("1/2/2024 and 23/1/2024") is True
    assert order_in("1/2/2024 and 1/23/2024") is False
    assert order_in("1/2/2024") is None
    assert order_in("1/23/2024 and 23/1/2024") is None
