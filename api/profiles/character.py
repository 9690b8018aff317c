"""The profile of characters: conversations on a world clock. Each character knows what it has heard."""

from __future__ import annotations

from api.importers.chim import GAP_GAMETS
from api.profiles.profile import Profile
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import CHARACTER_ARCHIVISTS
from archivists.rounds.round_profile import RoundProfile
from context.block_profile import BlockProfile
from context.sections.excerpt_section import EXCERPTS
from context.sections.history_sections import RECENT, SUMMARIES
from context.sections.statement_sections import FACTS, OBJECTIVES, QUESTIONS, REFLECTIONS, THEORIES
from graph.values.items import Clock, IntakeRule, Role

CHARACTER = Profile(
    name="character",
    intake=IntakeRule(clock=Clock.WORLD, gap=GAP_GAMETS, bystanders=(Role.NARRATOR,)),
    block=BlockProfile(
        sections=(REFLECTIONS, SUMMARIES, FACTS, THEORIES, QUESTIONS, OBJECTIVES, EXCERPTS, RECENT),
    ),
    rounds=RoundProfile(
        archivists=CHARACTER_ARCHIVISTS,
        policy=RoundPolicy(
            # Docs: characters. Of a long conversation of 50 entries, the first 40 are told as one and 10 stay.
            chunk_messages=40,
            tail_messages=10,
            is_told_as_one=True,
            calls_apart=True,
            leaves_old=True,
        ),
    ),
)
