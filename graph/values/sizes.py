"""The sizes of a space: how much it keeps, tells at once and shows. Each is declared here, with its bounds.

Each has the name of a field of a policy (RoundPolicy, BlockPolicy), whose value is the number of the profile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TypeVar

from graph.errors import BadInput

P = TypeVar("P")


def _size(least: int, most: int, told: str) -> int:
    return field(default=0, metadata={"least": least, "most": most, "told": told})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """A space's own numbers. 0: that of its profile."""

    round_messages: int = _size(1, 1000, "How many new messages make a round due; a game's interaction is two.")
    chunk_messages: int = _size(1, 60, "How many messages of a conversation are summarised at once.")
    tail_messages: int = _size(1, 80, "How many of the newest messages of an active conversation are not summarised.")
    summary_tokens_max: int = _size(20, 2000, "How long a summary may be, in tokens.")
    key_info_tokens_max: int = _size(20, 2000, "How long all key info may be, in tokens.")
    brief_tokens_max: int = _size(20, 2000, "How long a brief may be, in tokens.")
    dossier_tokens_max: int = _size(20, 2000, "How long a dossier may be, in tokens.")
    reflection_tokens_max: int = _size(20, 2000, "How long a reflection may be, in tokens.")
    reflection_conversations: int = _size(5, 10, "How many conversations that a character heard make a reflection.")
    interactions_kept: int = _size(1, 100, "How many interactions the state of a game has.")
    interactions_shown: int = _size(1, 20, "How many of the last interactions a block shows.")
    memories_max: int = _size(1, 1000, "Above this many significant memories, a round combines or sets aside some.")
    unused_days: int = _size(
        1,
        100_000,
        "Rounds drop significant memories that no block has shown for this many days and that are worth too little by "
        "themselves; promises and goals stay. 0: never.",
    )

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least, most = getattr(self, each.name), each.metadata["least"], each.metadata["most"]
            if value and not least <= value <= most:
                raise BadInput(
                    f"{each.name} is {value}, expected {least} to {most}, or 0 for the number of the profile"
                )

    def changed(self, given: Mapping[str, int]) -> Sizes:
        """These sizes with others by their names. Raises BadInput for an unknown name or a number out of bounds."""
        names = [each.name for each in fields(self)]
        if unknown := [name for name in given if name not in names]:
            raise BadInput(f"there is no size {unknown[0]!r}, expected one of: {', '.join(names)}")
        return replace(self, **given)

    def applied(self, policy: P) -> P:
        """The policy with these numbers. What a policy has none of (0), it gets none of, but for `unused_days`."""
        names = [each.name for each in fields(policy) if getattr(self, each.name, 0)]  # type: ignore[arg-type]
        used = [name for name in names if getattr(policy, name) or name == "unused_days"]
        return replace(policy, **{name: getattr(self, name) for name in used}) if used else policy  # type: ignore[type-var]
