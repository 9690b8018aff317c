"""The bodies of requests: checked here once, and turned into lines of chat."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from api.access_keys import KeyScope, Rights
from graph.changing.caller_verdicts import Feedback
from graph.errors import BadInput
from graph.forgetting.targets import Target
from graph.intake.recognise import BODY_CHARS_MAX, Line
from graph.text.analysis import is_blank
from graph.text.block_wrapper import without_own_blocks
from graph.values.changes import WHY_CHARS_MAX
from graph.values.items import DEFAULT_PROFILE, Clock, IntakeRule, Role

NAME_LENGTH_MAX = 200
SCENE_BYTES_MAX = 16 * 1024
MESSAGES_MAX = 10_000
REQUESTS_MINUTE_MAX = 1_000_000
"""A larger limit would limit nothing: no process answers that many."""

KEY_SPACES_MAX = 1000
PRESENT_MAX = 100
WORLD_TIME_MAX = 2.0**53
"""Floats cannot distinguish larger whole numbers."""

JOINERS = "\u200c\u200d"
"""Invisible, but part of words in Persian and Hindi, and of emoji."""

ROLES = {
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
    "narrator": Role.NARRATOR,
}
"""The roles of messages that are stored."""

INSTRUCTIONS = frozenset({"system", "developer"})
"""Roles of instructions for the assistant. They are not part of the conversation, so they are not stored."""


def wrong(expected: str, **field: object) -> PydanticCustomError:
    """A validation error that says what was expected. `field` is the field of a model that is wrong, with its value."""
    return PydanticCustomError("expected", "{expected}", {"expected": expected, "field": field})


def as_text(text: str) -> str:
    """The text, if it can be stored; a validation error if not."""
    if "\0" in text:
        raise wrong("text without NUL characters (\\u0000)")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise wrong("text without half surrogate pairs (a single \\ud800 to \\udfff)") from None
    return text


def _as_name(text: str) -> str:
    as_text(text)
    if any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in text):
        raise wrong("a name without control characters and line ends")
    return text


def _as_space_name(text: str) -> str:
    if "/" in text or text in (".", ".."):
        raise wrong("a name without '/', and not '.' or '..'")
    if any(unicodedata.category(c) == "Cf" and c not in JOINERS for c in text):
        raise wrong("a name without invisible characters, such as U+200B or U+202E")
    if text != text.strip():
        raise wrong("a name without blanks at the start or the end")
    return text


def _as_time(value: object) -> datetime:
    expected = "an ISO 8601 time with its zone, such as 2026-03-01T18:30:00Z or 2026-03-01T21:30:00+03:00"
    if not isinstance(value, str):
        raise wrong(expected)
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise wrong(expected)


def _as_scene(scene: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
    if len(json.dumps(scene, ensure_ascii=False).encode()) > SCENE_BYTES_MAX:
        raise wrong(f"at most {SCENE_BYTES_MAX:,} bytes of JSON")
    return scene


def _content_kind(value: object) -> str | None:
    match value:
        case None:
            return "as nothing"
        case str():
            return "as text"
        case list():
            return "as parts"
    return None


Text = Annotated[str, Field(strict=True), AfterValidator(as_text)]
Name = Annotated[str, Field(strict=True, max_length=NAME_LENGTH_MAX), AfterValidator(_as_name)]
Id = Annotated[str, Field(strict=True, min_length=1, max_length=NAME_LENGTH_MAX), AfterValidator(_as_name)]
SpaceName = Annotated[Id, AfterValidator(_as_space_name)]
Time = Annotated[datetime, BeforeValidator(_as_time), WithJsonSchema({"type": "string", "format": "date-time"})]


class Body(BaseModel):
    """The base of bodies: unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SpaceBody(Body):
    """A space to make."""

    name: SpaceName = Field(description="1 to 200 characters without `/` and control characters.", examples=["ada"])
    profile: Id = Field(
        default=DEFAULT_PROFILE,
        description="What kind of memory it is. It cannot be changed later.",
        examples=[DEFAULT_PROFILE],
    )
    clock: Literal["wall", "world"] | None = Field(
        default=None,
        description="What gaps are measured on: real time, or a game's own (`world_time`). Left out: the profile's.",
    )
    gap: Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)] | None = Field(
        default=None,
        description="The silence that starts a new conversation: seconds, or units of the world clock. null: "
        "silence never does. Left out: the profile's gap (of the assistant, the setting `gap_seconds`). Required if "
        "the clock is not the profile's.",
        examples=[21600],
    )
    splits_on_joining: Annotated[bool, Field(strict=True)] | None = Field(
        default=None,
        description="true: a new conversation also begins when somebody joins the talk. Left out: the profile's.",
    )

    @property
    def is_gap_given(self) -> bool:
        """Whether the gap was sent, even as null."""
        return "gap" in self.model_fields_set

    def intake(self, usual: IntakeRule) -> IntakeRule:
        """A profile's rule, changed by what was sent. Raises BadInput for another clock without a gap."""
        clock = usual.clock if self.clock is None else Clock(self.clock)
        if clock is not usual.clock and not self.is_gap_given:
            raise BadInput(
                f"space {self.name!r} has no gap, expected one in units of the {clock} clock, or null for none: "
                f"the gap of the profile {self.profile!r} is measured on the {usual.clock} clock"
            )
        splits = usual.splits_on_joining if self.splits_on_joining is None else self.splits_on_joining
        return replace(usual, clock=clock, gap=self.gap if self.is_gap_given else usual.gap, splits_on_joining=splits)


