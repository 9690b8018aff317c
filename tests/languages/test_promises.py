"""What every language promises, by its own examples: how it is told, found, dated and read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from archivists.keeping.entities import find_entities
from archivists.round_policy import RoundPolicy
from archivists.statements.prose import sentences_of
from graph.text.courtesies import says_nothing
from graph.text.identification import told
from graph.text.search_terms import query_terms, terms
from graph.text.times import times_in
from tests.archivists.building import message, talk_of, window_of
from tests.languages.examples import every, name_of

NOW = datetime(2026, 10, 25, 12, tzinfo=UTC)  # A Sunday.
POLICY = RoundPolicy()


@pytest.mark.parametrize(("code", "text"), every("tells"))
def test_words_tell_the_language(code: str, text: str) -> None:
    """A short question is enough."""
    language = told(text)

    assert language is not None and language.code == code


@pytest.mark.parametrize(("code", "example"), every("finds"), ids=name_of)
def test_a_query_finds_the_text(code: str, example: tuple[str, str]) -> None:
    """Another form of the word, or the same one written otherwise."""
    query, text = example

    assert set(query_terms(query)) & set(terms(text))


@pytest.mark.parametrize(("code", "expected"), every("sentences"), ids=name_of)
def test_sentences_end_where_a_reader_would_end_them(code: str, expected: Sequence[str]) -> None:
    """No abbreviation and no number of a language ends one."""
    assert [sentence.text for sentence in sentences_of(message(1, "Nora", " ".join(expected)))] == list(expected)


@pytest.mark.parametrize(("code", "example"), every("dates"), ids=name_of)
def test_times_are_understood(code: str, example: tuple[str, tuple[str, str]]) -> None:
    """As seen from 25 October 2026, a Sunday."""
    text, days = example

    assert [time.days.text for time in times_in(text, NOW)] == [days]


@pytest.mark.parametrize(("code", "text"), every("no_dates"), ids=name_of)
def test_no_time_is_no_time(code: str, text: str) -> None:
    """Words that only look like times are passed over."""
    assert times_in(text, NOW) == []


@pytest.mark.parametrize(("code", "said"), every("courtesies"), ids=name_of)
def test_courtesies_say_nothing(code: str, said: str) -> None:
    """A block has no room for them."""
    assert says_nothing(said, frozenset())


@pytest.mark.parametrize(("code", "said"), every("no_courtesies"), ids=name_of)
def test_a_line_that_begins_with_a_courtesy_says_something(code: str, said: str) -> None:
    """What comes behind it counts."""
    assert not says_nothing(said, frozenset())


@pytest.mark.parametrize(("code", "said"), every("no_names"), ids=name_of)
def test_other_capitals_name_nobody(code: str, said: str) -> None:
    """Greetings, days and months, and nouns where they have capitals."""
    assert find_entities(window_of(talk_of(f"Nora: {said}")), POLICY) == []


@pytest.mark.parametrize(("code", "example"), every("names"), ids=name_of)
def test_names_are_found_without_a_type(code: str, example: tuple[str, dict[str, str]]) -> None:
    """Suffixes are no part of a name, and nothing is said of what it names."""
    said, names = example
    found = {each.name: each.type.value for each in find_entities(window_of(talk_of(f"Nora: {said}")), POLICY)}

    assert found == dict.fromkeys(names, "unknown")
