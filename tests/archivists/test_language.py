"""How the tables of a language are searched."""

from __future__ import annotations

import pytest

from archivists.language import Regex, anycase


@pytest.mark.parametrize(
    ("regex", "text", "is_found"),
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
def test_turkish_letters_stand_for_plain_ones(regex: str, text: str, is_found: bool) -> None:
    """People type without a Turkish keyboard; to die stays apart from to become."""
    assert (Regex(regex).search(text) is not None) is is_found


def test_places_are_those_of_the_text() -> None:
    """What matches is cut from the text as it was written."""
    assert anycase("^günaydın,? ").cut("Gunaydin, kahve yaptım.") == "kahve yaptım."
