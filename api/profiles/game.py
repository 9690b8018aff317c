"""The profile of a game: a scene comes with each turn, and its block has three layers within shares of a prompt."""

from __future__ import annotations

from api.profiles.profile import Profile
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import STORY_ARCHIVISTS
from archivists.rounds.round_profile import RoundProfile
from context.block_profile import BlockProfile
from context.gather.gather_policy import GatherPolicy
from context.score.story_formula import StoryFormula
from context.sections.story_sections import EARLIER, INTERACTIONS, PROGRESS, RELEVANT_MEMORIES, WORLD
from context.select.block_policy import BlockPolicy
from graph.values.items import IntakeRule

EXTRACTION_INTERACTIONS = 10
"""Docs: games. An interaction is two messages."""

GAME = Profile(
    name="game",
    intake=IntakeRule(),
    block=BlockProfile(
        gather=GatherPolicy(gathers_moments=True),
        formula=StoryFormula(),
        sections=(INTERACTIONS, RELEVANT_MEMORIES, PROGRESS, WORLD, EARLIER),
        policy=BlockPolicy(interactions_shown=5, prompt_part=0.3, reply_part=0.1),  # Docs: games.
    ),
    rounds=RoundProfile(
        archivists=STORY_ARCHIVISTS,
        policy=RoundPolicy(
            round_messages=2 * EXTRACTION_INTERACTIONS,
            learn_hours=0,  # The document fixes the points, so none are learned.
            tail_messages=2 * 15,  # No summary tells the interactions that are in the state.
        ),
    ),
)