class ForgetBody(Body):
    """What is to be forgotten: exactly one kind of target. `since` and `until` are one kind."""

    messages: tuple[Id, ...] = Field(default=(), max_length=MESSAGES_MAX, description="Ids of messages.")
    conversation: Id | None = Field(default=None, description="The id of a conversation.")
    chat: Name | None = Field(default=None, description="All messages of a chat.")
    person: Name | None = Field(
        default=None, description="A name, or an entity's id: all that this person said, and all that was said of them."
    )
    since: Time | None = Field(default=None, description="Messages that were sent from this time on.")
    until: Time | None = Field(default=None, description="Messages that were sent before this time.")
    dry_run: bool = Field(default=False, description="Only say what would go.")

    def target(self) -> Target:
        """The target that is named. Raises BadInput unless it is of one kind."""
        return Target(**self.model_dump(exclude={"dry_run"}))


class KeyBody(Body):
    """A key to make."""

    name: Id = Field(min_length=1, description="For people: what it is used for.", examples=["notes app"])
    scope: KeyScope = Field(description="What it may do: `write` includes `read`, `admin` includes both.")
    spaces: Annotated[tuple[SpaceName, ...], Field(min_length=1, max_length=KEY_SPACES_MAX)] | None = Field(
        description="The spaces that it opens, which need not be there yet; null: all.", examples=[["ada"]]
    )
    ends_at: Time | None = Field(default=None, description="When it stops working; null: never.")
    requests_minute_max: Annotated[int, Field(strict=True, ge=1, le=REQUESTS_MINUTE_MAX)] | None = Field(
        default=None, description="How many requests a minute each service process takes; null: no limit."
    )

    @property
    def rights(self) -> Rights:
        """What the key may do, and where."""
        spaces = None if self.spaces is None else tuple(dict.fromkeys(self.spaces))
        return Rights(self.scope, spaces, self.requests_minute_max)


class SpaceChange(Body):
    """What can be changed about a space. Fields that are left out stay as they are."""

    paused: Annotated[bool, Field(strict=True)] = Field(
        default=False,
        description="true: no rounds are done. Messages that arrive meanwhile are read only on request.",
    )
    round_messages: Annotated[int, Field(strict=True, ge=0, le=1000)] = Field(
        default=0,
        description="How many new messages make a round due; a game's interaction is two. 0: the profile's number.",
    )
    unused_days: Annotated[int, Field(strict=True, ge=0, le=100_000)] = Field(
        default=0,
        description="Rounds drop significant memories that no block has shown for this many days and that are worth "
        "too little by themselves; promises and goals stay. 0: never.",
    )
    tries_out: Annotated[bool, Field(strict=True)] = Field(
        default=True,
        description="false: no place of a block goes to an item that was never judged. Weights are still learned.",
    )

    @model_validator(mode="after")
    def _check_any(self) -> Self:
        if not self.model_fields_set:
            raise wrong(f"at least one of {', '.join(type(self).model_fields)}")
        return self


