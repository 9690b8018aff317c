"""Which statements can be told by themselves."""

from __future__ import annotations

import pytest

from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import statements
from archivists.statements.tellable import can_be_told
from languages.registry import LANGUAGES
from tests.archivists.building import talk_of

POLICY = RoundPolicy()
ENGLISH = next(language for language in LANGUAGES if language.code == "en")


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        ("I love exploring old harbours.", True),
        ("I used to play the cello when I was younger.", True),
        ("I made a painting too!", False),
        ("I won my fourth chess tournament last Friday!", True),
        ("I visited Crete with my brother.", True),
        ("I got promoted at work!", True),
        ("I started going to the gym today.", False),
        ("I've been watching series all day.", False),
        ("I've been skiing for 10 years.", True),
        ("I'm planning to watch a film and maybe read a bit.", False),
        ("I'm planning to open a bakery in May.", True),
        ("I absolutely love the colour combination.", False),
        ("I really like that he never gives up.", False),
        ("I'm majoring in economics.", True),
        ("My father died.", True),
        ("Ich habe eine Suppe gekocht.", False),
        ("Ich habe im Mai ein Boot gekauft.", True),
        ("Yoğurtlu bir çorba yaptım.", False),
        ("Cevizden nefret ederim.", True),
    ],
)
def test_what_lasts_or_has_a_day_a_number_or_a_name_can_be_told(said: str, *, is_told: bool) -> None:
    """The rest is a sentence of its message: what was done that day, what is liked of what is talked about."""
    [message] = talk_of(f"Nora: {said}")
    weighty = [each for each in statements(message, words_max=40) if each.importance >= POLICY.importance_min]

    assert any(map(can_be_told, weighty)) is is_told
