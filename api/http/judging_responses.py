"""The bodies of responses about verdicts, what they teach, and drafts."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from pydantic import BaseModel, Field

from api.http.block_responses import TurnAnswer
from api.http.responses import Answer
from context.draft_check import DraftCheck
from context.drift_gate import THRESHOLD
from graph.values.doubtful_draft import DriftVerdict
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.score_terms import Weights


class DraftAnswer(BaseModel):
    """Whether a draft says what its block does not support, and what to do about it."""

    verdict: DriftVerdict = Field(
        description="fine, underinformed (the block lacks something that is known) or invented."
    )
    score: float = Field(description="The share of the draft without support: 0 to 1.")
    threshold: float = Field(
        description="Drafts with this score or more are judged; without a judge they are not fine."
    )
    judged: bool = Field(description="Whether a model has judged it.")
    why: str = Field(description="What the model found missing or made up; empty without one.")
    unsupported: list[str] = Field(description="Its words that are neither in the block nor in the visible history.")
    known: list[str] = Field(description="Items that these words find and the block lacks, best first.")
    turn: TurnAnswer | None = Field(description="The block for exactly one more try; null if there is to be none.")
    is_second: bool = Field(description="Whether this was already the second try. Its draft is let through.")
    second_block: str | None = Field(description="The id of the block for the second try; null if there is none.")

    @classmethod
    def of(cls, check: DraftCheck) -> DraftAnswer:
        """The response for a check."""
        return cls(
            verdict=check.verdict,
            score=round(check.gate.score, 4),
            threshold=THRESHOLD,
            judged=check.judged is not None,
            why=check.judged.why if check.judged is not None else "",
            unsupported=[*check.gate.unsupported],
            known=[*check.known],
            turn=None if check.turn is None else TurnAnswer.of(check.turn, {}, 0),
            is_second=check.is_second,
            second_block=check.second_block or None,
        )


class VerdictsAnswer(BaseModel):
    """What verdicts have changed."""

    changes: list[str] = Field(
        description="The ids of the changes that the verdicts made; none if they were known already."
    )


class LearnedAnswer(Answer):
    """The result of the last look at the verdicts."""

    outcome: LearningOutcome = Field(description="Why the weights are what they are.")
    is_fixed: bool = Field(description="Whether a caller has put the defaults back, so that nothing is learned.")
    verdicts: int = Field(description="The number of judged items that it read.")
    useful: int = Field(description="How many of them were useful.")
    blocks: int = Field(description="The number of blocks that these items stood in.")
    loss_default: float | None = Field(description="Mean log loss on blocks set aside, with the default weights.")
    loss_learned: float | None = Field(description="The same with the learned weights.")
    ndcg_default: float | None = Field(
        description="How near the top of these blocks useful items are, with the default weights."
    )
    ndcg_learned: float | None = Field(description="The same with the learned weights.")
    calibration_error: float | None = Field(
        description="How far predicted chances are from shares of useful items, 0 to 1."
    )
    updated_at: datetime


class WeightsAnswer(BaseModel):
    """The weights of a space's scores, and what verdicts have taught about them."""

    weights: dict[str, float] = Field(description="The weights in use, by term.")
    defaults: dict[str, float] = Field(description="The weights without verdicts, by term.")
    learned: LearnedAnswer | None = Field(description="null before rounds have looked: once a day, from 20 blocks on.")

    @classmethod
    def of(cls, learned: LearnedWeights | None) -> WeightsAnswer:
        """The response for what was learned."""
        defaults = asdict(Weights())
        if learned is None:
            return cls(weights=defaults, defaults=defaults, learned=None)
        own = {term: weight for term, weight in learned.by_term.items() if term in defaults}
        return cls(weights=defaults | own, defaults=defaults, learned=LearnedAnswer.model_validate(learned))
