"""The bodies of responses with blocks: turns, and recorded blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import AliasPath, BaseModel, Field

from api.http.message_bodies import MessageBody
from api.http.responses import Answer, AppendedAnswer, NotEmpty, PageAnswer
from context.exchange import Turn
from graph.intake.append import Appended
from graph.store.verbs import Label
from graph.values.changes import Verdict


class BlockHead(Answer):
    """A block without its text."""

    id: NotEmpty = Field(description="null if it was not recorded.")
    tokens: int
    budget_tokens: int
    left_out_count: int = Field(
        description="The number of earlier messages that the block neither shows nor summarises."
    )
    created_at: datetime


class BlockText(BlockHead):
    """The block to put in front of the model for this turn."""

    text: str = Field(validation_alias="body")


class RecordedBlock(BlockHead):
    """A recorded block in a list, without its text."""

    chat: str
    query: NotEmpty = Field(description="The id of the message that it is for.")
    question: NotEmpty = Field(description="What was asked, if the request had a `query`.")


class BlocksAnswer(PageAnswer):
    """A page of recorded blocks, newest first."""

    blocks: list[RecordedBlock] = Field(description="The blocks, in their order.")


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
    chance: float | None = Field(
        description="How likely it is to be judged useful, estimated from the space's verdicts; null until there are "
        "enough, and for a block that is read again."
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


class TurnAnswer(BaseModel):
    """The block of a turn, the items in it with reasons, and what was done with the messages."""

    block: BlockText
    items: list[ShownItemResponse]
    near_misses: list[NearMissResponse] | None = Field(
        description="What was nearly shown, best first. null if the block is recorded: it can be read with them."
    )
    visible_from: VisibleFromAnswer | None
    appended: AppendedAnswer | None = Field(description="null if no messages were sent, or nothing is recorded.")

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


class BlockAnswer(Answer):
    """A recorded block, with the reasons of all items and near misses."""

    block: BlockText
    chat: str = Field(validation_alias=AliasPath("block", "chat"))
    query: NotEmpty = Field(
        validation_alias=AliasPath("block", "query"), description="The id of the message that it is for."
    )
    question: NotEmpty = Field(
        validation_alias=AliasPath("block", "question"), description="What was asked, if the request had a `query`."
    )
    items: list[ShownItemResponse]
    near_misses: list[NearMissResponse]
    visible_from: VisibleFromAnswer | None