class ContentPart(BaseModel):
    """One part of a message in OpenAI's format. Only text is stored, whatever the type (`text`, `input_text`)."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Name = Field(examples=["text"])
    text: Text | None = None

    @model_validator(mode="after")
    def _check_text(self) -> Self:
        if self.type == "text" and self.text is None:
            raise wrong("a field text, since type is 'text'")
        return self


Content = Annotated[
    Annotated[Text, Tag("as text")]
    | Annotated[list[ContentPart], Tag("as parts")]
    | Annotated[None, Tag("as nothing")],
    Discriminator(
        _content_kind,
        custom_error_type="content",
        custom_error_message="text, a list of parts such as {type: 'text', text: '…'}, or null",
    ),
]


SceneValue = Annotated[
    Annotated[Text, Tag("as text")] | Annotated[list[Text], Tag("as parts")],
    Discriminator(
        _content_kind, custom_error_type="scene", custom_error_message="text, or a list of texts such as ['Mirela']"
    ),
]


class MessageBody(Body):
    """One message in OpenAI's chat format, with a time and a sender."""

    role: Literal["user", "assistant", "tool", "function", "narrator", "system", "developer"] = Field(
        description="`system` and `developer` are accepted but not stored: they are not part of the conversation."
    )
    content: Content = Field(
        default=None,
        description="The text, or OpenAI's list of parts. A message without text is accepted but not stored.",
    )
    sender: Name | None = Field(default=None, description="The speaker's name.", examples=["Ada"])
    name: Name | None = Field(default=None, description="OpenAI's name for `sender`.")
    id: Id | None = Field(default=None, description="Your own id for this message, by which it is recognised.")
    sent_at: Time | None = Field(default=None, description="ISO 8601 with a time zone. Default: the time of arrival.")
    world_time: (
        Annotated[float, Field(strict=True, ge=-WORLD_TIME_MAX, le=WORLD_TIME_MAX, allow_inf_nan=False)] | None
    ) = Field(default=None, description="The time on the game's own clock, in any unit.")
    present: Annotated[list[Name], Field(max_length=PRESENT_MAX)] | None = Field(
        default=None,
        description="For profiles that record who has heard what: the names of all who hear this message, even if they "
        "do not speak. It holds until a later message of the conversation says otherwise; a speaker is always "
        "present. Left out: the first two speakers hear all from the beginning, others from their first message on.",
        examples=[["Mirela", "Osric"]],
    )
    tool_calls: JsonValue = Field(default=None, description="Accepted but not stored, like the next five fields.")
    tool_call_id: JsonValue = None
    function_call: JsonValue = None
    refusal: JsonValue = None
    annotations: JsonValue = None
    audio: JsonValue = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.sender and self.name and self.sender != self.name:
            raise wrong("sender or name, or equal values for both")
        if len(self.text) > BODY_CHARS_MAX:
            expected = f"at most {BODY_CHARS_MAX:,} characters; send it in several messages"
            raise wrong(expected, content=self.text)
        return self

    @property
    def text(self) -> str:
        """The text of all parts."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.text)
        return self.content or ""

    @property
    def line(self) -> Line | None:
        """The message as a line of chat; None if it is not stored."""
        role, text = ROLES.get(self.role), self.text
        if role is None or is_blank(without_own_blocks(text)):
            return None
        return Line(
            role=role,
            body=text,
            sender=self.sender or self.name or "",
            sent_at=self.sent_at,
            world_time=self.world_time,
            external_id=self.id,
            present=None if self.present is None else tuple(self.present),
        )


EXAMPLE_MESSAGES: list[JsonValue] = [
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."},
    {"role": "assistant", "content": "Noted. Shall I look for trains to Izmir?"},
]


class MessagesBody(Body):
    """Messages of one chat, oldest first. You may send the whole history each time."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"chat": "main", "messages": EXAMPLE_MESSAGES}]})

    chat: Name = Field(default="", description="Your own name for the chat, if the space has several.")
    messages: list[MessageBody] = Field(min_length=1, max_length=MESSAGES_MAX)


