"""Whole exchanges are left out of a history, and only those that memory has whole."""

from __future__ import annotations

import json

import pytest

from api.proxy.chat_body import ChatBody
from api.proxy.told_history import ChatExchange, older_exchanges, told

CALL = [{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


def body_of(*messages: object) -> ChatBody:
    """A body with these messages."""
    body = ChatBody.of(json.dumps({"messages": messages}).encode())
    assert body is not None
    return body


def older_in(body: ChatBody, tokens: int) -> list[ChatExchange]:
    """What may be left out of it."""
    return older_exchanges(body, body.said, tokens)


def said(role: str, content: object, **more: object) -> dict[str, object]:
    """A message."""
    return {"role": role, "content": content, **more}


TALK = (
    said("system", "Be kind."),
    said("user", "one two"),
    said("assistant", "three four", refusal=None, annotations=[]),
    said("user", "five six"),
    said("assistant", "seven eight"),
    said("user", "nine ten"),
)
FIRST = ChatExchange(range(1, 3), range(2), is_all_said=True)
SECOND = ChatExchange(range(3, 5), range(2, 4), is_all_said=True)


@pytest.mark.parametrize(
    ("tokens", "older"),
    [(0, [FIRST, SECOND]), (1, [FIRST, SECOND]), (2, [FIRST, SECOND]), (5, [FIRST, SECOND]), (6, [FIRST]), (10, [])],
)
def test_newest_exchanges_are_kept(tokens: int, older: list[ChatExchange]) -> None:
    """As many as have so many tokens, and the last one in any case; instructions belong to none."""
    assert older_in(body_of(*TALK), tokens) == older


def test_a_chat_without_a_user_has_no_exchanges() -> None:
    """There is nothing that could go."""
    assert older_in(body_of(said("system", "Be kind."), said("assistant", "Hello.")), 0) == []


@pytest.mark.parametrize(
    "odd",
    [
        said("assistant", None, tool_calls=CALL),
        said("assistant", "I look.", tool_calls=CALL),
        said("tool", "42", tool_call_id="t"),
        said("system", "Now be brief."),
        said("assistant", "Look.", audio={"id": "a"}),
        said("assistant", [{"type": "text", "text": "Look."}, PICTURE]),
        said("assistant", ""),
        said("assistant", "Look.", x_vendor="what nobody here knows"),
        "no message",
    ],
)
def test_what_memory_has_not_whole_stays(odd: object) -> None:
    """With all that belongs to it: a call and its result are not parted, and a picture is in no summary."""
    older = older_in(body_of(*TALK[:3], odd, *TALK[3:]), 0)

    assert [each.is_all_said for each in older] == [False, True]
    assert older[0].messages == range(1, 4)


def test_what_is_told_ends_with_the_first_line_that_is_not() -> None:
    """Behind it the history goes on whole, so that a block has not to tell parts of it."""
    assert told([FIRST, SECOND], lambda line: line != 3) == [FIRST]
    assert told([FIRST, SECOND], lambda line: line != 0) == []
    assert told([FIRST, SECOND], lambda _: True) == [FIRST, SECOND]


def test_bytes_that_stay_are_those_that_came() -> None:
    """What goes takes its comma along."""
    text = b'{"messages" : [ {"role":"system"} , {"role": "user", "content": "b"},\n{"role":"user"}],"n":1.0}'
    body = ChatBody.of(text)
    assert body is not None

    assert body.without({1}).text.encode() == text.replace(b'{"role": "user", "content": "b"},\n', b"")
    assert body.without({0, 1}).text == '{"messages" : [ {"role":"user"}],"n":1.0}'
