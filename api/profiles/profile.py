"""A profile: what distinguishes one kind of memory from another, in one place for all packages."""

from __future__ import annotations

from dataclasses import dataclass

from archivists.rounds.round_profile import RoundProfile
from context.block_profile import BlockProfile
from graph.values.items import IntakeRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One part for each package. A space keeps the name of its profile, and its own copy of the rule."""

    name: str
    intake: IntakeRule  # graph: which conversations messages are put into
    block: BlockProfile  # context: what a turn gathers, how it scores, what it shows
    rounds: RoundProfile  # archivists: who works in a round, when it is due, and within what limits
