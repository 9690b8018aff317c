"""Corrections of a part."""

from __future__ import annotations

import pytest

from archivists.compare.correcting import corrects, corrects_alone, denied_in, leaves_out

CORRECTED = {
    "Tom lives in Bern.": "Actually, Tom lives in Basel, not in Bern.",
    "Ada is six.": "Correction: Ada is seven, not six.",
    "The meeting with Ines is at 10.": "The meeting with Ines isn't at 10, it's at 11.",
    "Köpeğimizin adı Karamel.": "Düzeltme: köpeğimizin adı Karamel değil, Kahve.",
    "Toplantı salı günü.": "Toplantı salı değil perşembe günü.",
    "Der Elternabend ist am Dienstag.": "Der Elternabend ist nicht am Dienstag, sondern am Mittwoch.",
    "Tom wohnt in Bern.": "Tom wohnt in Basel, nicht in Bern.",
}


@pytest.mark.parametrize(("earlier", "later"), CORRECTED.items())
def test_what_is_so_stands_beside_what_is_not(earlier: str, later: str) -> None:
    """In every language; a correction is not corrected by what it denies."""
    assert corrects(earlier, later)
    assert not corrects(later, earlier)
    assert not corrects(later, later)


def test_a_correction_without_a_subject_is_one_of_what_was_said_last() -> None:
    """It shares nothing with the statement but what is not so."""
    said = "Nicht am Dienstag, sondern am Mittwoch."

    assert corrects_alone("Elternabend ist am Dienstag um 19 Uhr.", said)
    assert not corrects("Elternabend ist am Dienstag um 19 Uhr.", said)
    assert leaves_out("Elternabend ist am Dienstag um 19 Uhr.", said)
    assert not leaves_out("Ada is six.", "Ada is seven, not six.")


@pytest.mark.parametrize(
    "said",
    [
        "I'm not vegan.",
        "Ich bin nicht müde.",
        "Ben vegan değilim.",
        "Ada is seven.",
        "It isn't just a job, it's a home.",
    ],
)
def test_who_only_denies_corrects_nothing(said: str) -> None:
    """What is so instead has to be said."""
    assert denied_in(said) == frozenset()


@pytest.mark.parametrize(
    "said",
    ["Not just Tom but Ada comes.", "Nicht nur Tom, sondern auch Ada kommt.", "Sadece Tom değil, Ada da geliyor."],
)
def test_who_adds_something_corrects_nothing(said: str) -> None:
    """Tom comes, too."""
    assert denied_in(said) == frozenset()


def test_what_is_not_so_must_have_been_said() -> None:
    """Of the same thing."""
    assert not corrects("Tom lives in Bern.", "Ada is seven, not six.")
    assert not corrects("Ada has six cats.", "The train is seven minutes late, not six.")
