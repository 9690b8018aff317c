"""The bodies of requests with messages: what programs send, checked here once, and turned into lines of chat."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from api.http.attachments import attachment_of, line_of
from api.http.bodies import MESSAGES_MAX, STORABLE, Body, Id, Name, OwnTime, Time, wrong
from api.http.problems import in_words
from api.http.side_requests import is_side_request
from graph.intake.recognise import BODY_CHARS_MAX, Line
from graph.text.analysis import is_blank, storable
from graph.text.block_wrapper import without_own_blocks, without_reasoning
from graph.values.items import Role

LEVELS_MAX = 4
"""A result of a tool is a part with parts. What is nested deeper is no text of a message."""

SPOKEN = {
    **{"human": "user", "ai": "assistant", "model": "assistant"},  # as LangChain and Gemini name them
    # OpenAI's responses have items without a role.
    **{"function_call": "tool", "function_call_output": "tool", "reasoning": "assistant"},
}
"""Roles under other names."""

THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
CALLS = ("tool_use", "server_tool_use", "mcp_tool_use", "function_call", "tool-call")
RESULTS = ("tool_result", "mcp_tool_result", "function_call_output", "tool-result")
ATTACHED = ("attachments", "files", "experimental_attachments")
"""Where chat programs keep pictures and files beside the content."""

READ = frozenset({"parts", "output", "type", "tool_calls", "function_call", "refusal", "audio", *ATTACHED})
"""Fields of a message that `plain` reads, besides those of our own."""


def plain(message: Mapping[str, object]) -> dict[str, object]:
    """The message with its words as its `content`, and its pictures and files as `attachments`.

    What only calls tools is the tools' line, with their names. A content that is no text, part or list of parts stays
    as it is.
    """
    kind = message.get("role", message.get("type"))
    role = SPOKEN.get(kind, kind) if isinstance(kind, str) else kind
    content = next((message[name] for name in ("content", "parts", "output") if message.get(name) is not None), None)
    told = {**message} if role is None else {**message, "role": role}
    if not isinstance(content, str | list | dict | None):
        return told
    parts = content if isinstance(content, list) else [content]
    said = [part for part in parts if not is_part(part, RESULTS)]
    listed = [each for name in ATTACHED if isinstance(held := message.get(name), list) for each in held]
    beside = [each for part in listed if (each := attachment_of(part, is_listed=True))]
    words = "\n".join(filter(None, (words_of(said), *map(line_of, beside))))
    words = words or words_of([message.get("refusal"), message.get("audio")])
    attached = [each for part in parts if not _text_of(part) and (each := attachment_of(part))] + beside
    calls = [name for name in map(_called, (message, message.get("function_call"), *_calls_in(message, said))) if name]
    if is_blank(words) and len(said) < len(parts):
        told["role"], words = "tool", words_of(parts)
    elif is_blank(words) and calls:
        told["role"], words = "tool", ", ".join(f"{name}()" for name in calls)
    elif is_blank(words) and attached:
        words = " ".join(f"[{each['kind']}]" for each in attached)
    if attached:
        told["attachments"] = attached
    return told | ({"content": words} if "content" in message or words else {})


def words_of(content: object, levels: int = LEVELS_MAX) -> str:
    """The words of a text, a part or parts: of a picture or a file what is said of it. Thoughts and calls have none."""
    if text := _text_of(content):
        return text
    match content:
        case list() if levels:
            return "\n".join(filter(None, (words_of(part, levels - 1) for part in content)))
        case {"type": kind} if kind in THOUGHTS:
            return ""
        case {"content": inner} | {"output": inner} | {"result": inner} if levels and is_part(content, RESULTS):
            return words_of(inner, levels - 1)
    attached = attachment_of(content)
    return line_of(attached) if attached else ""


def _text_of(part: object) -> str:
    match part:
        case str():
            return part
        case {"type": kind} if kind in THOUGHTS:
            return ""
        case (
            {"text": str(text)}
            | {"text": {"value": str(text)}}
            | {"refusal": str(text)}
            | {"transcript": str(text)}
            | {"value": str(text)}
        ):
            return text
    return ""


def _calls_in(message: Mapping[str, object], parts: list[object]) -> list[object]:
    listed = message.get("tool_calls")
    return [*(listed if isinstance(listed, list) else ()), *(part for part in parts if is_part(part, CALLS))]


def _called(call: object) -> str:
    """The name of the tool that is called; empty for what calls none."""
    match call:
        case {"function": {"name": str(name)}} | {"functionCall": {"name": str(name)}} | {"toolName": str(name)}:
            return name
        case {"name": str(name)} if not isinstance(call, Mapping) or "role" not in call:
            return name
    return ""


def is_part(part: object, kinds: tuple[str, ...]) -> bool:
    """Whether it is a part of one of these kinds."""
    return isinstance(part, Mapping) and part.get("type") in kinds


SCENE_BYTES_MAX = 16 * 1024
PRESENT_MAX = 100
WORLD_TIME_MAX = 2.0**53
"""Floats cannot distinguish larger whole numbers."""

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


def _as_content(value: object) -> object:
    """What `plain` has made of it; a validation error for what is no content."""
    if value is None or isinstance(value, str):
        return value
    raise wrong("text, a list of parts such as {type: 'text', text: '…'}, or null")


def _as_scene(scene: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
    if len(json.dumps(scene, ensure_ascii=False).encode()) > SCENE_BYTES_MAX:
        raise wrong(f"at most {SCENE_BYTES_MAX:,} bytes of JSON")
    return scene


def _as_scene_value(value: object) -> object:
    match value:
        case str():
            return storable(value)
        case [*texts] if all(isinstance(text, str) for text in texts):
            return [storable(str(text)) for text in texts]
    raise wrong("text, or a list of texts such as ['Mirela']")


Content = Annotated[
    str | None,
    BeforeValidator(_as_content),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "object", "examples": [{"type": "text", "text": "Hello."}]}},
                {"type": "null"},
            ]
        }
    ),
]


SceneValue = Annotated[str | list[str], BeforeValidator(_as_scene_value)]


Remember = Annotated[
    bool,
    Field(
        strict=True,
        description="false: only blocks of its own chat show it, and it is forgotten when its conversation is over. So "
        "is the reply to it.",
    ),
]


class MessageBody(Body):
    """One message in OpenAI's chat format, with a time and a sender. Fields that memory does not read are ignored.

    Messages in the format of OpenAI's responses, of Anthropic, Gemini and LangChain are read too.
    """

    model_config = ConfigDict(extra="ignore")
    role: Literal["user", "assistant", "tool", "function", "narrator", "system", "developer"] = Field(
        description="`system` and `developer` are accepted but not stored: they are not part of the conversation."
    )
    content: Content = Field(
        default=None,
        description="The text, or a list of parts. Tools that it calls are stored by their names, and their results by "
        "their text; a message without either is accepted but not stored.",
    )
    sender: Name | None = Field(default=None, description="The speaker's name.", examples=["Ada"])
    name: Name | None = Field(default=None, description="OpenAI's name for `sender`.")
    id: Id | None = Field(default=None, description="Your own id for this message, by which it is recognised.")
    replaces: Id | None = Field(
        default=None,
        description="The message of this chat that it is another text of: your own id for it, or ours. What that "
        "one said is kept, but neither read, searched nor shown any more. Names of messages not stored are ignored.",
    )
    sent_at: OwnTime | None = Field(
        default=None,
        description="ISO 8601 with a time zone: the speaker's, if it is not UTC. Default: the time of arrival.",
    )
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

    attachments: SkipJsonSchema[list[dict[str, str]]] = Field(default=[], exclude=True)  # as `plain` found them
    expires_at: Time | None = Field(
        default=None, description="When it is forgotten, with all that was made from it. Default: never."
    )
    remember: Remember = True

    ignored: SkipJsonSchema[tuple[str, ...]] = Field(default=(), exclude=True)
    is_replaced: SkipJsonSchema[bool] = Field(default=False, exclude=True)  # what no store takes
    refused: SkipJsonSchema[str] = Field(default="", exclude=True)  # why it is no message, if those are skipped

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, sent: object, read: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(sent, dict):
            return read(sent)
        told = plain(sent)
        texts = {name: text for name in ("content", "sender", "name") if isinstance(text := told.get(name), str)}
        kept = {name: storable(text) for name, text in texts.items()}
        ignored = [str(name) for name in sent if name not in READ and name not in cls.model_fields]
        return read(told | kept | {"ignored": ignored, "is_replaced": kept != texts, "refused": ""})

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.sender and self.name and self.sender != self.name:
            raise wrong("sender or name, or equal values for both")
        if len(self.content or "") > BODY_CHARS_MAX:
            expected = f"at most {BODY_CHARS_MAX:,} characters; send it in several messages"
            raise wrong(expected, content=self.content)
        return self

    @classmethod
    def skipping(cls, sent: object) -> Self:
        """The message, or one that is not stored and says what is wrong with it."""
        try:
            return cls.model_validate(sent)
        except ValidationError as error:
            first = error.errors()[0]
            return cls.model_construct(role="system", refused=in_words({**first, "loc": ("body", *first["loc"])}))

    @property
    def not_stored(self) -> str:
        """Why it is not stored; empty if it is."""
        text = self.content or ""
        if self.refused:
            return self.refused
        if self.role in INSTRUCTIONS:
            return "instructions are not stored"
        if is_blank(text) or is_blank(without_own_blocks(text)):
            return "it has no content" if self.content is None else "it has no text of its own"
        if ROLES[self.role] is Role.ASSISTANT and is_blank(without_reasoning(text)[0]):
            return "it is reasoning, and says nothing yet"
        if ROLES[self.role] is Role.USER and is_side_request(text):
            return "a chat program's request for itself, such as one for a title"
        return ""

    @property
    def line(self) -> Line | None:
        """The message as a line of chat; None if it is not stored."""
        if self.not_stored or self.content is None:
            return None
        return Line(
            role=ROLES[self.role],
            body=self.content,
            sender=self.sender or self.name or "",
            sent_at=self.sent_at,
            world_time=self.world_time,
            external_id=self.id,
            replaces=self.replaces,
            present=None if self.present is None else tuple(self.present),
            extra=json.dumps({"attachments": self.attachments}, ensure_ascii=False) if self.attachments else None,
            expires_at=self.expires_at,
            is_remembered=self.remember,
        )


def _skipping(sent: object, read: ValidatorFunctionWrapHandler, info: ValidationInfo) -> object:
    if isinstance(sent, list) and info.data.get("skip_invalid"):
        return read([MessageBody.skipping(each) for each in sent])
    return read(sent)


SkipInvalid = Annotated[
    bool,
    Field(strict=True, description="true: messages that are refused are left out and listed; the rest is stored."),
]
Messages = Annotated[list[MessageBody], WrapValidator(_skipping)]


EXAMPLE_MESSAGES: list[JsonValue] = [
    {"role": "user", "sender": "Ada", "content": "My sister Nil moved to Izmir in March."},
    {"role": "assistant", "content": "Noted. Shall I look for trains to Izmir?"},
]


class SentBody(Body):
    """What requests with messages of a chat have in common."""

    chat: Name = Field(default="", description="Your own name for the chat, if the space has several.")
    remember: Remember = True
    alone: Annotated[bool, Field(strict=True)] = Field(
        default=False,
        description="true: the messages serve only this chat. Rounds do not read them, and no other chat's block, no "
        "search and no recall shows them. Send it with each request of the chat.",
    )
    skip_invalid: SkipInvalid = False
    messages: Messages

    @property
    def lines(self) -> tuple[Line, ...]:
        """The messages that are stored, as lines of chat."""
        lines = (line for message in self.messages if (line := message.line) is not None)
        return tuple(
            replace(line, is_alone=self.alone, is_remembered=line.is_remembered and self.remember) for line in lines
        )


class MessagesBody(SentBody):
    """Messages of one chat, oldest first. You may send the whole history each time."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"chat": "main", "messages": EXAMPLE_MESSAGES}]})

    messages: Messages = Field(min_length=1, max_length=MESSAGES_MAX)


class TurnBody(SentBody):
    """A turn: new messages, what the assistant sees without the block, and the size of the block."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"chat": "main", "messages": EXAMPLE_MESSAGES, "visible": 2, "budget_tokens": 1024}]
        }
    )

    messages: Messages = Field(
        default=[], max_length=MESSAGES_MAX, description="Oldest first. Optional if there is a `query`."
    )
    visible: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        default=None,
        description="How many of the chat's last messages the assistant sees without the block. Default: those sent.",
    )
    query: Annotated[str, Field(strict=True, min_length=1), STORABLE] | None = Field(
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
