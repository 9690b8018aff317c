"""What an assistant thinks before it speaks is not what it says."""

from __future__ import annotations

import json

import pytest

from api.http.message_bodies import MessageBody
from api.proxy.reply import ReadReply
from graph.intake.recognise import Line
from graph.text.reasoning import without_reasoning
from graph.values.items import Role


@pytest.mark.parametrize(
    "text",
    [
        "<think>She seems sad.</think>Good morning!",
        "<thinking>\nShe seems sad.\n</thinking>\n\nGood morning!",
        "She seems sad.\n</think>\n\nGood morning!",  # the template has eaten the first tag
        "Good morning!\n<think>\nShe seems sad.\n</think>",
        "<THINK>She seems sad.</THINK><think>She seems sad again.</think> Good morning!",
    ],
)
def test_reasoning_is_told_from_what_is_said(text: str) -> None:
    """Wherever it stands, it is kept apart, and the line is the same line as without it."""
    line = Line(role=Role.ASSISTANT, body=text)

    assert line.body == "Good morning!"
    assert "She seems sad." in json.loads(str(line.extra))["reasoning"]
    assert line.digest == Line(role=Role.ASSISTANT, body="Good morning!").digest
    assert Line(role=Role.USER, body=text).body == text


@pytest.mark.parametrize("text", ["<think>She seems", "<think>She seems sad.</think>", "  <reasoning>\nHm"])
def test_a_reply_that_is_only_reasoning_is_no_message(text: str) -> None:
    """It was cut off before it said anything."""
    assert ReadReply(text=text, is_whole=False).line is None
    assert MessageBody(role="assistant", content=text).line is None


@pytest.mark.parametrize(
    "text",
    [
        "Use the <think> tag, and close it with </think>, to hide it.",
        "Try this:\n```\n<think>\nplan\n</think>\n```",
        "a < b, and i think b > c",
    ],
)
def test_who_speaks_of_reasoning_says_it(text: str) -> None:
    """Tags in a sentence and in code are spoken of."""
    assert without_reasoning(text) == (text, "")
