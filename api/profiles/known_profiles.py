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
    """Every profile by its name. Settings replace the assistant's own values."""
    return {each.name: _set(each, settings) if each.name == ASSISTANT.name else each for each in PROFILES}


def _set(profile: Profile, settings: Settings) -> Profile:
    intake = replace(profile.intake, gap=settings.gap_seconds)
    policy = replace(
        profile.rounds.policy,
        due_messages=settings.round_every_messages,
        summary_tokens_max=settings.summary_tokens_max,
        key_info_tokens_max=settings.key_info_tokens_max,
        redact=settings.redact,
    )
    block = replace(profile.block, policy=replace(profile.block.policy, redact=settings.redact))
    return replace(profile, intake=intake, block=block, rounds=replace(profile.rounds, policy=policy))
