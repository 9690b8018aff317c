"""The profiles that this program knows: a new one is a module beside this one, and a name in the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from api.profiles.assistant import ASSISTANT
from api.profiles.character import CHARACTER
from api.profiles.game import GAME
from api.profiles.profile import Profile
from api.profiles.recall import RECALL
from api.settings import Settings

PROFILES: tuple[Profile, ...] = (ASSISTANT, CHARACTER, GAME, RECALL)


def known_profiles(settings: Settings) -> Mapping[str, Profile]:
    """Every profile by its name. Whether secrets are hidden is the owner's to say, for all of them."""
    return {each.name: _set(each, settings) for each in PROFILES}


def _set(profile: Profile, settings: Settings) -> Profile:
    block = replace(profile.block, policy=replace(profile.block.policy, redact=settings.redact))
    rounds = replace(profile.rounds, policy=replace(profile.rounds.policy, redact=settings.redact))
    return replace(profile, block=block, rounds=rounds)
