"""What the service answers: the shapes of results, each field told in OpenAPI."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from api.http.bodies import RequestLines
from context.exchange import Turn
from graph.intake.append import Appended
from graph.store.verbs import Kind, Label
from graph.values.items import Block, Conversation, Item, Role, Space


class Answer(BaseModel):
    """A shape that `model_validate` makes of any object with attributes of these names."""

    model_config = ConfigDict(from_attributes=True)


class HealthAnswer(BaseModel):
    """The service is up."""

    status: Literal["ok"] = "ok"
    version: str


class RoundState(BaseModel):
    """How the rounds of a space stand."""

    rounded_to: str = Field(description="The last message that rounds have read, or an import brought; empty before.")
    attempts: int = Field(description="How often the round that is due has failed.")
    retry_at: datetime | None = Field(description="When it is tried again.")
    last_error: str | None = Field(description="Why it failed; with no attempts, what it waits for.")
    has_imports: bool = Field(description="Whether an import brought messages that no round has read.")


class SpaceAnswer(BaseModel):
    """One isolated memory."""

    name: str
    profile: str = Field(description="What kind of memory it is.")
    clock: Literal["wall", "world"]
    gap: float | None = Field(description="Seconds, or units of the world clock; null never splits.")
    bystanders: list[Role] = Field(description="Roles that speak in conversations without taking part in them.")
    created_at: datetime
    message_count: int
    embedder: str | None = Field(description="Model and dimension of the vectors in it.")
    round: RoundState

    @classmethod
    def of(cls, space: Space) -> SpaceAnswer:
        """The space as it is told."""
        return cls(
            name=space.name,
            profile=space.profile,
            clock=space.intake.clock.value,
            gap=space.intake.gap,
            bystanders=list(space.intake.bystanders),
            created_at=space.created_at,
            message_count=space.message_count,
            embedder=space.embedder,
            round=RoundState(
                rounded_to=space.rounded_to,
                attempts=space.attempts,
                retry_at=space.retry_at,
                last_error=space.last_error,
                has_imports=bool(space.waiting),
            ),
        )


class EstimateLine(BaseModel):
    """What one purpose would take; tokens and cost are about."""

    purpose: str
    model: str
    calls: int = Field(description="Of `read` what it takes, of others the most that they may take.")
    tokens_in: int
    tokens_out: int
    cost: float | None = Field(description="US dollars; null when the price is not known.")


class EstimateAnswer(BaseModel):
    """What it takes at most to read all that is unread, imports too; repairs come on top, tokens and cost are about."""

    messages: int
    rounds: int
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None = Field(description="US dollars; null when a price is not known.")
    calls_hour_max: int = Field(description="The ceiling of the space: what is above it waits for the next hour.")
    lines: list[EstimateLine] = Field(description="Each purpose that has a model; none are asked without.")


class SpacesAnswer(BaseModel):
    """All spaces."""

    spaces: list[str] = Field(description="Names, sorted.")


class AppendedAnswer(BaseModel):
    """What became of the messages that were sent."""

    messages: list[str | None] = Field(
        description="The id of each message sent, in its order; null where nothing is stored."
    )
    new: list[str] = Field(description="Ids of those that were not stored before.")
    conversations: list[str] = Field(description="Ids of the conversations that the new ones are in.")
    tip: str | None = Field(description="Id of the chat's message that arrived last.")
    ignored_count: int = Field(description="Instructions (system, developer) and replies without text.")

    @classmethod
    def of(cls, appended: Appended, sent: RequestLines) -> AppendedAnswer:
        """The ids put beside the messages of the request."""
        ids: list[str | None] = [None] * sent.sent_count
        for place, id in zip(sent.places, appended.messages, strict=True):
            ids[place] = id
        return cls(
            messages=ids,
            new=list(appended.new),
            conversations=list(appended.conversations),
            tip=appended.tip,
            ignored_count=sent.sent_count - len(sent.lines),
        )


class BlockText(BaseModel):
    """What to put in front of the model for this turn."""

    id: str | None = Field(description="null when it was not recorded.")
    text: str
    tokens: int
    budget_tokens: int
    left_out_count: int = Field(description="Earlier messages that nothing in the block stands for.")
    created_at: datetime

    @classmethod
    def of(cls, block: Block) -> BlockText:
        """The part of a block that a caller needs."""
        return cls(
            id=block.id or None,
            text=block.body,
            tokens=block.tokens,
            budget_tokens=block.budget_tokens,
            left_out_count=block.left_out_count,
            created_at=block.created_at,
        )


class ShownItemResponse(Answer):
    """An item of the block, and why it is there."""

    id: str
    label: Label
    section: str
    rank: int = Field(description="From 1, most relevant first.")
    score: float
    terms: dict[str, float] = Field(description="What the score is the sum of.")
    reason: str
    tokens: int


class NearMissResponse(Answer):
    """An item that was near, and why it is not in the block."""

    id: str
    label: Label
    score: float
    terms: dict[str, float]
    reason: str


class VisibleFromAnswer(BaseModel):
    """Up to here the block stands in for the history."""

    message: str | None = Field(
        description="Id of the first message that the assistant sees itself; null when it is not stored."
    )
    index: int | None = Field(description="Its place in the request's messages; null when it was not sent.")


class TurnAnswer(BaseModel):
    """The block of a turn, what is in it and why, and what became of the messages."""

    block: BlockText
    items: list[ShownItemResponse]
    visible_from: VisibleFromAnswer | None
    appended: AppendedAnswer | None = Field(description="null when nothing was sent or nothing was to be stored.")

    @classmethod
    def of(cls, turn: Turn, sent: RequestLines) -> TurnAnswer:
        """The turn as it is told to the one who asked."""
        return cls(
            block=BlockText.of(turn.block),
            items=[ShownItemResponse.model_validate(each) for each in turn.items],
            visible_from=_visible_from(turn, sent),
            appended=None if turn.appended is None else AppendedAnswer.of(turn.appended, sent),
        )


class BlockAnswer(BaseModel):
    """A block that was given, with the reason of every item and of every near miss."""

    block: BlockText
    chat: str
    query: str | None = Field(description="Id of the message it answers.")
    items: list[ShownItemResponse]
    near_misses: list[NearMissResponse]
    visible_from: VisibleFromAnswer | None

    @classmethod
    def of(cls, turn: Turn) -> BlockAnswer:
        """The stored turn as it is told."""
        return cls(
            block=BlockText.of(turn.block),
            chat=turn.block.chat,
            query=turn.block.query or None,
            items=[ShownItemResponse.model_validate(each) for each in turn.items],
            near_misses=[NearMissResponse.model_validate(each) for each in turn.near_misses],
            visible_from=_visible_from(turn, RequestLines((), (), 0)),
        )


class ItemAnswer(BaseModel):
    """One thing that is remembered; its fields depend on its label."""

    id: str
    label: Label
    version: int = Field(description="How often it was written.")
    seq: int = Field(description="The space's number of the last write to it.")
    item: Item


class ItemsAnswer(BaseModel):
    """A page of items, newest first within a label."""

    items: list[ItemAnswer]
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null at the end.")


class RoundAnswer(Answer):
    """What one round has done."""

    messages: int = Field(description="How many were read for the first time.")
    rounded_to: str = Field(description="The last message that has been read.")
    changes: dict[str, int] = Field(description="How many changes of each name.", examples=[{"NewFact": 2}])


class RoundsAnswer(BaseModel):
    """The rounds that were done, in their order."""

    rounds: list[RoundAnswer] = Field(description="Empty when there was nothing to read or to close.")


class Neighbour(BaseModel):
    """Something that an item is tied to by an edge."""

    id: str
    label: Label
    name: str = Field(description="At most 40 characters that tell what it is.")
    kind: Kind = Field(description="The edge's kind.")
    direction: Literal["out", "in"] = Field(description="out: from the item to its neighbour.")
    properties: dict[str, str | int | float | bool | list[str] | None]


class ChangeAnswer(Answer):
    """A change of the graph that was applied: what it did, who made it, and on what grounds."""

    id: str
    kind: str = Field(description="Its name, such as MergeEntities; Undo for one that took another back.")
    what: str = Field(description="What it did, in one line.")
    why: str = Field(description="The reason that was given; may be empty.")
    author: str = Field(description="rules, model or caller.")
    archivist: str = Field(description="Which archivist proposed it; empty when nobody said.")
    prompt_version: str = Field(description="Of the prompt that a model answered; empty by rules.")
    evidence: list[str] = Field(description="Ids of the messages that it rests on.")
    touched: list[str] = Field(description="Ids of what it changed or tied, at most 200.")
    created_at: datetime
    round: str | None = Field(description="The last message that its round had read; null outside of rounds.")
    undoes: str | None = Field(description="The change that this one took back.")
    undone_by: str | None = Field(description="The change that took this one back; null while it stands.")


class ChangesAnswer(BaseModel):
    """A page of changes, the newest first."""

    changes: list[ChangeAnswer]
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null at the end.")


class CallAnswer(Answer):
    """One request to a language model."""

    id: str
    purpose: str = Field(description="read, settle, write or filter.")
    model: str
    outcome: str = Field(description="under_way, answered, bad_answer, busy, timed_out, unavailable or refused.")
    prompt_version: str
    prompt_hash: str = Field(description="The same for the same words to the same model.")
    asked_by: str = Field(description="The owner of the round.")
    tokens_in: int
    tokens_out: int
    tokens_cached: int | None = Field(description="Of tokens_in; null when the provider does not tell.")
    is_estimated: bool = Field(description="Whether the tokens are our own count.")
    cost: float | None = Field(description="US dollars; null when the price is not known.")
    duration_ms: int
    error: str | None
    created_at: datetime


class CallsAnswer(BaseModel):
    """A page of calls, the newest first."""

    calls: list[CallAnswer]
    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null at the end.")


class CostLine(Answer):
    """What the calls of one purpose by one model have taken."""

    purpose: str
    model: str
    calls: int
    failed: int = Field(description="Of calls: those without an answer of the right shape.")
    tokens_in: int
    tokens_out: int
    tokens_cached: int = Field(description="Of tokens_in, as far as the provider tells.")
    cost: float | None = Field(description="US dollars; null when a price is not known.")
    calls_per_100_messages: float = 0.0


class HourAnswer(BaseModel):
    """What the hour of now has cost, and what it may."""

    calls: int
    calls_max: int
    tokens: int
    tokens_max: int


class CostAnswer(BaseModel):
    """What models have cost in a space."""

    messages: int
    calls: int
    cost: float | None = Field(description="US dollars; null when a price is not known.")
    calls_per_100_messages: float
    lines: list[CostLine]
    hour: HourAnswer = Field(description="In this space.")
    hour_of_all: HourAnswer = Field(description="In all spaces.")


class History(BaseModel):
    """Where an item comes from and what became of it."""

    version: int
    seq: int
    created_at: datetime | None
    updated_at: datetime | None
    author: str | None = Field(description="rules, model or caller; null for what was said in the chat.")
    valid_from: datetime | None
    valid_to: datetime | None
    reason: str | None = Field(description="Why it was closed or superseded.")
    sources: list[str] = Field(description="Ids of the messages and items that it was made from.")
    superseded_by: list[str]
    changes: list[ChangeAnswer] = Field(description="What has changed it, the newest first, at most 50.")


class ItemDetail(BaseModel):
    """One item with what it is tied to and where it comes from."""

    id: str
    label: Label
    item: Item | Conversation
    neighbours: list[Neighbour] = Field(description="At most 50 of each kind and direction, the newest.")
    history: History


def _visible_from(turn: Turn, sent: RequestLines) -> VisibleFromAnswer | None:
    if turn.visible_from is None:
        return None
    index = turn.visible_from.index
    return VisibleFromAnswer(
        message=turn.visible_from.message or None, index=None if index is None else sent.places[index]
    )
