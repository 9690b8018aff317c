"""The profile of a memory that is asked what was talked about before: short conversations, complete as soon as over."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.round_policy import RoundPolicy
from archivists.rounds.round_profile import RoundProfile
from context import block_profile
from graph.values.items import IntakeRule

SILENCE_SECONDS = 30 * 60.0  # As its document has it.

RECALL = Profile(
    name="recall",
    intake=IntakeRule(gap=SILENCE_SECONDS),
    block=block_profile.ASSISTANT,
    # A question and its answer are research already, and earn the model's title.
    rounds=RoundProfile(policy=RoundPolicy(titles_ask=True, closes_silent=True, write_messages_min=2)),
)
