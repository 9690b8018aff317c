"""What the assistant said, read from the bytes of an upstream's answer."""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.http.message_bodies import plain, words_of
from graph.intake.recognise import Line
from graph.text.analysis import is_blank, storable
from graph.text.block_wrapper import without_reasoning
from graph.values.items import Role

GZIP_OR_ZLIB = 47  # zlib's number for "find out from the head which of the two it is".

REPLY_BYTES_MAX = 16 * 1024 * 1024
"""More than the longest reply of any model, with every token in an event of its own. What is longer is not read."""

CUT_OFF = '{"cut_off":true}'
"""The mark of a reply whose end never came."""


@dataclass(frozen=True, slots=True)
class ReadReply:
    """The one reply of an answer; without text when there is none, or when there are several."""

    text: str = ""
    role: Role = Role.ASSISTANT  # or the tools that it calls
    id: str = ""  # of a response of OpenAI's, by which the next request names it
    is_whole: bool = True

    @property
    def line(self) -> Line | None:
        """The reply as a line of chat; None if it says nothing."""
        if is_blank(without_reasoning(self.text)[0]):
            return None
        extra = None if self.is_whole else CUT_OFF
        return Line(role=self.role, body=self.text, external_id=self.id or None, extra=extra)


def reply_in(content: bytes, *, encoding: str = "") -> ReadReply:
    """The reply in an answer of OpenAI's chats, responses, or Anthropic's messages.

    If a stream was cut off, the part that came is read. The beginning tells a document from a stream, since some
    upstreams send wrong content types.
    """
    if encoding in ("gzip", "deflate"):
        try:
            content = zlib.decompressobj(GZIP_OR_ZLIB).decompress(content, REPLY_BYTES_MAX)
        except zlib.error:
            return ReadReply()
    if content.lstrip().startswith(b"{"):
        return _reply_of(_json(content))
    return _streamed(content)


def _reply_of(document: object) -> ReadReply:
    match document:
        case {"choices": [{"message": {**message}}]}:
            return _said({"role": "assistant"} | message)
        case {"output": [*items], "id": str(id)}:
            # What is said counts for more than the tools that are called beside it.
            said = [reply for item in items if isinstance(item, dict) and (reply := _said(item)).text]
            spoken = [reply for reply in said if reply.role is Role.ASSISTANT] or said
            return (
                ReadReply("\n".join(reply.text for reply in spoken), spoken[0].role, id) if spoken else ReadReply(id=id)
            )
        case {"type": "message", "content": [*parts]}:
            return _said({"role": "assistant", "content": parts})
    return ReadReply()


def _said(message: Mapping[Any, object]) -> ReadReply:
    told = plain(message)
    role = Role.TOOL if told.get("role") == Role.TOOL else Role.ASSISTANT
    return ReadReply(storable(str(told.get("content") or "")), role)


def _streamed(content: bytes) -> ReadReply:
    texts: list[str] = []
    is_whole = False
    for event in _events(content):
        match _json(event):
            case {"choices": [{"index": int(index)}, *_]} if index > 0:
                return ReadReply()
            case {"choices": [_, _, *_]}:
                return ReadReply()
            case {"choices": [{**choice}]}:
                delta = choice.get("delta")
                texts.append(words_of(delta.get("content") or delta.get("refusal")) if isinstance(delta, dict) else "")
                is_whole = is_whole or choice.get("finish_reason") is not None
            case {"type": "response.completed" | "response.incomplete", "response": {"output": _} as response}:
                return _reply_of(response)
            case {"type": "response.output_text.delta" | "response.refusal.delta", "delta": str(text)}:
                texts.append(text)
            case {"type": "content_block_start", "content_block": {"type": "text", "text": str(text)}}:
                texts.append(f"\n{text}" if texts else text)
            case {"type": "content_block_delta", "delta": {"type": "text_delta", "text": str(text)}}:
                texts.append(text)
            case {"type": "message_stop"}:
                is_whole = True
        is_whole = is_whole or event.strip() == b"[DONE]"
    return ReadReply(storable("".join(texts)), is_whole=is_whole)


def _events(content: bytes) -> Iterator[bytes]:
    for line in content.splitlines():
        if line.startswith(b"data:"):
            yield line[5:]


def _json(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None