class TurnBody(Body):
    """A turn: new messages, what the assistant sees without the block, and the size of the block."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"chat": "main", "messages": EXAMPLE_MESSAGES, "visible": 2, "budget_tokens": 1024}]
        }
    )

    chat: Name = Field(default="", description="Your own name for the chat, if the space has several.")
    messages: list[MessageBody] = Field(
        default=[], max_length=MESSAGES_MAX, description="Oldest first. Optional if there is a `query`."
    )
    visible: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        default=None,
        description="How many of the chat's last messages the assistant sees without the block. Default: those sent.",
    )
    query: Annotated[str, Field(strict=True, min_length=1), AfterValidator(as_text)] | None = Field(
        default=None, description="The question that the block is for. Default: the text of the last message."
    )
    budget_tokens: Annotated[int, Field(strict=True, ge=64, le=1_000_000)] | None = Field(
        default=None, description="The size of the block. Default: the setting `budget_tokens`."
    )
    record: Annotated[bool, Field(strict=True)] = Field(
        default=True, description="false only reads: neither the messages nor the block are stored."
    )
    scene: Annotated[dict[Id, SceneValue], AfterValidator(_as_scene)] = Field(
        default={},
        description="The present situation, for profiles that use it (the assistant does not); at most 16 KiB. It is "
        "stored with the last message.",
        examples=[{"place": "the harbour", "present": ["Mirela", "Dragos"]}],
    )
    prompt_tokens: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        default=None,
        description="How long your own prompt is, for profiles whose budget covers the whole prompt (the "
        "assistant's does not). Default: the part of the budget that the profile leaves for it.",
    )
    character: Id | None = Field(
        default=None,
        description="Show only what this participant has heard. Default: show what anybody has heard.",
        examples=["Lynly Star-Sung"],
    )

    @model_validator(mode="after")
    def _check_question(self) -> Self:
        if not self.messages and self.query is None:
            raise wrong("at least one message, or a query")
        return self


class DraftBody(Body):
    """What the assistant is about to answer."""

    draft: Annotated[
        str,
        Field(strict=True, min_length=1, max_length=BODY_CHARS_MAX, description="The reply, before it is sent."),
        AfterValidator(as_text),
    ]
    is_judged: bool = Field(
        default=True,
        strict=True,
        description="Whether a model may be asked about a draft above the gate. If not, or if there is no model, every "
        "such draft gets its second try.",
    )


class VerdictsBody(Body):
    """How useful a block was: which items the reply used and which misled it, or a thumb for the whole block."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"used": ["f00000012", "m00000003"]}]})

    used: Annotated[list[Id], Field(max_length=MESSAGES_MAX)] | None = Field(
        default=None, description="Ids of the block's items that the reply used; all others count as unused."
    )
    harmful: list[Id] = Field(
        default=[], max_length=MESSAGES_MAX, description="Ids of items that misled the reply, or were corrected."
    )
    thumbs: Literal["up", "down"] | None = Field(
        default=None, description="Instead of items. up: the three most relevant helped; down: none helped."
    )
    why: Annotated[Text, Field(max_length=WHY_CHARS_MAX)] = Field(default="", description="Kept with the change.")

    @property
    def feedback(self) -> Feedback:
        """These verdicts as a value. Raises BadInput unless they name either items or a thumb."""
        is_good = None if self.thumbs is None else self.thumbs == "up"
        return Feedback(used=self.used, harmful=self.harmful, is_good=is_good)


class WeightsBody(Body):
    """Whether rounds learn weights from verdicts."""

    learn: Annotated[bool, Field(strict=True)] = Field(
        description="false puts the default weights back and keeps them; true lets rounds learn again."
    )


def lines_of(messages: Sequence[MessageBody]) -> dict[int, Line]:
    """The messages to store, by their places in the request. Instructions and empty replies are left out."""
    return {place: line for place, message in enumerate(messages) if (line := message.line) is not None}
