"""The archivists of each kind of memory, and how they make a window the changes that go into one write."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from archivists.keeping.archivist import Archivist, Proposal, Questions, unasked
from archivists.keeping.compaction import COMPACTION
from archivists.keeping.dossiers import DOSSIERS
from archivists.keeping.entities import ENTITIES
from archivists.keeping.facts import FACTS
from archivists.keeping.key_info import KEY_INFO
from archivists.keeping.linking import LINKING
from archivists.keeping.moments import MOMENTS
from archivists.keeping.reflections import REFLECTING
from archivists.keeping.rewriting import REWRITING, REWRITING_APART
from archivists.keeping.summaries import SUMMARIES
from archivists.keeping.usefulness import RANKER, USEFULNESS
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.link import Linking
from archivists.questions.moments_question import Telling
from archivists.questions.read import Reading
from archivists.questions.reflect import Thinking
from archivists.questions.write import Writing
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.errors import BadInput

AnyArchivist = Archivist[Reading] | Archivist[Linking] | Archivist[Writing] | Archivist[Telling] | Archivist[Thinking]

ARCHIVISTS: tuple[AnyArchivist, ...] = (
    ENTITIES,  # finds who and what is mentioned
    FACTS,  # takes what a model has read and somebody said; needs the entities that it is about
    LINKING,  # asks a model whether it was said, and what it has to do with what is known
    USEFULNESS,  # judges whether what was shown before a reply mattered for it
    DOSSIERS,  # says which briefs and dossiers are due
    SUMMARIES,  # summarises messages and conversations, and rewrites stale summaries
    KEY_INFO,  # keeps what must be known in every turn
    REWRITING,  # lets a model write what is due, and rewrite quotes
    RANKER,  # fits the weights of scores to the verdicts so far
)
"""All archivists of an assistant, in the order in which they work and in which their changes are applied."""

STORY_ARCHIVISTS: tuple[AnyArchivist, ...] = (
    ENTITIES,
    FACTS,  # the state of the world
    LINKING,
    USEFULNESS,
    SUMMARIES,  # the progress of the story
    REWRITING,
    MOMENTS,  # finds significant memories, and brings known ones up to date
    COMPACTION,  # merges memories, or sets the least important aside; needs the new ones
)
"""The archivists of a game."""


CHARACTER_ARCHIVISTS: tuple[AnyArchivist, ...] = (
    unasked(USEFULNESS),
    unasked(ENTITIES),
    SUMMARIES,
    REWRITING_APART,  # of conversations only (RoundPolicy.calls_apart)
    REFLECTING,  # keeps what characters have come to think; needs what was told
)
"""The archivists of characters: a model tells what was said and what characters think of it."""


def propose(
    window: Window,
    policy: RoundPolicy,
    questions: Questions | None = None,
    archivists: Sequence[AnyArchivist] = ARCHIVISTS,
) -> Proposal | Refused:
    """The changes for a window, or why a model may not be asked now. Without `questions`, only the net works.

    Each archivist gets the proposal of those before it. A question is asked when the first archivist needs its answer.
    """
    questions = questions or Questions()
    proposal = Proposal(window=window)
    for archivist in archivists:
        worked = archivist.work(proposal, questions, policy)
        if isinstance(worked, Refused):
            return worked
        proposal = worked
    return proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProfile:
    """Which archivists work in a round, when one is due, and how much it may read and write."""

    archivists: tuple[AnyArchivist, ...] = ARCHIVISTS  # in the order in which they work
    policy: RoundPolicy = field(default_factory=RoundPolicy)

    def __post_init__(self) -> None:
        if SUMMARIES not in self.archivists and self.policy.silent_conversations_max:
            raise BadInput(
                f"silent_conversations_max is {self.policy.silent_conversations_max}, expected 0: no archivist "
                "completes conversations, and a round would be due for each silent one again and again"
            )

    @property
    def purposes(self) -> frozenset[Purpose]:
        """The purposes for which its archivists ask models."""
        return frozenset(each.question.purpose for each in self.archivists if each.question is not None)
