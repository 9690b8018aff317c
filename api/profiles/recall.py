"""The profile of a memory that is asked what was talked about before: short conversations, complete once over."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.round_policy import RoundPolicy
from archivists.rounds.round_profile import RoundProfile
from context import block_profile
from graph.values.items import IntakeRule

SILENCE_SECONDS = 30 * 60.0  # From the profile's design document.

RECALL = Profile(
    name="recall",
    intake=IntakeRule(gap=SILENCE_SECONDS),
    block=block_profile.ASSISTANT,
    # One question and its answer are already research, and get a title from the model.
    rounds=RoundProfile(policy=RoundPolicy(titles_ask=True, closes_silent=True, write_messages_min=2)),
)
