"""A profile: what distinguishes one kind of memory from another, in one place for all packages."""

from __future__ import annotations

from dataclasses import dataclass, fields

from archivists.rounds.round_profile import RoundProfile
from context.block_profile import BlockProfile
from graph.values.items import IntakeRule
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
