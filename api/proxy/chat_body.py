"""The body of a chat completion: the parts that are remembered, and the same bytes with a block put in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import ValidationError

from api.http.message_bodies import INSTRUCTIONS, MessageBody
from api.http.message_words import plain
from api.http.side_requests import is_side_request
from graph.errors import BadInput
from graph.intake.recognise import Line
from graph.values.items import Role

Placement = Literal["user", "system"]

REMEMBERED = ("role", "content", "name")
"""The fields of a message whose words memory reads."""

OURS = ("sender", "sent_at", "world_time", "id", "present")
"""Fields that mean something to our own routes only."""

_BLANKS = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class ChatBody:
    """A body that has messages. What is not understood in it is passed on as it came."""

    text: str
    messages: tuple[tuple[object, int], ...]  # each with its place in the text
    end: int  # the place of the bracket that closes the list of messages

    @classmethod
    def of(cls, body: bytes) -> Self | None:
        """The body; None if it is not an object with a list of messages. The upstream refuses those."""
        try:
            text = body.decode()
            fields = {key: place for key, _, place in _values(text, _skip(text, 0), "{")}
            place = fields["messages"]
            messages = tuple((value, at) for _, value, at in _values(text, place, "["))
            return cls(text, messages, _DECODER.raw_decode(text, place)[1] - 1)
        except (ValueError, LookupError, RecursionError):
            return None

    @property
    def said(self) -> tuple[Line | None, ...]:
        """Each message as it is stored; None for what our own routes would refuse."""
        return tuple(_line_of(message) for message, _ in self.messages)

    @property
    def is_side_request(self) -> bool:
        """Whether a chat program asks this for itself: its last message says so, or one of its instructions."""
        told = [plain(message) for message, _ in self.messages if isinstance(message, dict)]
        asking = [each for each in told if str(each.get("role")) in INSTRUCTIONS] + told[-1:]
        return any(is_side_request(str(each.get("content"))) for each in asking)

    @property
    def is_streamed(self) -> bool:
        """Whether the answer is to come word by word."""
        return any(
            key == "stream" and value is not False for key, value, _ in _values(self.text, _skip(self.text, 0), "{")
        )

    def without(self, numbers: Set[int]) -> Self:
        """The body without these messages; everything else stays as it is. The last message cannot be among them."""
        text, places = self.text, [place for _, place in self.messages]
        for number in sorted(numbers, reverse=True):
            text = text[: places[number]] + text[places[number + 1] :]
        shortened = self.of(text.encode())
        assert shortened is not None
        return shortened

    def with_block(self, block: str, placement: Placement) -> bytes:
        """The body with the block in it; everything else stays as it is, byte for byte.

        `user`: before the words of the last user message. `system`: a message of its own after the instructions.

        If the user message has no words, or there is none, the block is a message of its own.
        """
        message = json.dumps({"role": "system", "content": block})
        roles = [message.get("role") if isinstance(message, Mapping) else None for message, _ in self.messages]
        users = [number for number, role in enumerate(roles) if role == Role.USER]
        number = next((number for number, role in enumerate(roles) if role not in INSTRUCTIONS), len(roles))
        if placement == "user" and users:
            number = users[-1]
            if (inside := self._words_of(number)) is not None:
                place, is_list = inside
                part = json.dumps({"type": "text", "text": block})
                words = f"{part}," if is_list else json.dumps(f"{block}\n")[1:-1]
                return self._with(place, words)
        if number < len(self.messages):
            return self._with(self.messages[number][1], f"{message},")
        return self._with(self.end, f",{message}" if self.messages else message)

    def _words_of(self, number: int) -> tuple[int, bool] | None:
        """Where the content of a message begins, and whether it is a list of parts; None if it has none."""
        _, place = self.messages[number]
        contents = [(value, at) for key, value, at in _values(self.text, place, "{") if key == "content"]
        match contents[-1:]:
            case [(str(), at)]:
                return at + 1, False
            case [([_, *_], at)]:
                return at + 1, True
        return None

    def _with(self, place: int, words: str) -> bytes:
        return f"{self.text[:place]}{words}{self.text[place:]}".encode()


def _line_of(message: object) -> Line | None:
    if not isinstance(message, Mapping):
        return None
    try:
        return MessageBody.model_validate({name: value for name, value in message.items() if name not in OURS}).line
    except (ValidationError, BadInput):
        return None


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
