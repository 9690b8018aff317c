"""A block is put into a body, and nothing else in it changes."""

from __future__ import annotations

import json

import pytest

from api.proxy.chat_body import ChatBody, Placement
from graph.intake.recognise import Line
from graph.values.items import Role

BLOCK = '<memory>\nAda says "hi" \\ ığüş 🌊\n</memory>\n'
ODD = (
    b' {"model" : "m", "temperature": 1.0e-5,\n"n":12345678901234567890123, "x_vendor":{"messages":[1]}, "messages": [ '
    b'{"role":"system","content":"Be kind.\\u00e9"} ,{"role": "user", "content": "Wer \\ud83d\\ude00?"},'
    b'{"role":"assistant","content":null,"tool_calls":[{"id":"t","function":{"name":"f","arguments":"{\\"a\\":1}"}}]},'
    b'{"role":"tool","tool_call_id":"t","content":"42"} ] , "stream":true }\n'
)


def body_of(text: bytes | str) -> ChatBody:
    """A body that is one."""
    body = ChatBody.of(text.encode() if isinstance(text, str) else text)
    assert body is not None
    return body


@pytest.mark.parametrize(("placement", "place"), [("user", b"Wer "), ("system", b'{"role": "user"')])
def test_only_the_block_is_new(placement: Placement, place: bytes) -> None:
    """What was sent stands there byte for byte, before and after the block."""
    sent = body_of(ODD).with_block(BLOCK, placement)

    before, after = ODD.split(place)
    assert sent.startswith(before)
    assert sent.endswith(place + after)
    assert json.loads(sent)["n"] == 12345678901234567890123


def test_block_stands_before_the_last_words_of_the_user() -> None:
    """The model reads it as a part of the question, whatever its template makes of instructions."""
    messages = json.loads(body_of(ODD).with_block(BLOCK, "user"))["messages"]

    assert [each["role"] for each in messages] == ["system", "user", "assistant", "tool"]
    assert messages[1]["content"] == f"{BLOCK}\nWer 😀?"


def test_block_stands_behind_the_instructions() -> None:
    """As a message of its own."""
    messages = json.loads(body_of(ODD).with_block(BLOCK, "system"))["messages"]

    assert [each["role"] for each in messages] == ["system", "system", "user", "assistant", "tool"]
    assert messages[1] == {"role": "system", "content": BLOCK}


def test_parts_get_one_more() -> None:
    """A question with a picture keeps its parts."""
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    body = json.dumps({"messages": [{"role": "user", "content": [{"type": "text", "text": "What?"}, picture]}]})

    (message,) = json.loads(body_of(body).with_block(BLOCK, "user"))["messages"]

    assert message["content"] == [{"type": "text", "text": BLOCK}, {"type": "text", "text": "What?"}, picture]


@pytest.mark.parametrize("placement", ["user", "system"])
@pytest.mark.parametrize(
    ("messages", "roles"),
    [
        ([], ["system"]),
        ([{"role": "system", "content": "x"}], ["system", "system"]),
        ([{"role": "user"}], ["system", "user"]),
        ([{"role": "user", "content": []}], ["system", "user"]),
        ([{"role": "assistant", "content": "x"}], ["system", "assistant"]),
        ([7], ["system", None]),
    ],
)
def test_odd_lists_of_messages_get_a_message(messages: list[object], roles: list[str | None], placement: str) -> None:
    """Where nobody asks in words, the block is a message of its own."""
    sent = body_of(json.dumps({"messages": messages})).with_block(BLOCK, placement)  # type: ignore[arg-type]

    found = json.loads(sent)["messages"]
    assert [each["role"] if isinstance(each, dict) else None for each in found] == roles


def test_last_of_equal_fields_counts() -> None:
    """As it does for whoever reads JSON."""
    body = body_of('{"messages":[],"messages":[{"role":"user","content":"a","content":"b"}]}')

    assert json.loads(body.with_block("x", "user")) == {"messages": [{"role": "user", "content": "x\nb"}]}
    assert [line.body for line in body.said if line is not None] == ["b"]


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"[]", b"{", b'{"messages"', b'{"messages":{}}', b'{"messages":[', b'{"m":1}', b'{"messages":"x"}'),
        *(b"\xff\xfe{", b'{"messages":' + b"[" * 100_000),
    ],
)
def test_what_is_no_chat_is_for_the_upstream_to_refuse(text: bytes) -> None:
    """Nothing is put into it."""
    assert ChatBody.of(text) is None


def test_lines_are_what_was_said() -> None:
    """Instructions, empty replies and messages that our own routes would refuse are not remembered; names are.

    Of characters that no store takes, the others are.
    """
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "name": "Ada", "content": [{"type": "text", "text": "One"}, {"type": "input_audio"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "42", "tool_call_id": "t"},
        {"role": "user", "content": "x" * 400_001},
        {"role": "critic", "content": "?"},
        "text",
        {"role": "user", "content": "Two", "vendor": {"x": 1}},
        {"role": "user", "name": "A\ud83dda", "content": "nul \0, half \ud83d"},
        {"role": "user", "content": [{"type": "text", "text": "half \ude00"}, {"type": "x", "deep": nested(800)}]},
        {"role": "user", "content": nested(800)},
    ]

    assert body_of(json.dumps({"messages": messages})).said == (
        None,
        Line(role=Role.USER, body="One", sender="Ada", extra='{"attachments": [{"kind": "recording"}]}'),
        None,
        Line(role=Role.TOOL, body="42"),
        *(None, None, None),
        Line(role=Role.USER, body="Two"),
        Line(role=Role.USER, body="nul , half \ufffd", sender="A\ufffdda"),
        Line(role=Role.USER, body="half \ufffd"),
        None,
    )


def nested(levels: int) -> list[object]:
    """A list in lists: JSON that is read, and too deep to be walked through."""
    made: list[object] = []
    for _ in range(levels):
        made = [made]
    return made
