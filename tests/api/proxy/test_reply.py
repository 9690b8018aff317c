"""The assistant's words are found in whatever an upstream answers."""

from __future__ import annotations

import gzip
import json

import pytest

from api.proxy import reply
from api.proxy.reply import reply_in
from tests.api.proxy.scripted_upstream import completed, event, streamed


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

    assert reply_in(content).text == "Schön, Ada 🌊"
    assert reply_in(gzip.compress(content), encoding="gzip").text == "Schön, Ada 🌊"


def test_stream_that_was_cut_off_is_what_came() -> None:
    """The half event at the end says nothing."""
    content = b"".join(streamed("One ", "two ", "three").pieces)

    assert reply_in(content[: content.index(b"three")]).text == "One two "


def test_document_has_one_reply() -> None:
    """Text, or text in parts beside thoughts."""
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Yes"}, {"type": "text", "text": "."}]
    body = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()

    assert reply_in(completed("Yes.").pieces[0]).text == "Yes."
    assert reply_in(body).text == "Yes\n."


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"", ""),
        (b"<html>", ""),
        (b'{"error":{"message":"no"}}', ""),
        (b'{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}', ""),
        (event({"content": "a"}) + event({"content": "b"}, index=1), ""),
        (b"not gzip", "gzip"),
        (b"\x8b\x02", "br"),
        (b'{"choices":[{"message":{"content":{"x":1}}}]}', ""),
    ],
)
def test_what_says_nothing_certain_is_no_reply(content: bytes, encoding: str) -> None:
    """Of several replies nobody knows which one is taken; the history will say."""
    assert reply_in(content, encoding=encoding).text == ""


def test_bytes_tell_a_stream_from_a_document() -> None:
    """What an upstream calls them, if anything, does not matter."""
    mark = b"\xef\xbb\xbf"

    assert reply_in(mark + b"\r\n" + b"".join(streamed("A ", "stream").pieces)).text == "A stream"
    assert reply_in(b"\n " + completed("A document").pieces[0]).text == "A document"


def test_reply_can_be_stored() -> None:
    """A letter whose halves come in two events is whole; half a letter and NUL do not cost the rest."""
    parts = ("Sea \ud83c", "\udf0a", " half \ud83d", " nul \0.")
    said = b"".join(
        b"data: " + json.dumps({"choices": [{"delta": {"content": part}}]}).encode() + b"\n\n" for part in parts
    )

    assert reply_in(said).text == "Sea 🌊 half \ufffd nul ."


def test_packed_reply_unpacks_to_no_more_than_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three megabytes of gzip may hold three gigabytes."""
    monkeypatch.setattr(reply, "REPLY_BYTES_MAX", 1_000)

    assert reply_in(gzip.compress(completed("Yes.").pieces[0]), encoding="gzip").text == "Yes."
    assert reply_in(gzip.compress(completed("Yes." * 1_000).pieces[0]), encoding="gzip").text == ""
