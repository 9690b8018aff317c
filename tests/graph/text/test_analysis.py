"""The words of a text and the keys of names, in any script."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.text import analysis
from graph.text.analysis import has_name, name_key, slices, storable, without_surrogates, word_spans, words_in
from languages.folding import fold
from tests.graph.text.strange import ANY_TEXT
from tests.languages.examples import every


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("İSTANBUL", "istanbul"),
        ("Istanbul", "ıstanbul"),
        ("I\u0307stanbul", "istanbul"),
        ("Ays\u0327e", "Ayşe"),
        ("O'Brien", "O’BRIEN"),
        ("Jean-Luc  Picard", "jean luc picard"),
        ("get_user", "Get User"),
        ("Straße", "STRASSE"),
    ],
)
def test_one_name_has_one_key(one: str, other: str) -> None:
    """Case, dots of i and punctuation make no other name."""
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ayşe", "Ayçe"),
        ("Öz", "Üz"),
        ("Tip 1 Diyabet", "Tip 2 Diyabet"),
        ("C", "C++"),
        ("C#", "C++"),
        ("***", "!!!"),
        ("दिल", "दाल"),
    ],
)
def test_two_names_have_two_keys(one: str, other: str) -> None:
    """Accents, digits and vowel signs tell names apart, and names of signs only are not all one."""
    assert name_key(one) != name_key(other)


def test_words_have_their_places() -> None:
    """Each word stands where it says; suffixes behind an apostrophe are left out, unspaced text goes by character."""
    text = "Ankara'da O'Brien 東京"

    assert word_spans(text) == [("ankara", 0, 6), ("o", 10, 11), ("brien", 12, 17), ("東", 18, 19), ("京", 19, 20)]


def test_words_are_as_written() -> None:
    """Without the suffixes of names, in their order; what is written without blanks is one."""
    assert words_in("Ankara'da O'Brien, \u00adtwo 東京") == ["Ankara", "O", "Brien", "two", "東京"]


@given(st.text(st.sampled_from("ab'’ \n東C+é\u0301👍"), max_size=60), st.integers(1, 9))
def test_slices_are_the_text(text: str, chars_max: int) -> None:
    """Nothing of a long text is lost or read twice, and no piece is longer than it may be."""
    with patch.object(analysis, "SLICE_CHARS_MAX", chars_max):
        pieces = list(slices(text))

    assert "".join(piece for _, piece in pieces) == text
    assert all(text[start : start + len(piece)] == piece for start, piece in pieces)
    assert max(len(piece) for _, piece in pieces) <= chars_max


def test_words_of_a_long_text_are_the_same() -> None:
    """A text that is read in pieces has the words and places that it would have as a whole."""
    text = " ".join(f"Ada's {number} 東京 O'Brien{number}," for number in range(3_000))
    words, spans = words_in(text), word_spans(text)

    with patch.object(analysis, "SLICE_CHARS_MAX", len(text)):
        assert (words_in(text), word_spans(text)) == (words, spans)


@given(ANY_TEXT)
def test_keys_and_words_are_stable(text: str) -> None:
    """A key is its own key, and the words of a text are folded where they stand."""
    assert name_key(name_key(text)) == name_key(text)
    assert [fold(text[start:end]) for _, start, end in word_spans(text)] == [word for word, _, _ in word_spans(text)]


@given(st.text(st.characters()))
def test_text_without_surrogates_is_utf_8(text: str) -> None:
    """Any string can be written after this, and valid text is left as it is."""
    mended = without_surrogates(text)

    assert without_surrogates(mended) == mended
    assert mended.encode().decode() == mended


def test_storable_text_has_neither_half_pairs_nor_nul() -> None:
    """Halves that belong together are joined; everything else stays."""
    assert storable("one\0 \ud83c\udf0a and \ud83d. Ş") == "one 🌊 and \ufffd. Ş"


def test_a_capital_inside_a_sentence_is_a_name() -> None:
    """Not one at the beginning, nor that of whoever is spoken to, nor "I"."""
    named = [text for _, text in every("names_something")]
    others = [text for _, text in every("names_nothing")]

    assert named and [text for text in named if not has_name(text)] == []
    assert others and [text for text in others if has_name(text)] == []
