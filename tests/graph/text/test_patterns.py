"""How the regexes of a language are searched."""

from __future__ import annotations

import pytest

from graph.text.patterns import first_match, regex
from languages.language import NOTHING, anycase
from languages.registry import BY_CODE, LANGUAGES

TURKISH = BY_CODE["tr"]


@pytest.mark.parametrize(
    ("source", "text", "is_found"),
    [
        ("yaşıyorum", "yasiyorum", True),
        ("yaşıyorum", "yaşıyorum", True),
        ("[ıü]ç", "uc", True),
        (r"\[ş\]", "[s]", True),
        ("[^ç]a", "ca", False),
        ("öldü", "oldu", False),
        ("gördü", "gordu", True),
        ("cok", "çok", False),
    ],
)
def test_letters_stand_for_what_is_typed_without_them(source: str, text: str, is_found: bool) -> None:
    """People type without a Turkish keyboard; to die stays apart from to become."""
    assert (regex(TURKISH, source).search(text) is not None) is is_found


def test_letters_of_one_language_are_those_of_no_other() -> None:
    """An English regex finds what it says."""
    assert regex(BY_CODE["en"], "yaşıyorum").search("yasiyorum") is None


def test_places_are_those_of_the_text() -> None:
    """What matches is cut from the text as it was written."""
    assert regex(TURKISH, anycase("^günaydın,? ")).sub("", "Gunaydin, kahve yaptım.") == "kahve yaptım."


def test_first_language_that_matches_tells() -> None:
    """Languages are asked in their order, and nothing is found where none matches."""
    found = first_match(LANGUAGES, lambda language: language.name, "English and Turkish")

    assert found is not None and found[0] == "English"
    assert first_match(LANGUAGES, lambda language: NOTHING, "English") is None
