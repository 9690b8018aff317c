"""The bodies of responses about verdicts, what they teach, and drafts."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AliasPath, BaseModel, BeforeValidator, Field

from api.http.block_responses import TurnAnswer
from api.http.responses import Answer, NotEmpty
from context.drift_gate import THRESHOLD
from graph.values.doubtful_draft import DriftVerdict
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.score_terms import Weights


class DraftAnswer(Answer):
    """Whether a draft says what its block does not support, and what to do about it."""

    verdict: DriftVerdict = Field(
        description="fine, underinformed (the block lacks something that is known) or invented."
    )
    score: Annotated[float, AfterValidator(lambda score: round(score, 4))] = Field(
        validation_alias=AliasPath("gate", "score"), description="The share of the draft without support: 0 to 1."
    )
    threshold: float = Field(
        default=THRESHOLD, description="Drafts with this score or more are judged; without a judge they are not fine."
    )
    judged: Annotated[bool, BeforeValidator(lambda judged: judged is not None)] = Field(
        description="Whether a model has judged it."
    )
    why: str = Field(
        default="",
        validation_alias=AliasPath("judged", "why"),
        description="What the model found missing or made up; empty without one.",
    )
    unsupported: list[str] = Field(
        validation_alias=AliasPath("gate", "unsupported"),
        description="Its words that are neither in the block nor in the visible history.",
    )
    known: list[str] = Field(description="Items that these words find and the block lacks, best first.")
    turn: Annotated[TurnAnswer | None, BeforeValidator(lambda turn: turn and TurnAnswer.of(turn, ()))] = Field(
        description="The block for exactly one more try; null if there is to be none."
    )
    is_second: bool = Field(description="Whether this was already the second try. Its draft is let through.")
    second_block: NotEmpty = Field(description="The id of the block for the second try; null if there is none.")


class VerdictsAnswer(Answer):
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
