"""What all questions share."""

from __future__ import annotations

import pytest

from archivists.questions.question_parts import by_id, each_once, joined, nth, unknown, with_ids, wrong_language
from archivists.questions.read import KeyLine

ENGLISH = "Nora has lived in the city of Bergen since the first of May 2026, with her cat."
SWEDISH = "Nora bor i Bergen sedan i maj. " * 3


def test_text_is_one_clean_line() -> None:
    """No control character and no half of a pair gets into the graph."""
    assert KeyLine(text=" Call me\r\nNora\x00\ud83d. ", words=("Nora",)).text == "Call me Nora \ufffd."


def test_numbers_and_ids_lead_back() -> None:
    """Things are counted from 1, and named by a letter and their number."""
    things = ("a", "b")

    assert with_ids("f", ({"text": each} for each in things)) == [{"id": "f1", "text": "a"}, {"id": "f2", "text": "b"}]
    assert [nth(things, n) for n in (-1, 0, 1, 2, 3)] == [None, None, "a", "b", None]
    assert [by_id("f", things, id) for id in ("f0", "f1", "f2", "f3", "s1", "f", "f²", "1")] == [
        None,
        "a",
        "b",
        *[None] * 5,
    ]


def test_complaints_name_what_is_wrong() -> None:
    """Several are one text; none is no text."""
    assert joined(None, unknown("messages", ()), each_once("pairs", [2, 1], 2)) is None
    assert joined(unknown("messages", ("4", "4")), None, each_once("pairs", [1, 1], 2)) == (
        "There are no messages 4. `pairs` must have each number from 1 to 2 once."
    )


@pytest.mark.parametrize(
    ("text", "language", "complaint"),
    [
        (ENGLISH, "sv", "The texts are in English; write them in the language sv."),
        (ENGLISH, "tr", "The texts are in English; write them in Turkish."),
        (ENGLISH, "en", None),
        (ENGLISH, None, None),
        ("Call me Nora.", "tr", None),
        (SWEDISH, "en", None),
    ],
)
def test_only_languages_of_our_prompts_come_by_mistake(text: str, language: str | None, complaint: str | None) -> None:
    """Another language may be right, and a short text tells nothing."""
    assert wrong_language([text], language) == complaint
