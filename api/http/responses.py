"""The bodies of responses, with descriptions for OpenAPI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from api.access_keys import KeyScope
from api.http.message_bodies import MessageBody
from api.long_jobs import JobState
from api.profiles import Profile
from graph.forgetting.removal import Forgotten, counted
from graph.intake.append import Appended
from graph.store.verbs import Kind, Label
from graph.upkeep.leases import is_set_aside
from graph.values.codec import fields_of
from graph.values.items import Conversation, Item, Role, Space

EdgeProperties = dict[str, str | int | float | bool | list[str] | None]

NotEmpty = Annotated[str | None, BeforeValidator(lambda text: text or None)]
"""A text that is null where the graph has an empty one."""

Dollars = Annotated[float | None, AfterValidator(lambda amount: None if amount is None else round(amount, 9))]
"""US dollars, rounded to remove the noise of sums. The cheapest token costs a hundred-millionth."""


class Answer(BaseModel):
    """A response that `model_validate` makes from any object with the same attributes."""

    model_config = ConfigDict(from_attributes=True, validate_by_name=True)


def _counted(counts: dict[str, int] | Sequence[str]) -> dict[str, int]:
    return counts if isinstance(counts, dict) else counted(counts)


class ForgottenAnswer(Answer):
    """What is gone: ids and counts, no content."""

    id: str = Field(description="The receipt's id; empty for a dry run.")
    space: str = Field(validation_alias="space_name")
    asked: str = Field(description="What was named: messages, conversation, chat, person, time or space.")
    counts: Annotated[dict[str, int], BeforeValidator(_counted)] = Field(description="How many of each label are gone.")
    ids: list[str] = Field(description="The ids of what is gone.")
    rebuilt: list[str] = Field(description="The ids of what lost text; rounds write it again.")
    created_at: datetime
    done_at: datetime | None = Field(description="When the last trace was gone; null for a dry run.")
    is_scrubbed: bool | None = Field(
        default=None, description="Whether the store's files hold nothing of it any more, as far as the store can know."
    )

    @classmethod
    def of(cls, gone: Forgotten) -> Self:
        """The response for what was just forgotten, or would be."""
        return cls.model_validate(gone.receipt).model_copy(update={"is_scrubbed": gone.is_scrubbed})


class PageAnswer(BaseModel):
    """Part of a list."""

    next_cursor: str | None = Field(description="Send it as `cursor` for the next page; null at the end.")


class ReceiptsAnswer(PageAnswer):
    """What was forgotten in a space, newest first."""

    receipts: list[ForgottenAnswer]


class HealthAnswer(BaseModel):
    """The service is up."""

    status: Literal["ok"] = "ok"
    version: str


class RoundState(Answer):
    """The state of a space's rounds."""

    rounded_to: str = Field(description="The last message that rounds have read or skipped; empty before the first.")
    attempts: int = Field(description="How often the current round has failed.")
    is_set_aside: bool = Field(description="Whether it has failed so often that it runs only on request.")
    retry_at: datetime | None = Field(description="The time of the next attempt.")
    last_error: str | None = Field(description="Why it failed; without failures, why it waits.")
    lease_until: datetime | None = Field(
        description="While a round is under way, when it ends at the latest. A past time: its process has ended."
    )
    has_imports: Annotated[bool, BeforeValidator(bool)] = Field(
        validation_alias="waiting", description="Whether old or imported messages wait."
    )


class SpaceAnswer(BaseModel):
    """One isolated memory."""

    name: str
    profile: str = Field(description="What kind of memory it is.")
    clock: Literal["wall", "world"]
    gap: float | None = Field(description="Seconds, or units of the world clock; null: silence never splits.")
    bystanders: list[Role] = Field(description="Roles that speak in conversations without taking part in them.")
    splits_on_joining: Annotated[bool, BeforeValidator(bool)] = Field(
        description="Whether a new conversation also begins when somebody joins the talk."
    )
    zone: str = Field(description="The time zone of those who speak.")
    characters: list[str] = Field(description="Participants of whom reflections are kept.")
    created_at: datetime
    message_count: int
    paused: bool = Field(
        description="Whether no rounds are done. Messages that arrive meanwhile are read only on request."
    )
    sizes: dict[str, int] = Field(
        description="The sizes that count in it: its own, or those of its profile. 0: none, or never."
    )
    tries_out: bool = Field(description="Whether one place of a block goes to an item that was never judged.")
    embedder: str | None = Field(description="Model and dimension of the vectors in it.")
    round: RoundState

    @classmethod
    def of(cls, space: Space, profiles: Mapping[str, Profile]) -> SpaceAnswer:
        """The response for a space, which may have a profile that this program does not know."""
        profile = profiles.get(space.profile)
        state = fields_of(space) | {"is_set_aside": is_set_aside(space)}
        sizes = asdict(space.sizes) if profile is None else profile.sizes(space.sizes)
        return cls.model_validate(fields_of(space) | {"round": state, "sizes": sizes})


