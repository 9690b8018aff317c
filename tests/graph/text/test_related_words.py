"""Words that are close in meaning come from a language's table."""

from __future__ import annotations

import tracemalloc

import pytest

from graph.text.related_words import CLOSENESS_MAX, Related, forms_known, related_words
from graph.text.search_terms import query_terms
from languages.registry import LANGUAGES


def near(question: str) -> dict[str, set[str]]:
    """The related words of each word of the question that has any."""
    return {related.word: {term.removeprefix("=") for term, _ in related.near} for related in related_words(question)}


@pytest.mark.parametrize(
    ("word", "related"),
    [("hiking", "trails"), ("pets", "dogs"), ("adopt", "adoption"), ("dentist", "teeth"), ("salary", "wages")],
)
def test_a_word_has_words_that_are_close_to_it(word: str, related: str) -> None:
    """The table knows what belongs together."""
    assert related in near(f"What about {word}?")[word]


def test_words_that_only_ask_have_none() -> None:
    """Question words say nothing of what a line is about."""
    assert near("Where does he go hiking?").keys() == {"hiking"}


@pytest.mark.parametrize(
    "question",
    ["Nerede yürüyüş yapıyor musun?", "Hangi oyuncu en çok top kaptı?", "Welche Wanderungen macht ihr gern?", ""],
)
def test_a_language_without_a_table_has_none(question: str) -> None:
    """English words are not looked for in other languages."""
    assert related_words(question) == []


def test_a_word_stands_with_its_own_search_term_and_how_close_others_are() -> None:
    """The index needs the word's weight, and the parts of it that others are worth."""
    [related] = related_words("Hiking?")

    assert related.stem in query_terms("Hiking?")
    assert all(0 < closeness <= CLOSENESS_MAX for _, closeness in related.near)
    assert [closeness for _, closeness in related.near] == sorted((each for _, each in related.near), reverse=True)
    assert "=hiking" not in dict(related.near)


def test_tables_are_of_languages_that_the_registry_has() -> None:
    """Other languages have kinds of things only."""
    assert [language.code for language in LANGUAGES if language.related_words] == ["en"]


def test_a_word_says_which_words_are_related() -> None:
    """So a search remembers what it looked up by the word alone."""
    assert len({*related_words("Hiking, hikes"), *related_words("hiking")}) == 2
    assert isinstance(related_words("hiking")[0], Related)


def test_forms_of_a_word_have_its_whole_stem() -> None:
    """The beginning that is searched may be that of other words, too."""
    [english] = [language for language in LANGUAGES if language.related_words]

    assert {"violin", "violins"} <= set(forms_known("violin", english))
    assert "photo" not in forms_known("photography", english)
    assert forms_known("zzyzx", english) == []


@pytest.mark.parametrize("letter", ["我", "1", "x"])
def test_long_word_takes_no_room(letter: str) -> None:
    """A word longer than any in the table is not looked for. That took 0.4 s, and a table as wide as the word."""
    word = letter * 3_900
    related_words("hiking trails")
    tracemalloc.start()
    try:
        found = related_words(f"Is {word} a hiking word, or what is it?")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert all(each.word != word for each in found)
    assert peak < 1_000_000
