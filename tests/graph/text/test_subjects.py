"""What texts are about, in other words than their own."""

from __future__ import annotations

import pytest

from graph.text.subjects import is_danger, kinds_in, other_words


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
