"""Which language messages are in, and whose tables they are read by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archivists.statements.spoken import known_in, language_in, readers_for, spoken_in, tables_of
from graph.values.items import Message
from languages.registry import BY_CODE, LANGUAGES, NEUTRAL, READ_AS
from tests.archivists.building import message

ENGLISH, TURKISH = BY_CODE["en"], BY_CODE["tr"]
HELLO = "Where did I put it?"
MERHABA = "Onu nereye koydum?"


def said(body: str, language: str | None = None) -> Message:
    """A message that was stored with its language, or without."""
    return replace(message(1, "Nora", body), language=language)


def test_language_of_a_message_is_read_alone() -> None:
    """A message that was stored with its language is read by its table only, whatever its words."""
    assert tables_of(said(HELLO, "tr")) == (TURKISH,)


def test_words_tell_the_language_of_a_message_that_was_stored_without() -> None:
    """Its table comes first, then those that people mix with any language."""
    assert tables_of(said(MERHABA)) == (TURKISH, ENGLISH)
    assert tables_of(said(HELLO), said(HELLO), said(MERHABA))[0] is ENGLISH


def test_message_that_tells_no_language_is_read_by_all() -> None:
    """Two words may be of any language."""
    assert tables_of(said("Pizza!")) == LANGUAGES


def test_language_without_a_folder_is_read_neutrally() -> None:
    """Nothing of another language is taken for its own, but for what people mix with any."""
    assert tables_of(said("Kiitos paljon!", "fi")) == (NEUTRAL, *READ_AS)


def test_word_lists_are_those_of_all_messages() -> None:
    """A name is looked for in all of a window, whose messages may be in several languages."""
    assert readers_for([said(MERHABA), said(HELLO)]) == (TURKISH, ENGLISH)
    assert readers_for([said("Pizza!")]) == LANGUAGES


@pytest.mark.parametrize(
    ("stored", "language"), [(("en", "tr", "tr"), "tr"), (("en", "tr"), "en"), ((None, "tr"), "tr"), ((None,), None)]
)
def test_most_messages_tell_the_language(stored: tuple[str | None, ...], language: str | None) -> None:
    """The first of equals; a message that was stored without counts for none."""
    assert language_in([said("x", code) for code in stored]) == language


def test_language_is_told_by_a_model_where_nobody_has() -> None:
    """What is asked of a language model is asked and answered in the language of the talk."""
    assert spoken_in([said("Yarın sabah erkenden pazara gidip taze ekmek alacağım.")]) == "tr"
    assert known_in([said("Yarın sabah pazara gidip taze ekmek alacağım.")]) == (TURKISH,)
