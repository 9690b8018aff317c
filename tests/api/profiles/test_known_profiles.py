"""The table of profiles, and what settings change in it."""

from __future__ import annotations

from api.profiles import ASSISTANT, PROFILES, known_profiles
from api.settings import Settings
from graph.values.items import DEFAULT_PROFILE


def test_names_are_told_apart() -> None:
    """No two profiles share a name, and the one of spaces without a choice is there."""
    names = [profile.name for profile in PROFILES]

    assert len(set(names)) == len(names)
    assert DEFAULT_PROFILE in names


def test_hiding_secrets_is_for_every_profile() -> None:
    """Whoever runs the service decides it once."""
    known = known_profiles(Settings(redact=False)).values()

    assert not any(each.rounds.policy.redact or each.block.policy.redact for each in known)


def test_settings_say_what_the_assistant_does() -> None:
    """As long as nobody sets anything, the profile is what its module says."""
    assert known_profiles(Settings()) == {profile.name: profile for profile in PROFILES}
    assert ASSISTANT in PROFILES
