"""What every language promises, by its own examples: how it is told, found, dated, read and compared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from archivists.compare.replacing import Holds, SpokenStatement, replaced
from archivists.compare.statement_likeness import Outcome, compare
from archivists.keeping.closings import find_closings
from archivists.keeping.entities import find_entities
from archivists.keeping.key_info import find_key_info
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import prose, statements
from context.select.companions import says_nothing
from graph.text.identification import told
from graph.text.search_terms import query_terms, terms
from graph.text.subjects import things_asked_for
from graph.text.times import times_in
from graph.values.changes import CompleteObjective
from graph.values.items import FactKind
from tests.archivists.building import message, stored, talk_of, window_of
from tests.languages.examples import every, name_of

NOW = datetime(2026, 10, 25, 12, tzinfo=UTC)  # A Sunday.
POLICY = RoundPolicy()


def _fate(earlier: str, later: str) -> Holds | None:
    found = replaced(SpokenStatement("Nora", earlier), SpokenStatement("Nora", later))
    return found.holds if found is not None else None


def _is_standing(said: str) -> bool:
    return bool(find_key_info(window_of(talk_of(f"user: {said}", "assistant: OK.")), POLICY))


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


@pytest.mark.parametrize(("code", "example"), every("of_a_kind"), ids=name_of)
def test_a_question_for_a_kind_finds_what_is_of_it(code: str, example: tuple[str, str]) -> None:
    """Though the answer shares no word with it."""
    question, answer = example
    said = set(terms(answer))

    assert said.isdisjoint(query_terms(question))
    assert any(not said.isdisjoint(kind.split()) for kind in things_asked_for(question))


@pytest.mark.parametrize(("code", "example"), every("not_of_a_kind"), ids=name_of)
def test_a_question_for_a_kind_finds_nothing_else(code: str, example: tuple[str, str]) -> None:
    """A word of every talk is none of the kind, though it may share a stem with one: "at" and Atlanta."""
    question, line = example
    kinds = things_asked_for(question)

    assert kinds
    assert not any(set(terms(line)) & set(kind.split()) for kind in kinds)


@pytest.mark.parametrize(("code", "expected"), every("sentences"), ids=name_of)
def test_sentences_end_where_a_reader_would_end_them(code: str, expected: Sequence[str]) -> None:
    """No abbreviation and no number of a language ends one."""
    assert [sentence.text for sentence in prose(" ".join(expected))] == list(expected)


@pytest.mark.parametrize(("code", "example"), every("dates"), ids=name_of)
def test_times_are_understood(code: str, example: tuple[str, tuple[str, str]]) -> None:
    """As seen from 25 October 2026, a Sunday."""
    text, days = example

    assert [time.days.text for time in times_in(text, NOW)] == [days]


@pytest.mark.parametrize(("code", "text"), every("no_dates"), ids=name_of)
def test_no_time_is_no_time(code: str, text: str) -> None:
    """Words that only look like times are passed over."""
    assert times_in(text, NOW) == []


@pytest.mark.parametrize(("code", "example"), every("statements"), ids=name_of)
def test_what_people_say_of_themselves_is_stated(code: str, example: tuple[str, str]) -> None:
    """Whole, as what it is, and for what it is worth."""
    said, (kind, importance) = example[0], example[1].split()

    found = [(each.text, each.kind, each.importance) for each in statements(message(1, "Nora", said), words_max=40)]

    assert found == [(said, FactKind(kind), int(importance))]


@pytest.mark.parametrize(("code", "said"), every("courtesies"), ids=name_of)
def test_courtesies_say_nothing(code: str, said: str) -> None:
    """A block has no room for them."""
    assert says_nothing(said, frozenset())


@pytest.mark.parametrize(("code", "said"), every("no_courtesies"), ids=name_of)
def test_a_line_that_begins_with_a_courtesy_says_something(code: str, said: str) -> None:
    """What comes behind it counts."""
    assert not says_nothing(said, frozenset())


@pytest.mark.parametrize(("code", "said"), every("states_nothing"), ids=name_of)
def test_questions_thanks_and_hedges_state_nothing(code: str, said: str) -> None:
    """What is asked, supposed or polite is no statement."""
    assert statements(message(1, "Nora", said), words_max=40) == []


@pytest.mark.parametrize(("code", "said"), every("standing"), ids=name_of)
def test_standing_statements_of_the_user_are_kept(code: str, said: str) -> None:
    """Names, allergies and rules for the answers are there in every turn."""
    assert _is_standing(said)


@pytest.mark.parametrize(("code", "said"), every("not_standing"), ids=name_of)
def test_other_talk_does_not_stand(code: str, said: str) -> None:
    """Only what the user said outright."""
    assert not _is_standing(said)


@pytest.mark.parametrize(("code", "pair"), every("same"), ids=name_of)
def test_the_same_in_other_words_is_the_same(code: str, pair: tuple[str, str]) -> None:
    """Articles, emphasis, forms and order do not count where the language has it so."""
    assert compare(*pair).outcome is Outcome.SAME


@pytest.mark.parametrize(("code", "pair"), every("opposed"), ids=name_of)
def test_negation_and_numbers_contradict(code: str, pair: tuple[str, str]) -> None:
    """One of them says not, or another number, and otherwise the same."""
    assert compare(*pair).outcome is Outcome.CONTRADICTS


@pytest.mark.parametrize(("code", "pair"), every("replaced"), ids=name_of)
def test_what_says_that_it_changed_replaces(code: str, pair: tuple[str, str]) -> None:
    """The later statement holds."""
    assert _fate(*pair) is Holds.LATER


@pytest.mark.parametrize(("code", "pair"), every("disputed"), ids=name_of)
def test_what_only_differs_is_disputed(code: str, pair: tuple[str, str]) -> None:
    """Nothing says which of the two holds."""
    assert _fate(*pair) is Holds.UNSURE


@pytest.mark.parametrize(("code", "pair"), every("both_hold"), ids=name_of)
def test_what_is_about_something_else_leaves_it(code: str, pair: tuple[str, str]) -> None:
    """Somebody else, another kind of thing, the same value, a wish or an addition."""
    assert _fate(*pair) is None


@pytest.mark.parametrize(("code", "pair"), every("reached"), ids=name_of)
def test_objectives_are_reached(code: str, pair: tuple[str, str]) -> None:
    """Their speaker says outright to have done it."""
    known = stored("f1", f"Nora: {pair[0]}", FactKind.OBJECTIVE)

    [closed] = find_closings(window_of(talk_of(f"Nora: {pair[1]}"), facts=[known]))

    assert isinstance(closed, CompleteObjective) and closed.is_reached


@pytest.mark.parametrize(("code", "example"), every("names"), ids=name_of)
def test_names_are_found_with_their_type(code: str, example: tuple[str, dict[str, str]]) -> None:
    """What stands around a name tells what it is; suffixes are no part of it."""
    said, names = example
    found = {each.name: each.type.value for each in find_entities(window_of(talk_of(f"Nora: {said}")), POLICY)}

    assert found == names


@pytest.mark.parametrize(("code", "said"), every("no_names"), ids=name_of)
def test_other_capitals_name_nobody(code: str, said: str) -> None:
    """Greetings, days and months, and nouns where they have capitals."""
    assert find_entities(window_of(talk_of(f"Nora: {said}")), POLICY) == []
