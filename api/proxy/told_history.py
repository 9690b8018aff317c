"""Which messages of a chat may be left out of a request, because summaries in a block stand for them.

Only whole exchanges go: a message of the user and all that follows, up to the user's next message. So the history still
begins with instructions, roles still alternate, and a tool call stays with its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from api.proxy.chat_body import REMEMBERED, ChatBody
from graph.intake.recognise import Line
from graph.text.tokens import count_tokens
from graph.values.items import Role


class ChatExchange(NamedTuple):
    """Messages of a chat by their numbers, and the stored ones among them by the numbers of their lines."""

    messages: range
    lines: range
    is_all_said: bool  # whether each of its messages is a line and has nothing else in it


def older_exchanges(body: ChatBody, said: Sequence[Line | None], tokens_kept: int) -> list[ChatExchange]:
    """The exchanges before the newest `tokens_kept` tokens, oldest first. The last exchange is never among them.

    `said` are the body's messages as they are stored.
    """
    exchanges, left = list(_exchanges(body, said)), tokens_kept
    for count in range(len(exchanges), 0, -1):
        left -= sum(count_tokens(line.body) for number in exchanges[count - 1].messages if (line := said[number]))
        if left < 0:
            return exchanges[: min(count, len(exchanges) - 1)]
    return []


def told(exchanges: Sequence[ChatExchange], is_told: Callable[[int], bool]) -> list[ChatExchange]:
    """The exchanges before the first that has a line which is not told."""
    for count, exchange in enumerate(exchanges):
        if not all(map(is_told, exchange.lines)):
            return list(exchanges[:count])
    return list(exchanges)


def _exchanges(body: ChatBody, said: Sequence[Line | None]) -> Iterator[ChatExchange]:
    messages = [message for message, _ in body.messages]
    starts = [number for number, message in enumerate(messages) if _role_of(message) == Role.USER]
    lines_before = [0, *accumulate(line is not None for line in said)]
    for start, end in pairwise([*starts, len(messages)]):
        lines = range(lines_before[start], lines_before[end])
        is_all_said = len(lines) == end - start and all(map(_is_words, messages[start:end]))
        yield ChatExchange(range(start, end), lines, is_all_said)


def _role_of(message: object) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _is_words(message: object) -> bool:
    """Whether a message has nothing that memory does not read, such as a picture or a call of a tool."""
    match message:
        case {"content": str(), **more}:
            pass
        case {"content": [*parts], **more} if all(isinstance(part, Mapping) and _is_text(part) for part in parts):
            pass
        case _:
            return False
    return not any(value for name, value in more.items() if name not in REMEMBERED)


def _is_text(part: Mapping[object, object]) -> bool:
    return part.get("type") == "text"
