"""The wrapper of a block, recognised where a chat hands it back."""

from __future__ import annotations

import json

import pytest

from api.http.message_bodies import MessageBody
from api.proxy.reply import ReadReply
from graph.intake.recognise import Line
from graph.text.block_wrapper import CLOSING, opened, without_blocks, without_own_blocks, without_reasoning
from graph.values.items import Role
from languages.language import Language
from languages.registry import LANGUAGES, NEUTRAL

OPENING = opened(LANGUAGES[0].phrases)

INSIDE = "\n## Always to be known\n- Selin: I'm allergic to nuts.\n\n## Also of interest\n- Selin: I live in Bergen.\n"
BLOCK = OPENING + INSIDE + CLOSING


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        BLOCK.replace("\n", "\r\n"),
        BLOCK.upper(),
        BLOCK.replace("<", "&lt;").replace(">", "&gt;"),
        "".join(f"> {line}\n" for line in BLOCK.splitlines()),
        "```\n" + BLOCK + "```",
        OPENING + INSIDE,
        INSIDE + CLOSING,
        OPENING.partition("\n")[2] + INSIDE,
        BLOCK + BLOCK,
        "<memory space='a'>" + INSIDE + "</memory >",
    ],
)
def test_no_statement_of_a_block_is_left(text: str) -> None:
    """Escaped, quoted, shouted or cut off at an end, a block says nothing again."""
    assert "allergic" not in without_blocks(text).lower()
    assert "bergen" not in without_blocks(text).lower()


@pytest.mark.parametrize(
    "text",
    ["I'm allergic to nuts. How do I write </memory> in XML?", "My notes:\n- I'm allergic to nuts.\n</memory>\nBye."],
)
def test_who_writes_of_the_tag_is_heard(text: str) -> None:
    """Without a heading of ours before it, the closing tag is somebody's own."""
    assert without_blocks(text) == text


def test_what_stands_around_a_block_stays() -> None:
    """Only the block goes; what follows its last empty line is somebody's own again."""
    around = "I moved to Oslo.\n" + BLOCK + "I have a cat."

    assert without_blocks(around).split() == ["I", "moved", "to", "Oslo.", "I", "have", "a", "cat."]
    assert without_blocks(OPENING.partition("\n")[2] + INSIDE + "\nI have a cat.").strip() == "I have a cat."


@pytest.mark.parametrize("text", ["In loving memory of Ada.", "My memory is bad.", "2 < memory", "<memo>x</memo>"])
def test_other_talk_of_memory_is_talk(text: str) -> None:
    """The word alone takes nothing away."""
    assert without_blocks(text) == text


@pytest.mark.parametrize("language", [*LANGUAGES, NEUTRAL], ids=lambda language: language.code)
def test_a_block_is_known_in_every_language(language: Language) -> None:
    """By its tags, and without them by its first line."""
    opening = opened(language.phrases)

    assert without_blocks(f"{opening}{INSIDE}{CLOSING}Bir kedim var.").strip() == "Bir kedim var."
    assert without_blocks(opening.partition("\n")[2] + INSIDE + "\nBir kedim var.").strip() == "Bir kedim var."


def test_only_a_block_with_our_first_sentence_is_ours_for_certain() -> None:
    """Anybody may write the tag: such a text is stored, and read by nobody."""
    assert without_own_blocks("Hi. " + BLOCK + "Bye.").split() == ["Hi.", "Bye."]
    assert without_own_blocks("Hi. <memory>\nold cache\n</memory>") == "Hi. <memory>\nold cache\n</memory>"


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
