"""The bodies of responses with blocks: turns, recorded blocks, drafts; and what verdicts teach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AliasPath, BaseModel, BeforeValidator, Field

from api.http.message_bodies import MessageBody
from api.http.responses import Answer, AppendedAnswer, NotEmpty, PageAnswer
from context.drift_gate import THRESHOLD
from context.exchange import Turn
from graph.intake.append import Appended
from graph.store.verbs import Label
from graph.values.changes import Verdict
from graph.values.doubtful_draft import DriftVerdict
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.score_terms import Weights


class BlockHead(Answer):
    """A block without its text, as lists have it."""

    id: NotEmpty = Field(description="null if it was not recorded.")
    chat: str
    query: NotEmpty = Field(description="The id of the message that it is for.")
    question: NotEmpty = Field(description="What was asked, if the request had a `query`.")
    tokens: int
    budget_tokens: int
    left_out_count: int = Field(
        description="The number of earlier messages that the block neither shows nor summarises."
    )
    created_at: datetime


class BlockText(BlockHead):
    """The block to put in front of the model for this turn."""

    text: str = Field(validation_alias="body")


class BlocksAnswer(PageAnswer):
    """A page of recorded blocks, newest first."""

    blocks: list[BlockHead] = Field(description="The blocks, in their order.")


class NearMissResponse(Answer):
    """An item that is not in the block although its score is high, with the reason."""

    id: str
    label: Label
    score: float
    terms: dict[str, float] = Field(description="What the score is made of, by name, without the weights.")
    reason: str


class ShownItemResponse(NearMissResponse):
    """An item of the block, with the reason."""

    section: str
    rank: int = Field(description="From 1, by relevance.")
    tokens: int
    stands_for: int = Field(
        description="The number of earlier messages that it alone stands for in the block; with `left_out_count` they "
        "add up to all that the assistant does not see."
    )
    verdict: Verdict | None = Field(
        description="What it did for the reply, once somebody or a round has judged a block that is kept; else null."
    )


class VisibleFromAnswer(Answer):
    """Where the history that the assistant itself sees begins. The block covers what comes before."""

    message: NotEmpty = Field(
        description="The id of the first message that the assistant itself sees; null if it is not stored."
    )
    index: int | None = Field(description="Its index in the request's messages; null if it was not sent.")


class TurnAnswer(Answer):
    """The block of a turn, the items in it with reasons, and what was done with the messages."""

    block: BlockText
    items: list[ShownItemResponse]
    near_misses: list[NearMissResponse] | None = Field(
        description="What was nearly shown, best first. null in the answer to a turn whose block is recorded: read it."
    )
    visible_from: VisibleFromAnswer | None
    appended: AppendedAnswer | None = Field(
        description="null if no messages were sent, nothing is recorded, or the block is read again."
    )

    @classmethod
    def of(cls, turn: Turn, sent: Sequence[MessageBody]) -> TurnAnswer:
        """The response for a turn, with the places of messages in the request."""
        seen = turn.visible_from
        if seen is not None and seen.index is not None:
            seen = replace(seen, index=[at for at, message in enumerate(sent) if not message.not_stored][seen.index])
        nothing = Appended((), (), (), None) if sent and turn.block.id else None
        appended = turn.appended or nothing
        misses = None if turn.block.id else turn.near_misses
        return cls.model_validate(
            {
                "block": turn.block,
                "items": turn.items,
                "near_misses": misses,
                "visible_from": seen,
                "appended": None if appended is None else AppendedAnswer.of(appended, sent),
            }
        )


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
