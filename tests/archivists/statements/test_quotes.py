"""Quotes after a speaker's name."""

from __future__ import annotations

from archivists.statements.quotes import closed, parted, quoted, speaker_of
from graph.values.items import Role
from languages.registry import BY_CODE
from tests.archivists.building import message


def test_parted_undoes_quoted() -> None:
    """Speaker and words come back from a quote."""
    assert parted(quoted("Nora", "I live here: in Bergen.")) == ("Nora", "I live here: in Bergen.")


def test_text_without_speaker_is_kept() -> None:
    """A text that is no quote has no speaker."""
    assert parted("Just words.") == ("", "Just words.")


def test_end_is_added_once() -> None:
    """A full stop closes what has no end, and nothing else."""
    assert [closed("So"), closed("So!"), closed("So…")] == ["So.", "So!", "So…"]


def test_user_without_name_is_called_so_in_his_language() -> None:
    """Nobody is called "user" in a Turkish sentence."""
    nameless = message(1, "user", "Merhaba")

    assert speaker_of(nameless, BY_CODE["tr"]) == "Kullanıcı"
    assert speaker_of(nameless, BY_CODE["en"]) == "User"
    assert speaker_of(message(1, "Nora", "Hi", role=Role.USER), BY_CODE["en"]) == "Nora"
