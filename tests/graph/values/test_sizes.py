"""Sizes of a space: their bounds, and what they put in place of a profile's numbers."""

from __future__ import annotations

from dataclasses import fields

import pytest

from api.profiles import PROFILES, Profile
from graph.errors import BadInput
from graph.values.sizes import Sizes

BOUNDS = [(each.name, each.metadata["least"], each.metadata["most"]) for each in fields(Sizes)]


@pytest.mark.parametrize(("name", "least", "most"), BOUNDS)
def test_every_size_has_its_bounds(name: str, least: int, most: int) -> None:
    """Both ends are taken and what lies beside them is refused by name, with the number and the bounds."""
    # ACCEPTANCE 0.12
    for number in (0, least, most):
        assert getattr(Sizes().changed({name: number}), name) == number
    for number in (-1, most + 1, *([least - 1] if least > 1 else [])):
        with pytest.raises(BadInput, match=f"{name} is {number}, expected {least} to {most}, or 0"):
            Sizes().changed({name: number})


def test_unknown_size_is_refused() -> None:
    """The error says which there are."""
    with pytest.raises(BadInput, match="there is no size 'chunk', expected one of: round_messages, chunk_messages"):
        Sizes().changed({"chunk": 40})


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_every_size_works_within_its_bounds_in_every_profile(profile: Profile) -> None:
    """Also all at once, at both ends: no pair of them makes a policy that refuses the other."""
    for end in ("least", "most"):
        own = Sizes(**{each.name: each.metadata[end] for each in fields(Sizes)})
        expected = {name: getattr(own, name) for name, *_ in BOUNDS}
        if not profile.block.policy.interactions_shown:
            expected["interactions_shown"] = 0
        assert profile.sizes(own) == expected


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_rounds_get_on_whatever_the_sizes_are(profile: Profile) -> None:
    """A profile's own numbers are within the bounds, and a round reads at least a tail and two chunks."""
    usual = profile.sizes(Sizes())
    for name, least, most in BOUNDS:
        assert least <= usual[name] <= most or (usual[name], name) in [(0, "interactions_shown"), (0, "unused_days")]
    policy = Sizes(chunk_messages=60, tail_messages=80).applied(profile.rounds.policy)
    assert policy.loose_messages_max >= policy.tail_messages + 2 * policy.chunk_messages
