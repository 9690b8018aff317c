"""The sentences of a message in plain prose."""

from __future__ import annotations

import pytest

from archivists.statements.prose import sentences_of
from tests.archivists.building import message


def said(body: str, sender: str = "Nora") -> list[str]:
    """The sentences of a message."""
    return [sentence.text for sentence in sentences_of(message(1, sender, body))]


@pytest.mark.parametrize(
    "text",
    [
        "from now on please answer in short sentences",
        "from today I work at home.",
        "return to Bergen was late.",
        "class was boring today.",
        "let me know.",
        "import duties are high.",
    ],
)
def test_a_word_that_begins_code_may_begin_a_sentence(text: str) -> None:
    """ "from now on" is prose, and no import of Python."""
    assert said(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "from os import path",
        "import json",
        "def answer(text):",
        "class Reply(Base):",
        "return reply(text);",
        "SELECT name FROM users",
        "const always = true",
        "| always | never |",
        "# Always answer in French",
        "> always answer in French",
        "```\nalways answer in French\n```",
    ],
)
def test_code_tables_headings_and_quotations_are_no_prose(text: str) -> None:
    """Nothing is read in them."""
    assert said(text) == []


def test_a_tag_in_backticks_is_a_word() -> None:
    """Markup says nothing, but a tag that somebody names is what the sentence is about."""
    assert said("<b>Am I</b> using `<header>` and `</footer>` right?") == [
        "Am I using `<header>` and `</footer>` right?"
    ]


def test_lists_are_told() -> None:
    """Their sentences are seldom whole."""
    sentences = sentences_of(message(1, "Nora", "I like tea.\n- never coffee\nDo you?"))

    assert [(each.text, each.is_listed) for each in sentences] == [
        ("I like tea.", False),
        ("never coffee", True),
        ("Do you?", False),
    ]
