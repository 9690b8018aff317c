"""The assistant's words are found in whatever an upstream answers."""

from __future__ import annotations

import gzip
import json

import pytest

from api.proxy.reply import reply_in
from tests.api.proxy.scripted_upstream import completed, event, streamed

STREAM, JSON = "text/event-stream; charset=utf-8", "application/json"


def test_stream_is_put_together() -> None:
    """Comments, thoughts, tools and usage are no words of the reply; events without a choice say nothing."""
    content = b"".join(
        (
            b": PROCESSING\n\n",
            event({"role": "assistant", "content": None, "reasoning_content": "Hm."}),
            event({"content": "Schön, "}),
            event({"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]}),
            event({"content": "Ada 🌊"}).replace(b"\n", b"\r\n"),
            b'data: {"choices":[],"usage":{"total_tokens":3}}\n\n',
            b"data:[DONE]\n\n",
        )
    )

    assert reply_in(content, media_type=STREAM) == "Schön, Ada 🌊"
    assert reply_in(gzip.compress(content), media_type=STREAM, encoding="gzip") == "Schön, Ada 🌊"


def test_stream_that_was_cut_off_is_what_came() -> None:
    """The half event at the end says nothing."""
    content = b"".join(streamed("One ", "two ", "three").pieces)

    assert reply_in(content[: content.index(b"three")], media_type=STREAM) == "One two "


def test_document_has_one_reply() -> None:
    """Text, or text in parts beside thoughts."""
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Yes"}, {"type": "text", "text": "."}]
    body = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()

    assert reply_in(completed("Yes.").pieces[0], media_type=JSON) == "Yes."
    assert reply_in(body, media_type=JSON) == "Yes."


@pytest.mark.parametrize(
    ("content", "media_type", "encoding"),
    [
        (b"", JSON, ""),
        (b"<html>", "text/html", ""),
        (b'{"error":{"message":"no"}}', JSON, ""),
        (b'{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}', JSON, ""),
        (event({"content": "a"}) + event({"content": "b"}, index=1), STREAM, ""),
        (b"not gzip", JSON, "gzip"),
        (b"\x8b\x02", JSON, "br"),
        (b'{"choices":[{"message":{"content":{"x":1}}}]}', JSON, ""),
    ],
)
def test_what_says_nothing_certain_is_no_reply(content: bytes, media_type: str, encoding: str) -> None:
    """Of several replies nobody knows which one is taken; the history will say."""
    assert reply_in(content, media_type=media_type, encoding=encoding) == ""
