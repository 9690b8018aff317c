"""Dates in digits."""

from __future__ import annotations

from datetime import date

import pytest

from graph.text.digit_dates import digit_dates, order_in


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
