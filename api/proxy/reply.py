"""What the assistant said, read from the bytes of an upstream's answer."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from graph.text.analysis import storable

GZIP_OR_ZLIB = 47  # zlib's number for "find out from the head which of the two it is".

REPLY_BYTES_MAX = 16 * 1024 * 1024
"""More than the longest reply of any model, with every token in an event of its own. What is longer is not read."""


def reply_in(content: bytes, *, encoding: str = "") -> str:
    """The text of the one reply; empty when there is none, when there are several, or when it cannot be read.

    If a stream was cut off, the part that came is read. The beginning tells a document from a stream, since some
    upstreams send wrong content types.
    """
    if encoding in ("gzip", "deflate"):
        try:
            content = zlib.decompressobj(GZIP_OR_ZLIB).decompress(content, REPLY_BYTES_MAX)
        except zlib.error:
            return ""
    is_stream = not content.lstrip().startswith(b"{")
    name = "delta" if is_stream else "message"
    texts: list[str] = []
    for event in _events(content) if is_stream else [content]:
        match _json(event):
            case {"choices": [{"index": int(index)}, *_]} if index > 0:
                return ""
            case {"choices": [_, _, *_]}:
                return ""
            case {"choices": [{**choice}]}:
                texts.append(_text_of(choice.get(name)))
    return storable("".join(texts))


def _events(content: bytes) -> Iterator[bytes]:
    for line in content.splitlines():
        if line.startswith(b"data:"):
            yield line[5:]


def _json(content: bytes) -> object:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _text_of(message: object) -> str:
    match message:
        case {"content": str(text)}:
            return text
        case {"content": [*parts]}:
            return "".join(part["text"] for part in parts if isinstance(part, dict) and _has_text(part))
    return ""


def _has_text(part: dict[str, object]) -> bool:
    return isinstance(part.get("text"), str) and part.get("type") == "text"
