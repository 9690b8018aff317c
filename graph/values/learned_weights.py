"""What verdicts have taught about the weights of a space's scores, as it is stored."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from graph.store.verbs import Label

LEARNED_ID = "weights"


class LearningOutcome(StrEnum):
    """What became of a look at a space's verdicts."""

    TOO_FEW = "too_few"  # not enough verdicts, or not enough useful items among them
    NO_BETTER = "no_better"  # on blocks that were set aside, other weights are not clearly better
    CONTRADICTORY = "contradictory"  # the items closest to their question seem the least useful: not credible
    UNRELATED = "unrelated"  # usefulness seems to have nothing to do with the question: not credible either
    ADOPTED = "adopted"
    RESET = "reset"  # a caller has put the defaults back


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedWeights:
    """What verdicts have taught about the weights of a score, and how well it held on blocks that were set aside."""

    label: ClassVar[Label] = Label.LEARNED
    id: str = LEARNED_ID
    weights: str = ""  # JSON: what differs from the defaults, by the name of the term; "" for the defaults
    is_fixed: bool = False  # whether a caller has said that nothing is to be learned
    outcome: LearningOutcome
    verdicts: int = 0  # shown items with a verdict
    useful: int = 0  # how many of them were useful
    blocks: int = 0
    loss_default: float | None = None  # mean log loss on blocks that were set aside, with the default weights
    loss_learned: float | None = None  # the same with the learned weights
    ndcg_default: float | None = None
    ndcg_learned: float | None = None
    updated_at: datetime

    @property
    def by_term(self) -> Mapping[str, float]:
        """The weights that differ from the defaults."""
        return {str(term): float(weight) for term, weight in json.loads(self.weights or "{}").items()}
