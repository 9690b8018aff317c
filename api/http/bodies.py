"""The bodies of requests: checked here once, and turned into lines of chat."""

import unicodedata
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError

from api.access_keys import KeyScope, Rights
from graph.changing.caller_verdicts import Feedback
from graph.errors import BadInput
from graph.forgetting.targets import Target
from graph.intake.recognise import BODY_CHARS_MAX
from graph.text.analysis import is_blank, storable
from graph.values.changes import WHY_CHARS_MAX
from graph.values.items import DEFAULT_PROFILE, Clock, IntakeRule, Space
from graph.values.sizes import Sizes
from graph.values.speaker_clock import zone_named

NAME_LENGTH_MAX = 200
MESSAGES_MAX = 10_000
KEY_SPACES_MAX = 1000

JOINERS = "\u200c\u200d"
"""Invisible, but part of words in Persian and Hindi, and of emoji."""


def wrong(expected: str, **field: object) -> PydanticCustomError:
    """A validation error that says what was expected. `field` is the field of a model that is wrong, with its value."""
    return PydanticCustomError("expected", "{expected}", {"expected": expected, "field": field})


def _as_storable(value: object) -> object:
    return storable(value) if isinstance(value, str) else value


STORABLE = BeforeValidator(_as_storable)
"""For texts: characters that no store takes are replaced."""


def as_visible(text: str) -> str:
    """The text. A validation error if nothing of it can be seen."""
    if is_blank(text):
        raise wrong("at least one visible character")
    return text


def _as_id(value: object) -> object:
    """The value as it is: what is changed would be another key."""
    if value != _as_storable(value):
        raise wrong("text without NUL characters and half surrogate pairs (\\u0000, or a single \\ud800 to \\udfff)")
    return value


def _as_name(text: str) -> str:
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


def _as_own_time(value: object) -> datetime:
    expected = "an ISO 8601 time with its zone, such as 2026-03-01T18:30:00Z or 2026-03-01T21:30:00+03:00"
    if not isinstance(value, str):
        raise wrong(expected)
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is not None and at.astimezone(UTC):
            return at
    except (ValueError, OverflowError):
        pass
    raise wrong(expected)


def _as_time(value: object) -> datetime:
    return _as_own_time(value).astimezone(UTC)


def _as_zone(name: str) -> str:
    try:
        return zone_named(name).key
    except BadInput as error:
        raise wrong("an IANA time zone, such as Europe/Istanbul") from error


Text = Annotated[str, Field(strict=True), STORABLE]
Name = Annotated[str, Field(strict=True, max_length=NAME_LENGTH_MAX), AfterValidator(_as_name), STORABLE]
Id = Annotated[
    str,
    Field(strict=True, min_length=1, max_length=NAME_LENGTH_MAX),
    AfterValidator(_as_name),
    BeforeValidator(_as_id),
]
SpaceName = Annotated[Id, AfterValidator(_as_space_name)]
Time = Annotated[datetime, BeforeValidator(_as_time), WithJsonSchema({"type": "string", "format": "date-time"})]

OwnTime = Annotated[datetime, BeforeValidator(_as_own_time), WithJsonSchema({"type": "string", "format": "date-time"})]
Zone = Annotated[Id, AfterValidator(_as_zone)]
Gap = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]

_SIZES: JsonSchemaValue = {
    each.name: {"type": "integer", "maximum": each.metadata["most"], "description": each.metadata["told"]}
    for each in fields(Sizes)
}
SizesGiven = Annotated[
    dict[str, Annotated[int, Field(strict=True)]],
    Field(description="How much it keeps, tells at once and shows. 0, or left out: the number of its profile."),
    WithJsonSchema({"type": "object", "properties": _SIZES, "additionalProperties": False}),
]


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
    gap: Gap | None = Field(
        default=None,
        description="The silence that starts a new conversation: seconds, or units of the world clock. null: "
        "silence never does. Left out: the profile's gap. Required if the clock is not the profile's.",
        examples=[21600],
    )
    splits_on_joining: Annotated[bool, Field(strict=True)] | None = Field(
        default=None,
        description="true: a new conversation also begins when somebody joins the talk. Left out: the profile's.",
    )
    zone: Zone | None = Field(
        default=None,
        description="The IANA time zone of those who speak: it tells which day is `yesterday`. For a message whose "
        "`sent_at` has another offset than UTC, that one counts. Left out: UTC.",
        examples=["Europe/Istanbul"],
    )

    sizes: SizesGiven = {}

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
        gap = self.gap if self.is_gap_given else usual.gap
        return replace(usual, clock=clock, gap=gap, splits_on_joining=splits, zone=self.zone or usual.zone)


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

    @property
    def rights(self) -> Rights:
        """What the key may do, and where."""
        spaces = None if self.spaces is None else tuple(dict.fromkeys(self.spaces))
        return Rights(self.scope, spaces)


class SpaceChange(Body):
    """What can be changed about a space. Fields that are left out stay as they are."""

    paused: Annotated[bool, Field(strict=True)] = Field(
        default=False,
        description="true: no rounds are done. Messages that arrive meanwhile are read only on request.",
    )
    sizes: SizesGiven = {}
    gap: Gap | None = Field(
        default=None,
        description="The silence that starts a new conversation from now on: seconds, or units of the world clock. "
        "null: silence never does.",
    )
    tries_out: Annotated[bool, Field(strict=True)] = Field(
        default=True,
        description="false: no place of a block goes to an item that was never judged. Weights are still learned.",
    )
    zone: Zone = Field(
        default="UTC", description="The time zone of those who speak, for messages that come from now on."
    )

    def applied(self, space: Space) -> Space:
        """The space with what was sent."""
        given = self.model_dump(exclude_unset=True)
        intake = {name: given.pop(name) for name in ("zone", "gap") if name in given}
        sizes = space.sizes.changed(given.pop("sizes", {}))
        return replace(space, intake=replace(space.intake, **intake), sizes=sizes, **given)

    @model_validator(mode="after")
    def _check_any(self) -> Self:
        if not self.model_fields_set:
            raise wrong(f"at least one of {', '.join(type(self).model_fields)}")
        return self


class DraftBody(Body):
    """What the assistant is about to answer."""

    draft: Annotated[
        str,
        Field(strict=True, min_length=1, max_length=BODY_CHARS_MAX, description="The reply, before it is sent."),
        STORABLE,
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
