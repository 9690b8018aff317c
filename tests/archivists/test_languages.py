"""What is known of languages."""

from __future__ import annotations

from dataclasses import fields

import pytest

from archivists.language import Language, Regex
from archivists.languages import CHATTER, LANGUAGES, NOT_NAMES, languages_of
from archivists.statements.standing_statements import SLOTS


def test_language_of_a_message_is_read_alone() -> None:
    """A message whose language is known is read by its table only."""
    assert [language.code for language in languages_of("tr")] == ["tr"]


@pytest.mark.parametrize("code", [None, "fi"])
def test_unknown_language_is_read_by_all(code: str | None) -> None:
    """A short or foreign message is read by every table."""
    assert languages_of(code) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_regex_compiles(language: Language) -> None:
    """Every pattern of a language can be searched, and none of those at the front matches an empty text."""
    regexes = [value for field in fields(language) if isinstance(value := getattr(language, field.name), Regex)]
    patterns = [*language.own, *language.others, *language.narrated, *SLOTS[language.code]]

    found = [regex.source for regex in [*regexes, *(each.regex for each in patterns)] if regex.search("")]

    assert found == []


def test_word_lists_are_folded() -> None:
    """Words are compared folded, whatever language they come from."""
    assert {"gunaydin", "thanks", "tesekkurler"} <= NOT_NAMES
    assert {"cok", "really"} <= CHATTER
