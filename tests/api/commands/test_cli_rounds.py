"""The words in which `remembrancer round` tells what was done."""

from __future__ import annotations

import pytest

from api.commands.rounds import NAMES, reports_in_words
from archivists.rounds.round import RoundReport
from graph.changing.apply import APPLY
from graph.values.changes import Change


@pytest.mark.parametrize("kind", APPLY, ids=lambda kind: kind.__name__)
def test_each_change_has_words_of_its_own(kind: type[Change]) -> None:
    """No name of a class reaches a person, and two of a kind are told in English."""
    words = NAMES[kind.__name__]
    told = reports_in_words([RoundReport(space="s", messages=3, rounded_to="m1", changes={kind.__name__: 2})])

    assert words == words.lower() and words != kind.__name__
    assert told.startswith("3 messages read in 1 round: 2 ") and kind.__name__ not in told
    assert " of " not in words, "the plural is made at the end of the words"


def test_what_a_model_proposed_in_vain_is_counted() -> None:
    """The words of each are printed only where somebody asked for a round."""
    report = RoundReport(
        space="s", messages=3, rounded_to="m1", changes={}, lost=("“Nora sails.”: no such message: 9",)
    )

    assert reports_in_words([report]) == "3 messages read in 1 round: 1 proposal of the model left out"
