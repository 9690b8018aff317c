"""Whose words a question wants, and whether it asks for a course of events."""

from datetime import UTC, datetime

import pytest

from context.gather.wanted import Wanted, wanted_words, wants_day, wants_name, wants_order, wants_whole_talk
from graph.text.times import times_in
from tests.languages.examples import every


@pytest.mark.parametrize("wanted", Wanted)
def test_whose_words_are_wanted(wanted: Wanted) -> None:
    """In every language, by its examples."""
    found = {question: wanted_words(question) for _, question in every(f"wants_{wanted}")}

    assert found and found == dict.fromkeys(found, wanted)


def test_a_course_of_events_is_asked_for() -> None:
    """In every language, by its examples; what wants somebody's words asks for no order."""
    ordered = [question for _, question in every("wants_order")]
    others = [question for wanted in Wanted for _, question in every(f"wants_{wanted}")]

    assert ordered and [question for question in ordered if not wants_order(question)] == []
    assert [question for question in others if wants_order(question)] == []


def test_the_whole_talk_is_asked_for() -> None:
    """In every language, by its examples; a question for something in a talk, or a summary of it, does not."""
    asking = [question for _, question in every("wants_whole_talk")]
    kinds = ("anybody", "asker", "assistant", "a_topic")
    others = [question for wanted in kinds for _, question in every(f"wants_{wanted}")]

    assert asking and [question for question in asking if not wants_whole_talk(question)] == []
    assert [question for question in others if wants_whole_talk(question)] == []


def test_a_time_of_the_talk_is_asked_for() -> None:
    """All that was said then, in every language, by its examples; who came then is another question."""
    asking = [question for _, question in every("wants_a_time_of_the_talk")]
    others = [question for _, question in every("wants_a_topic")]

    def asks(question: str) -> bool:
        return wants_whole_talk(question, times_in(question, datetime(2024, 2, 3, tzinfo=UTC)))

    assert asking and [question for question in asking if not asks(question)] == []
    assert [question for question in others if asks(question)] == []


def test_a_name_is_asked_for() -> None:
    """In every language in which a capital tells one, by its examples."""
    naming = [question for _, question in every("wants_name")]
    others = [question for _, question in every("wants_no_name")]

    assert naming and [question for question in naming if not wants_name(question)] == []
    assert others and [question for question in others if wants_name(question)] == []


def test_a_day_is_asked_for() -> None:
    """In every language, by its examples; who asks for a course of events asks for no day."""
    asking = [question for _, question in every("wants_day")]
    others = [question for kind in ("wants_no_day", "wants_order") for _, question in every(kind)]

    assert asking and [question for question in asking if not wants_day(question)] == []
    assert others and [question for question in others if wants_day(question)] == []
