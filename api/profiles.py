"""Profiles: what distinguishes one kind of memory from another, in one place for all packages."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from api.importers.chim import GAP_GAMETS
from api.settings import Settings
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import CHARACTER_ARCHIVISTS, STORY_ARCHIVISTS, RoundProfile
from context import block_profile
from context.block_profile import BlockProfile
from context.gather.gather_policy import GatherPolicy
from context.score.story_formula import StoryFormula
from context.sections.excerpt_section import EXCERPTS
from context.sections.history_sections import RECENT, SUMMARIES
from context.sections.statement_sections import FACTS, OBJECTIVES, QUESTIONS, REFLECTIONS, THEORIES
from context.sections.story_sections import EARLIER, INTERACTIONS, PROGRESS, RELEVANT_MEMORIES, WORLD
from context.select.block_policy import BlockPolicy
from graph.values.items import DEFAULT_PROFILE, Clock, IntakeRule, Role
from graph.values.sizes import Sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One part for each package. A space keeps the name of its profile, and its own copy of the rule."""

    name: str
    intake: IntakeRule  # graph: which conversations messages are put into
    block: BlockProfile  # context: what a turn gathers, how it scores, what it shows
    rounds: RoundProfile  # archivists: who works in a round, when it is due, and within what limits

    def sizes(self, own: Sizes) -> dict[str, int]:
        """What counts in a space with these sizes of its own. 0: the profile has none of it, or it never happens."""
        policies = own.applied(self.rounds.policy), own.applied(self.block.policy)
        return {
            each.name: next(getattr(policy, each.name) for policy in policies if hasattr(policy, each.name))
            for each in fields(own)
        }


ASSISTANT = Profile(name=DEFAULT_PROFILE, intake=IntakeRule(), block=block_profile.ASSISTANT, rounds=RoundProfile())
"""An assistant that talks with one person or a few."""

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
"""Characters: conversations on a world clock. Each character knows what it has heard."""

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
"""A game: a scene comes with each turn, and its block has three layers within shares of a prompt."""

SILENCE_SECONDS = 30 * 60.0  # From the profile's design document.

RECALL = Profile(
    name="recall",
    intake=IntakeRule(gap=SILENCE_SECONDS),
    block=block_profile.ASSISTANT,
    # One question and its answer are already research, and get a title from the model.
    rounds=RoundProfile(policy=RoundPolicy(titles_ask=True, closes_silent=True, write_messages_min=2)),
)
"""A memory that is asked what was talked about before: short conversations, complete once over."""

PROFILES: tuple[Profile, ...] = (ASSISTANT, CHARACTER, GAME, RECALL)
"""The profiles that this program knows."""


def known_profiles(settings: Settings) -> Mapping[str, Profile]:
    """Every profile by its name. Whether secrets are hidden is the owner's to say, for all of them."""
    return {each.name: _set(each, settings) for each in PROFILES}


def _set(profile: Profile, settings: Settings) -> Profile:
    block = replace(profile.block, policy=replace(profile.block.policy, redact=settings.redact))
    rounds = replace(profile.rounds, policy=replace(profile.rounds.policy, redact=settings.redact))
    return replace(profile, block=block, rounds=rounds)
