"""Whether two statements say the same."""

from __future__ import annotations

import pytest

from archivists.compare.statement_likeness import Comparison, Outcome, compare

SAME, ENTAILS, ENTAILED = Outcome.SAME, Outcome.ENTAILS, Outcome.ENTAILED
CONTRADICTS, DIFFERENT, UNSURE = Outcome.CONTRADICTS, Outcome.DIFFERENT, Outcome.UNSURE


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("I live in Bergen.", "I live in BERGEN!", SAME),
        ("I'm a carpenter.", "I am now a carpenter.", SAME),
        ("My cat is called Misket.", "My cats are called Misket.", SAME),
        ("Marc was hired by the museum.", "The museum hired Marc.", SAME),
        ("A cake is being baked by my sister in Oslo.", "My sister in Oslo is baking a cake.", SAME),
        ("I have a dog, which is old.", "I have an old dog.", SAME),
        ("Oslo'da yaşıyorum.", "Ben artık Oslo'da yaşıyorum.", SAME),
        ("Kedimin adı Misket.", "Misket kedimin adı.", SAME),
        ("I have two cats.", "I have 2 cats.", SAME),
        ("I live in Bergen with my brother.", "I live in Bergen.", ENTAILS),
        ("I have a grey cat.", "I have a small grey cat.", ENTAILED),
    ],
)
def test_words_decide_what_is_the_same(first: str, second: str, outcome: Outcome) -> None:
    """Articles, emphasis, forms and the passive don't count; details make one statement say more."""
    assert compare(first, second).outcome is outcome


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("I eat meat.", "I don't eat meat.", CONTRADICTS),
        ("Et yiyorum.", "Et yemiyorum.", CONTRADICTS),
        ("Bir kedim var.", "Bir kedim yok.", CONTRADICTS),
        ("I have two cats.", "I have three cats.", CONTRADICTS),
        ("We fly on Monday.", "We fly on Tuesday.", CONTRADICTS),
        ("I have two cats.", "I have three sisters.", DIFFERENT),
        ("I live in Bergen.", "I live in Oslo.", DIFFERENT),
        ("My neighbour is Ayşe.", "My neighbour is Ayçe.", DIFFERENT),
        ("I like tea.", "My sister plays chess.", DIFFERENT),
        ("I used to live in Bergen.", "I live in Bergen.", UNSURE),
        ("I want to live in Bergen.", "I live in Bergen.", UNSURE),
        ("I worked at the museum.", "I work at the museum.", UNSURE),
        ("Marc was hired by the museum.", "Marc hired the museum.", UNSURE),
        ("My sister likes my brother.", "My brother likes my sister.", UNSURE),
        ("My sister's flat is in Oslo.", "My flat is in Oslo.", UNSURE),
        ("My sister sings and my brother dances.", "My sister dances.", UNSURE),
        ("I never eat raw fish.", "I never eat fish.", UNSURE),
        ("Annem Oslo'da yaşıyor.", "Oslo'da yaşıyor.", UNSURE),
        ("Oslo'dan Bergen'e taşındık.", "Oslo'ya Bergen'den taşındık.", UNSURE),
    ],
)
def test_what_must_not_be_merged(first: str, second: str, outcome: Outcome) -> None:
    """Negation, numbers, dates, names, wishes, the past, who does what and details below a "not" keep two apart."""
    assert compare(first, second).outcome is outcome


def test_order_of_asking_turns_only_who_says_more() -> None:
    """Asked the other way round, the same is found."""
    assert compare("I have a cat.", "I have a grey cat.").outcome is ENTAILED
    assert compare("I have a grey cat.", "I have a cat.").outcome is ENTAILS


def test_comparison_tells_its_steps() -> None:
    """Who looks at a merge later sees what decided it."""
    assert compare("I have two cats.", "I have three cats.") == Comparison(
        CONTRADICTS, ("another number: 2 and 3", "otherwise the same words")
    )
    assert compare("I have a cat.", "I have a grey cat.").steps == (
        "negation, numbers, dates and names agree",
        "one of them also says: grey",
    )
