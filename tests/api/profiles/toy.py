"""A profile of tests: a story with a narrator, on a game's clock, read every two messages."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.round_policy import RoundPolicy
from context.turn_policy import TurnPolicy, Weights
from graph.values.items import Clock, IntakeRule, Role

TOY = Profile(
    name="toy",
    intake=IntakeRule(clock=Clock.WORLD, gap=10.0, bystanders=(Role.NARRATOR,)),
    block=TurnPolicy(weights=Weights(text=2.0)),
    rounds=RoundPolicy(due_messages=2),
)
