"""The profile of an assistant that talks with one person or a few."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.rounds.round_profile import RoundProfile
from context.turn_policy import TurnPolicy
from graph.values.items import DEFAULT_PROFILE, IntakeRule

ASSISTANT = Profile(name=DEFAULT_PROFILE, intake=IntakeRule(), block=TurnPolicy(), rounds=RoundProfile())
