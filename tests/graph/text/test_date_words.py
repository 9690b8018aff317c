"""The words of languages for times."""

from __future__ import annotations

import pytest

from graph.text.date_words import could_tell, date_words_of, known_form
from languages.registry import BY_CODE, LANGUAGES


def test_endings_are_passed_over() -> None:
    """Where the language has them."""
    assert known_form(BY_CODE["tr"], "mayista") == "mayis"
    assert known_form(BY_CODE["en"], "mayista") == ""


def test_digits_stay() -> None:
    """With their ending."""
    assert known_form(BY_CODE["en"], "5th") == "5th"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_months_and_weekdays_tell(language: object) -> None:
    """So a text with one of them is read."""
    words = date_words_of(language)  # type: ignore[arg-type]

    assert all(map(could_tell, [*words.months, *words.weekdays]))


def test_other_words_do_not_tell() -> None:
    """They cost a look into a table."""
    assert not could_tell("What a lovely photo, thank you!")
