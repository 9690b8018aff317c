"""How much of a draft has no support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from context.drift_gate import THRESHOLD, gate_of, unseen
from graph.index.space_index import Hit

BLOCK = "- Emre (person): Emre lives in Delft.\n- Emre drives a blue van. (8 May 2023)"


def even(stems: Sequence[str]) -> Mapping[str, float]:
    """A space in which all words are equally rare."""
    return dict.fromkeys(stems, 1.0)


@pytest.mark.parametrize(
    ("draft", "is_open"),
    [
        ("Emre lives in Delft.", False),
        ("He drives a van, a blue one, since 8 May 2023.", False),
        ("Your sister's wedding in Bodrum was lovely.", True),
        ("Emre moved to Graz in 2019.", True),
        ("", False),
        ("???", False),
    ],
)
def test_what_the_block_does_not_have_opens_the_gate(draft: str, is_open: bool) -> None:
    """Words, names and numbers from elsewhere do; what the block says in its own words does not."""
    assert gate_of(draft, "", [BLOCK], even).is_open is is_open


@pytest.mark.parametrize("draft", ["Sounds good!", "Tamam, harika!", "Klingt gut!", "Great! You're welcome!"])
def test_what_says_nothing_needs_no_support(draft: str) -> None:
    """Whatever search finds for it. Beside something else it makes no difference."""
    assert gate_of(draft, "", [BLOCK], even, unseen_shares=[1.0, 1.0]).score == 0.0
    assert gate_of(f"{draft} Emre moved to Graz in 2019.", "", [BLOCK], even).is_open


def test_names_and_numbers_weigh_more() -> None:
    """One wrong name in a sentence that is otherwise supported counts for two wrong words."""
    name, word = (gate_of(f"Emre lives in {place}.", "", [BLOCK], even).score for place in ("Graz", "misery"))

    assert name > word > 0


def test_what_is_visible_supports_too() -> None:
    """Nobody needs a block for what was said a minute ago."""
    draft = "Your sister's wedding in Bodrum was lovely."

    gate = gate_of(draft, "", [BLOCK, "Ada: My sister had a lovely wedding in Bodrum."], even)

    assert (gate.is_open, gate.score) == (False, 0.0)
    assert gate_of(draft, "", [BLOCK], even).score >= THRESHOLD


def test_unsupported_words_are_told_as_written() -> None:
    """For people, and for the search of what is known about them; a space without any words weighs all alike."""
    assert gate_of("Emre bought İzmir figs.", "", [BLOCK], lambda stems: {}).unsupported == ("bought", "İzmir", "figs")


def test_what_search_brings_up_out_of_sight_speaks_against_a_draft() -> None:
    """As much as words without support do; hits that share only common words tell nothing."""
    near, far, common = Hit("m1", 0.6), Hit("m2", 0.3), Hit("m3", 0.29)

    assert unseen([near, far, common], {"m1"}) == pytest.approx(1 / 3)
    assert unseen([near, far], {"m1", "m2"}) == 0.0
    assert unseen([common], {"m1"}) is None
    supported = gate_of("Emre lives in Delft.", "", [BLOCK], even, unseen_shares=[1.0, 1.0])
    assert (supported.score, supported.is_open) == (pytest.approx(2 / 3), True)


@pytest.mark.parametrize("share", [None, 0.0])
def test_what_search_knows_nothing_of_is_doubted_by_half(share: float | None) -> None:
    """What is plainly invented opens the gate, also if all that search finds is visible; some support closes it."""
    invented, partly = (
        gate_of(draft, "", [BLOCK], even, unseen_shares=[share, share])
        for draft in ("Zelda won medals.", "Emre lives happily in Delft.")
    )

    assert invented.score == pytest.approx(2 / 3)
    assert invented.is_open and not partly.is_open
