"""Which lines tell of a danger, and which tell the same one."""

from __future__ import annotations

import pytest

from graph.text.dangers import is_danger, told_again


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm allergic to nuts.", True),
        ("I can't take penicillin.", True),
        ("My brother has epilepsy.", True),
        ("Ich darf kein Penicillin nehmen.", True),
        ("Penisilin kullanamam.", True),
        ("I can't take the bus.", False),
        ("Call me Captain Ada.", False),
        ("I'm vegan.", False),
    ],
)
def test_a_danger_needs_no_grave_word(text: str, expected: bool) -> None:
    """What somebody must not take is one, and a diet is none."""
    assert is_danger(text) is expected


@pytest.mark.parametrize(
    ("lines", "again"),
    [
        (
            ["Jo (1 May): I'm lactose intolerant, so no milk.", "Jo (2 May): Well, I'm lactose intolerant!"],
            {1},
        ),
        (["Jo: I can't have dairy, sadly.", "Jo: Since I'm lactose intolerant I buy dairy-free milk."], {0}),
        (["Jo: From a distance I mean, since I'm allergic.", "Jo: I'm allergic to cockroaches as well."], {0}),
        (["Jo: Ich bin allergisch gegen Nüsse.", "Jo: Wie gesagt, ich bin allergisch gegen Nüsse und Sesam."], {0}),
        (["Jo: I'm allergic to nuts."] * 3, {1, 2}),
        (
            ["Elif'in eşi Serkan'ın penisiline alerjisi var.", "Elif: Bil, eşim Serkan'ın penisiline alerjisi var."],
            {1},
        ),
        (
            ["Nil'in eşi Serkan'ın penisiline alerjisi var.", "Elif: Bil, eşim Serkan'ın penisiline alerjisi var."],
            set(),
        ),
        (["Jo: I'm allergic to nuts.", "Jo: My wife is allergic to nuts."], set()),
        (["Jo: I'm allergic to nuts.", "Jo: Amal is allergic to nuts."], set()),
        (["Jo: I'm allergic to nuts.", "Al: I'm allergic to nuts."], set()),
        (["Jo: I'm allergic to nuts.", "Jo: I'm not allergic to nuts, but I'm allergic to wool."], set()),
        (["Jo: I'm allergic to nuts.", "Jo: I'm allergic to eggs, and nuts are fine."], set()),
        (["Jo: I take 5 mg of warfarin.", "Jo: I take 7 mg of warfarin now."], set()),
        (["Jo: Call me Jo.", "Jo: Call me Jo."], set()),
    ],
)
def test_a_danger_is_told_again_only_of_the_same_person(lines: list[str], again: set[int]) -> None:
    """The line that says most tells it; a "not", a number and whoever it is about are not passed over."""
    assert told_again(lines) == again
