"""The body of a chat in one of three formats: what is remembered of it, and the same bytes with a block put in."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from pydantic import ValidationError

from api.http.message_bodies import INSTRUCTIONS, RESULTS, MessageBody, is_part, words_of
from api.http.side_requests import is_side_request
from graph.errors import BadInput
from graph.intake.recognise import Line
from graph.values.items import Role

Placement = Literal["user", "system"]

OURS = ("sender", "sent_at", "world_time", "id", "present")
"""Fields that mean something to our own routes only."""

_BLANKS = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class ChatFormat:
    """Where a format has what was said, and where instructions that are no message."""

    messages: str
    instructions: str | None  # None: instructions are messages
    is_kept: bool = False  # whether the upstream keeps the messages, but not the instructions, for the next turn


CHAT = ChatFormat("messages", None)
RESPONSES = ChatFormat("input", "instructions", is_kept=True)
ANTHROPIC = ChatFormat("messages", "system")


@dataclass(frozen=True)
class ChatBody:
    """A body that has messages. What is not understood in it is passed on as it came."""

    format: ChatFormat
    text: str
    fields: Mapping[object, tuple[object, int]]  # each value with its place in the text
    messages: tuple[tuple[object, int], ...]  # the same of messages
    end: int  # the place of the bracket that closes the list of messages

    @classmethod
    def of(cls, body: bytes, format: ChatFormat = CHAT) -> Self | None:
        """The body; None if it is not an object with a list of messages. The upstream refuses those."""
        try:
            text = body.decode()
            fields = {key: (value, place) for key, value, place in _values(text, _skip(text, 0), "{")}
            said, place = fields[format.messages]
            if format.is_kept and isinstance(said, str):
                return cls(format, text, fields, (({"role": "user", "content": said}, place),), place)
            messages = tuple((value, at) for _, value, at in _values(text, place, "["))
            return cls(format, text, fields, messages, _end(text, place) - 1)
        except (ValueError, LookupError, RecursionError):
            return None

    @cached_property
    def bodies(self) -> tuple[MessageBody | None, ...]:
        """Each message as our own routes read it; None for what they would refuse."""
        return tuple(_body_of(message) for message, _ in self.messages)

    @cached_property
    def said(self) -> tuple[Line | None, ...]:
        """Each message as it is stored; None for what is not."""
        return tuple(_line_of(body) for body in self.bodies)

    @property
    def replaced_count(self) -> int:
        """How many of its messages have characters that no store takes."""
        return sum(body.is_replaced for body in self.bodies if body is not None)

    @property
    def is_side_request(self) -> bool:
        """Whether a chat program asks this for itself: its last message says so, or one of its instructions."""
        told = [body for body in self.bodies if body is not None]
        asking = [body.content or "" for body in told if body.role in INSTRUCTIONS or body is told[-1]]
        return any(map(is_side_request, [*asking, words_of(self.value(self.format.instructions))]))

    @property
    def is_continued(self) -> bool:
        """Whether the upstream keeps the chat, and the body has only what is new."""
        return self.format.is_kept and bool(self.value("previous_response_id") or self.value("conversation"))

    def value(self, name: str | None) -> object:
        """The value of a field; None without it."""
        return self.fields.get(name, (None, 0))[0]

    def with_block(self, block: str, placement: Placement) -> bytes:
        """The body with the block in it; everything else stays as it is, byte for byte.

        `user`: before the words of the last user message. `system`: after the instructions. If nobody asks in words, or
        if the upstream would keep the block with the message, it is an instruction, too.
        """
        users = [number for number, (message, _) in enumerate(self.messages) if _is_asking(message)]
        if placement == "user" and users and not self.format.is_kept:
            number = users[-1]
            if (inside := self._words_of(number)) is not None:
                place, is_list = inside
                part = json.dumps({"type": "text", "text": block})
                return self._with(place, f"{part}," if is_list else json.dumps(f"{block}\n")[1:-1])
        elif self.format.instructions is None:
            roles = [_role_of(message) for message, _ in self.messages]
            number = next((number for number, role in enumerate(roles) if role not in INSTRUCTIONS), len(roles))
        if self.format.instructions is not None:
            return self._instructed(self.format.instructions, block)
        message = json.dumps({"role": "system", "content": block})
        if number < len(self.messages):
            return self._with(self.messages[number][1], f"{message},")
        return self._with(self.end, f",{message}" if self.messages else message)

    def _instructed(self, name: str, block: str) -> bytes:
        """The block after the instructions in this field."""
        value, at = self.fields.get(name, (None, -1))
        match value:
            case str():
                return self._with(_end(self.text, at) - 1, json.dumps(f"\n\n{block}" if value else block)[1:-1])
            case [*parts]:
                part = json.dumps({"type": "text", "text": block})
                return self._with(_end(self.text, at) - 1, f",{part}" if parts else part)
            case None if at < 0:
                # There are messages, so another field follows.
                return self._with(_skip(self.text, 0) + 1, f"{json.dumps(name)}:{json.dumps(block)},")
            case None:
                return f"{self.text[:at]}{json.dumps(block)}{self.text[_end(self.text, at) :]}".encode()
        return self.text.encode()

    def _words_of(self, number: int) -> tuple[int, bool] | None:
        """Where the words of a message begin, and whether in a list of parts; None if it has none.

        Results of tools stay the first parts: Anthropic refuses them behind others.
        """
        _, place = self.messages[number]
        contents = [(value, at) for key, value, at in _values(self.text, place, "{") if key == "content"]
        match contents[-1:]:
            case [(str(), at)]:
                return at + 1, False
            case [([*_], at)]:
                places = [place for _, part, place in _values(self.text, at, "[") if not is_part(part, RESULTS)]
                return (places[0], True) if places else None
        return None

    def _with(self, place: int, words: str) -> bytes:
        return f"{self.text[:place]}{words}{self.text[place:]}".encode()


def _role_of(message: object) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _is_asking(message: object) -> bool:
    """Whether it is a user's, and not only results of tools."""
    match message:
        case {"role": Role.USER, "content": [_, *_] as parts}:
            return not all(is_part(part, RESULTS) for part in parts)
    return _role_of(message) == Role.USER


def _body_of(message: object) -> MessageBody | None:
    if not isinstance(message, Mapping):
        return None
    try:
        return MessageBody.model_validate({name: value for name, value in message.items() if name not in OURS})
    except ValidationError:
        return None


def _line_of(body: MessageBody | None) -> Line | None:
    try:
        return None if body is None else body.line
    except BadInput:
        return None


def _end(text: str, at: int) -> int:
    """Where the value at this place ends."""
    return _DECODER.raw_decode(text, at)[1]


def _values(text: str, at: int, opening: str) -> Iterator[tuple[object, object, int]]:
    """The values of the object or list at this place, each with its key or number and where it begins.

    Raises ValueError or IndexError where the text is not JSON.
    """
    if text[at] != opening:
        raise ValueError(f"no {opening} at {at}")
    at, number = _skip(text, at + 1), 0
    while text[at] not in "]}":
        key: object = number
        if opening == "{":
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # after the colon
        value, end = _DECODER.raw_decode(text, at)
        yield key, value, at
        at, number = _skip(text, end), number + 1
        if text[at] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found is not None  # The pattern also matches empty text.
    return found.end()
