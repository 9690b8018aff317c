"""What a model answers is a stranger: ranges, dates and texts are checked, what nobody asked for is passed over."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from archivists.questions.answers import KeyLine, ReadAnswer, StatedFact, WrittenText


@pytest.mark.parametrize(
    ("field", "value", "is_taken"),
    [
        ("importance", 0, False),
        ("importance", 1, True),
        ("importance", 10, True),
        ("importance", 11, False),
        ("salience", 0, False),
        ("confidence", 1.0, True),
        ("confidence", 1.1, False),
        ("sources", [], False),
        ("text", " \n", False),
        ("text", "x" * 601, False),
        ("kind", "rumour", False),
        ("said_by", "system", False),
        ("since", "2026-05-03", True),
        ("since", None, True),
        ("since", "yesterday", False),
        ("since", "2026-02-30", False),
        ("mood", "good", True),
    ],
)
def test_ranges_of_a_fact(field: str, value: object, is_taken: bool) -> None:
    """On both sides of each border."""
    fact = {"kind": "fact", "text": "Nora lives in Bergen.", "sources": [1], field: value}
    if is_taken:
        StatedFact.model_validate(fact)
    else:
        with pytest.raises(ValidationError):
            StatedFact.model_validate(fact)


def test_text_is_one_clean_line() -> None:
    """No control character and no half of a pair gets into the graph."""
    assert KeyLine(text=" Call me\r\nNora\x00\ud83d. ", source=1).text == "Call me Nora \ufffd."


def test_nothing_new_is_an_answer() -> None:
    """So is an empty text: nothing worth telling happened."""
    assert ReadAnswer.model_validate_json("{}") == ReadAnswer()
    assert WrittenText(n=1, text="").text == ""
