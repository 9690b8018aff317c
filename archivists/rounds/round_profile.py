"""What each kind of memory sets for its rounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from archivists.keeping.summaries import SUMMARIES
from archivists.models.provider import Purpose
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import ARCHIVISTS, AnyArchivist
from graph.errors import BadInput


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
