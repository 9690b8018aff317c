"""What a section of a block is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.wording.pieces import Piece
from context.wording.reasons import Reason
from graph.errors import BadInput
from graph.store.verbs import Label
from graph.values.items import Item

Source = Callable[[Material, int], Sequence[str]]
"""Ids of candidates, in the order in which they are tried; the number is what they may take, in tokens."""

Offers = Callable[[Item, Material, BudgetedBlock], Iterator[Piece | Reason]]
"""What may stand in the block for an item: the first piece that fits is taken. Or why nothing may."""

Objection = Callable[[Scored, Material, BudgetedBlock], Reason | None]


def nobody(material: Material, tokens_max: int) -> Sequence[str]:
    """No candidates."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a block, as a profile lists it. Its heading is a phrase of each language, under its name."""

    name: str
    label: Label  # what kind of item it is made of
    kind: str = ""  # the kind of its facts; "" takes all that no other section takes
    offers: Offers
    share: float = 0.0  # the part of the budget that it may take before the rest
    shares_with: str = ""  # the section whose share it takes the rest of
    lends_share: bool = False  # in a small block, lines that the question brings up may take a part of it
    first: Source = nobody  # who may take the share
    objection: Objection | None = None  # what stands against a ranked item, before it is read; None takes none by rank
    last: Source = nobody  # who gets what is left in the end
    is_run: bool = False  # it ends at the first that does not fit, for a gap would mislead
    is_fixed: bool = False  # nobody takes anything out of it afterwards
    tells_left_out: bool = False  # it ends with how many messages are not shown

    def __post_init__(self) -> None:
        if not 0.0 <= self.share <= 1.0:
            raise BadInput(f"share {self.share} of section {self.name!r} is outside 0..1")

    def tokens_max(self, budget_tokens: int, lines_tokens: int, small_block_tokens: int) -> int:
        """What its share comes to, where the lines that the question brings up would take so much."""
        whole = self.share * budget_tokens
        if not self.lends_share:
            return int(whole)
        least = whole * budget_tokens / (budget_tokens + small_block_tokens)
        return int(min(whole, max(least, budget_tokens - lines_tokens)))
