"""Where sentences end, and no text is too strange."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from graph.text.sentences import SPAN_LENGTH_MAX, sentences
from tests.graph.text.strange import ANY_TEXT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t ", []),
        ("Bir. İki!  Üç?", ["Bir.", "İki!", "Üç?"]),
        ("Prof. Dr. Ali geldi. Sonra gitti.", ["Prof. Dr. Ali geldi.", "Sonra gitti."]),
        ("Mr. Smith left. He was late.", ["Mr. Smith left.", "He was late."]),
        ("XX. yüzyılda II. Elizabeth çok sevildi. Sonra?", ["XX. yüzyılda II. Elizabeth çok sevildi.", "Sonra?"]),
        ("He fought in World War II. The war was over.", ["He fought in World War II.", "The war was over."]),
        ("Roma 5. yüzyılda yıkıldı. Yıl 1999. Sonra?", ["Roma 5. yüzyılda yıkıldı.", "Yıl 1999.", "Sonra?"]),
        ("1. Buy milk\n2. Sleep. Eat.", ["1. Buy milk", "2. Sleep.", "Eat."]),
        ("- one\n* two\n\n> three", ["- one", "* two", "> three"]),
        ("```py\nx = f(1.5)\n```", ["```py", "x = f(1.5)", "```"]),
        ("line one\r\nline two", ["line one", "line two"]),
        ("我喜欢。今天好！", ["我喜欢。", "今天好！"]),
        ("So P(A or B) = P(A) if P(A ∩ B) is 0. I see.", ["So P(A or B) = P(A) if P(A ∩ B) is 0.", "I see."]),
        ("It is C(5, 3) = 10, and (a - 4) is 1. Right?", ["It is C(5, 3) = 10, and (a - 4) is 1.", "Right?"]),
        ("• Tomato, diced • Onion", ["• Tomato, diced", "• Onion"]),
        ("It has a right.[12] People use it.", ["It has a right.[12]", "People use it."]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    """Sentences end where a reader would end them; lines of lists and code stay lines."""
    assert [text[start:end] for start, end in sentences(text)] == expected


def test_long_text_without_full_stops_is_cut_at_blanks() -> None:
    """A wall of words comes in pieces of whole words, parted behind a comma where there is one."""
    text = ("word " * 80 + "word, ") * 5

    pieces = [text[start:end] for start, end in sentences(text)]

    assert max(map(len, pieces)) <= SPAN_LENGTH_MAX
    assert " ".join(pieces) == text.strip()
    assert sum(piece.endswith("word,") for piece in pieces) >= 4


@given(ANY_TEXT)
@example("x" * (SPAN_LENGTH_MAX + 1))
@example("a" * (SPAN_LENGTH_MAX - 1) + " " * SPAN_LENGTH_MAX + "b")
@example("a\x85b\u2028c\x1c.")
def test_sentences_cover_all_that_is_not_blank(text: str) -> None:
    """Spans come in order, don't overlap, aren't blank at their ends, and leave out nothing but blanks."""
    spans = sentences(text)

    places = [place for span in spans for place in span]
    assert places == sorted(places)
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)
    assert all(end - start <= SPAN_LENGTH_MAX for start, end in spans)
    covered = {at for start, end in spans for at in range(start, end)}
    assert all(character.isspace() for at, character in enumerate(text) if at not in covered)
