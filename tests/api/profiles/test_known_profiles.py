"""The table of profiles, and what settings change in it."""

from __future__ import annotations

import pytest

from api.profiles.assistant import ASSISTANT
from api.profiles.known_profiles import PROFILES, known_profiles
from api.settings import Settings
from graph.values.items import DEFAULT_PROFILE
from tests.api.profiles.toy import TOY


def test_names_are_told_apart() -> None:
    """No two profiles share a name, and the one of spaces without a choice is there."""
    names = [profile.name for profile in PROFILES]

    assert len(set(names)) == len(names)
    assert DEFAULT_PROFILE in names


def test_settings_change_the_assistant_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengths and the pace of rounds are the owner's to choose; another profile knows its own."""
    monkeypatch.setattr("api.profiles.known_profiles.PROFILES", (*PROFILES, TOY))
    settings = Settings(
        gap_seconds=60, round_every_messages=5, summary_tokens_max=90, key_info_tokens_max=80, redact=False
    )

    known = known_profiles(settings)
    assistant, toy = known["assistant"], known["toy"]

    rounds = assistant.rounds.policy
    assert (rounds.due_messages, rounds.summary_tokens_max, rounds.key_info_tokens_max) == (5, 90, 80)
    assert not rounds.redact
    assert assistant.intake.gap == 60
    assert toy == TOY


def test_settings_say_what_the_assistant_does() -> None:
    """As long as nobody sets anything, the profile is what its module says."""
    assert known_profiles(Settings()) == {profile.name: profile for profile in PROFILES}
    assert ASSISTANT in PROFILES
