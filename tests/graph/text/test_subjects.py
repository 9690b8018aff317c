"""What texts are about, in other words than their own."""

from __future__ import annotations

import pytest

from graph.text.subjects import is_danger, kinds_in, other_words, told_again


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("We moved to York.", {"home"}),
        ("Wir sind umgezogen.", {"home"}),
        ("Ankara'ya taşındık.", {"home"}),
        ("Kütüphane beni işe aldı.", {"work"}),
        ("İŞE ALINDIM!", {"work"}),
        ("İşe gidiyorum.", {"work"}),
        ("Bu kitap ise güzel.", set()),
        ("It is raining a lot.", set()),
        ("El libro es muy interesante y la gente lo lee.", set()),
    ],
)
def test_a_text_is_of_the_kinds_that_its_words_tell(text: str, kinds: set[str]) -> None:
    """In each language; a word that is folded to one that joins is told apart from it."""
    assert kinds_in(text) == kinds


def test_a_question_of_one_kind_has_other_words() -> None:
    """A question that is mostly about something else has none."""
    assert "birthday" in other_words("How old am I?").split()
    assert "yaşındayım" in other_words("How old am I?").split()
    assert "emekli" in other_words("Ne iş yapıyorum?").split()
    assert other_words("Bu ne ise o.") == ""
    assert other_words("Which old bridge in Mostar did Ruth and Amir photograph?") == ""
    assert other_words("") == ""


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
