"""The profile of an assistant that talks with one person or a few."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.rounds.round_profile import RoundProfile
from context import block_profile
from graph.values.items import DEFAULT_PROFILE, IntakeRule

ASSISTANT = Profile(name=DEFAULT_PROFILE, intake=IntakeRule(), block=block_profile.ASSISTANT, rounds=RoundProfile())