class Taken(Answer):
    """What models have taken, or would take."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: Dollars = Field(description="US dollars; null if a price is unknown.")


class EstimateLine(Taken):
    """The estimate for one purpose; tokens and cost are approximate, and calls but for `read` the maximum."""

    purpose: str
    model: str


class EstimateAnswer(Taken):
    """The most that reading every unread message takes. Repairs are extra; tokens and cost are approximate."""

    messages: int
    rounds: int
    calls_hour_max: int = Field(description="The limit of the space; further calls wait for the next hour.")
    lines: list[EstimateLine] = Field(description="Each purpose that has a model.")


class SpacesAnswer(PageAnswer):
    """Spaces, by name."""

    spaces: list[str] = Field(description="Names, sorted.")
    scope: KeyScope = Field(description="What the key may do in them.")


class ConversationsAnswer(PageAnswer):
    """A page of conversations, newest first."""

    conversations: list[Conversation] = Field(description="The conversations, in their order.")


class NotStored(BaseModel):
    """A message of the request that is not stored."""

    index: int = Field(description="Its index in the request's messages.")
    reason: str


class AppendedAnswer(BaseModel):
    """What was done with the messages of the request."""

    messages: list[str | None] = Field(
        description="The id of each message of the request, in its order; null if it is not stored."
    )
    new: list[str] = Field(description="The ids of messages that were not stored before.")
    conversations: list[str] = Field(description="The ids of the conversations of new messages.")
    tip: str | None = Field(description="The id of the chat's message that arrived last.")
    not_stored: list[NotStored] = Field(
        description="The messages that are not stored: instructions, those without text, those that were skipped, and "
        "those that were forgotten before."
    )
    replaced: list[int] = Field(
        description="The indexes of messages with NUL (removed) or half surrogate pairs (U+FFFD in their place)."
    )
    ignored_fields: list[str] = Field(description="Names of fields of messages that memory does not read.")

    @classmethod
    def of(cls, appended: Appended, sent: Sequence[MessageBody]) -> AppendedAnswer:
        """The response for an append, with the ids in the order of the request."""
        found = iter(appended.messages)
        ids = [None if message.not_stored else next(found) for message in sent]
        reasons = ["it was forgotten" if id == "" else each.not_stored for id, each in zip(ids, sent, strict=True)]
        return cls(
            messages=[id or None for id in ids],
            new=list(appended.new),
            conversations=list(appended.conversations),
            tip=appended.tip,
            not_stored=[NotStored(index=at, reason=reason) for at, reason in enumerate(reasons) if reason],
            replaced=[at for at, message in enumerate(sent) if message.is_replaced],
            ignored_fields=sorted({name for message in sent for name in message.ignored}),
        )


class ItemAnswer(BaseModel):
    """One item; its fields depend on its label."""

    id: str
    label: Label
    version: int = Field(description="How often it was written.")
    seq: int = Field(description="The number of its last write in the space.")
    item: Item


class ItemsAnswer(PageAnswer):
    """A page of items, newest first within a label."""

    items: list[ItemAnswer]


class FoundAnswer(ItemAnswer):
    """An item that a search has found, with the reason."""

    score: float = Field(description="The sum of its weighted terms. It compares items of one search only.")
    terms: dict[str, float] = Field(description="What the score is made of, by name, without the weights.")
    reason: str = Field(description="The terms that weigh most, in words.")


class SearchAnswer(PageAnswer):
    """A page of what a search has found, best first."""

    items: list[FoundAnswer]


class RoundAnswer(Answer):
    """What one round has done."""

    messages: int = Field(description="The number of messages that it was the first to read.")
    rounded_to: str = Field(description="The last message that it has read.")
    changes: dict[str, int] = Field(description="The number of changes by name.", examples=[{"NewFact": 2}])
    lost: list[str] = Field(description="What of a model's answers was not kept, each with the reason.")


class RoundsAnswer(BaseModel):
    """The rounds that were done, in their order."""

    rounds: list[RoundAnswer] = Field(description="Empty if there was nothing to do.")


class Neighbour(BaseModel):
    """A node with an edge to or from the item."""

    id: str
    label: Label
    name: str = Field(description="A caption of at most 40 characters.")
    kind: Kind = Field(description="The edge's kind.")
    direction: Literal["out", "in"] = Field(description="out: from the item to its neighbour.")
    properties: EdgeProperties


class EdgeAnswer(Answer):
    """An edge from one node to another."""

    source: str = Field(description="The id of the node that it comes from.")
    kind: Kind
    target: str = Field(description="The id of the node that it leads to.")
    properties: EdgeProperties


class EdgesAnswer(BaseModel):
    """The edges of some items."""

    edges: list[EdgeAnswer] = Field(description="Each once; the newest 50 of each item, kind and direction.")


class ChangeAnswer(Answer):
    """An entry of the change log: what a change did, who made it, and why."""

    id: str
    kind: str = Field(description="Its name, such as MergeEntities; Undo for one that undid another.")
    what: str = Field(description="What it did, on one line.")
    why: str = Field(description="The given reason; may be empty.")
    author: str = Field(description="rules, model or caller.")
    archivist: str = Field(description="The archivist that proposed it; empty if unknown.")
    by: str = Field(description="Who made a caller's change: the name that was given, and the key's name.")
    prompt_version: str = Field(description="The version of the prompt that a model answered; empty for rules.")
    evidence: list[str] = Field(description="The ids of the messages that it is based on.")
    touched: list[str] = Field(description="The ids of nodes that it changed or linked, at most 200.")
    created_at: datetime
    round: str | None = Field(description="The last message that its round read; null outside of rounds.")
    undoes: str | None = Field(description="The change that this one undid.")
    undone_by: str | None = Field(description="The change that undid this one.")


class ChangesAnswer(PageAnswer):
    """A page of changes, newest first."""

    changes: list[ChangeAnswer]


class ChangedAnswer(Answer):
    """What a change by hand has done."""

    id: str = Field(description="The item that was made or changed.")
    changes: list[ChangeAnswer] = Field(description="Its entries in the change log; none if nothing had to change.")


class CallAnswer(Answer):
    """One request to a language model."""

    id: str
    purpose: str = Field(description="read, link, write or filter.")
    model: str
    outcome: str = Field(
        description="under_way, answered, bad_answer, busy, timed_out, unavailable, no_quota, no_access or refused."
    )
    prompt_version: str
    prompt_hash: str = Field(description="Equal for equal requests to the same model.")
    asked_by: str = Field(description="The owner of the round.")
    tokens_in: int
    tokens_out: int
    tokens_cached: int | None = Field(description="Of tokens_in; null if the provider does not say.")
    is_estimated: bool = Field(description="Whether the service has counted the tokens itself.")
    cost: Dollars = Field(description="US dollars; null if the price is unknown.")
    duration_ms: int
    error: str | None
    created_at: datetime


class CallsAnswer(PageAnswer):
    """A page of calls, newest first."""

    calls: list[CallAnswer]


class KeyAnswer(Answer):
    """A key. Only the answer that makes it has its text."""

    id: str = Field(description="Also a part of the key itself.")
    name: str
    scope: KeyScope = Field(validation_alias=AliasPath("rights", "scope"))
    spaces: list[str] | None = Field(validation_alias=AliasPath("rights", "spaces"), description="null: all.")
    created_at: datetime
    ends_at: datetime | None
    used_at: datetime | None = Field(description="Its last use, to the hour; null: never.")
    key: str | None = Field(
        default=None, description="What callers send after `Bearer`: once, when it is made. From then on null."
    )


class KeysAnswer(PageAnswer):
    """Keys, oldest first."""

    keys: list[KeyAnswer]


class CostLine(Taken):
    """The sum of the calls for one purpose by one model."""

    purpose: str
    model: str
    failed: int = Field(description="The number of calls without a usable answer.")
    tokens_cached: int = Field(description="Of tokens_in, as far as providers say.")
    calls_per_100_messages: float = 0.0


class HourAnswer(BaseModel):
    """What the current hour has cost, and its limits."""

    calls: int
    calls_max: int
    tokens: int
    tokens_max: int


class CostAnswer(BaseModel):
    """What models have cost in a space."""

    messages: int
    calls: int
    cost: Dollars = Field(description="US dollars; null if a price is unknown.")
    calls_per_100_messages: float
    lines: list[CostLine]
    hour: HourAnswer = Field(description="In this space.")
    hour_of_all: HourAnswer | None = Field(description="In all spaces; null for a key that opens only some.")


class JobAnswer(Answer):
    """The state of an import."""

    id: str
    state: JobState
    done: int = Field(description="How many of `total` are done: messages, or rows of an exported space.")
    total: int = Field(description="How much there is; 0 while it is not known.")
    error: str | None = Field(description="Why it failed.")
    result: dict[str, JsonValue] | None = Field(
        description="What it has added, once it is done: counts, and what of the file was left out."
    )


class JobsAnswer(PageAnswer):
    """A page of jobs."""

    jobs: list[JobAnswer] = Field(description="The jobs, the one that changed last first.")


class History(BaseModel):
    """The origin of an item, and what has changed it."""

    created_at: datetime | None
    updated_at: datetime | None
    sources: list[str] = Field(description="The ids of the messages and items that it was made from.")
    superseded_by: list[str]
    changes: list[ChangeAnswer] = Field(description="The changes of it, newest first, at most 50.")


class ItemDetail(ItemAnswer):
    """One item with its neighbours and its history."""

    item: Item | Conversation  # type: ignore[assignment]
    neighbours: list[Neighbour] = Field(description="The newest 50 of each kind and direction.")
    history: History
