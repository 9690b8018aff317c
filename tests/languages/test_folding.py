"""Spellings of a word are made equal."""

from __future__ import annotations

import pytest
from hypothesis import given

from languages.folding import fold, words
from tests.graph.text.strange import ANY_TEXT


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("IŞIK", "isik"),
        ("ışık", "isik"),
        ("İstanbul", "istanbul"),
        ("Istanbul", "istanbul"),
        ("ÇAĞRI", "cagri"),
        ("kâğıt", "kagit"),
        ("Café", "cafe"),
        ("cafe\u0301", "cafe"),
        ("ﬁne", "fine"),
        ("𝐇𝐞𝐥𝐥𝐨", "hello"),
        ("I\u0307zmir", "izmir"),
        ("हिन्दी", "हिन्दी"),
        ("が", "が"),
        ("한국", "한국"),
    ],
)
def test_folding_makes_spellings_equal(text: str, folded: str) -> None:
    """Case and accents don't count, the dots of i neither; vowel signs of other scripts do."""
    assert fold(text) == folded


@given(ANY_TEXT)
def test_folding_is_stable(text: str) -> None:
    """What was folded stays as it is, and no text raises."""
    assert fold(fold(text)) == fold(text)


def test_words_of_a_list_are_folded() -> None:
    """Words are compared folded, whatever language they come from."""
    assert words("Günaydın çok") == {"gunaydin", "cok"}
