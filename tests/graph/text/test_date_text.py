"""A text as words of the tables of times."""

from __future__ import annotations

import pytest

from graph.text.analysis import word_spans
from graph.text.date_text import FEW, DateText, could_tell, date_words_of, known_form
from graph.text.days import Unit
from languages.registry import BY_CODE, LANGUAGES


def words(text: str, language: str = "en") -> DateText:
    """A text as one language reads it."""
    return DateText(text, BY_CODE[language], word_spans(text))


@pytest.mark.parametrize(
    ("text", "language", "is_joined"),
    [
        ("May 5", "en", True),
        ("May, 5", "en", True),
        ("May. 5", "en", False),
        ("Jan. 5", "en", True),
        ("May\n5", "en", False),
        ("5. Mai", "de", True),
        ("5'inde mayıs", "tr", True),
        ("5; mayıs", "tr", False),
    ],
)
def test_what_belongs_together(text: str, language: str, is_joined: bool) -> None:
    """No sentence ends between."""
    assert words(text, language).is_joined(0) is is_joined


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three days", (3, False, 1)),
        ("a couple of days", (2, False, 3)),
        ("a few days", (FEW, True, 2)),
        ("12 days", (12, False, 1)),
        ("days", (None, False, 0)),
        ("2023 days", (None, False, 0)),
    ],
)
def test_counts(text: str, found: tuple[int | None, bool, int]) -> None:
    """In words or digits, and how sure they are."""
    assert words(text).count(0) == found


def test_the_longest_phrase_counts() -> None:
    """A week's end is no week."""
    assert words("hafta sonu", "tr").unit(0) == (Unit.WEEKEND, 2)
    assert words("hafta, sonra", "tr").unit(0) == (Unit.WEEK, 1)


def test_what_a_number_counts() -> None:
    """A floor is no day."""
    assert words("the 3rd?").stands_alone(1)
    assert words("the 3rd we").stands_alone(1)
    assert not words("the 3rd floor").stands_alone(1)
    assert not words("am 3. Tag", "de").stands_alone(1)


def test_what_is_to_come_is_told_by_its_sentence() -> None:
    """Not by the next one."""
    found = words("On Friday I sang. I will eat.")

    assert not found.is_to_come(1)
    assert found.is_to_come(5)


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
