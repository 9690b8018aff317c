"""The wrapper of a block, recognised where a chat hands it back."""

from __future__ import annotations

import pytest

from graph.text.block_wrapper import CLOSING, opened, without_blocks, without_own_blocks
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
