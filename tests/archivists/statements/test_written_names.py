"""Names in texts."""

from __future__ import annotations

from archivists.statements.written_names import names_of, spelled
from graph.values.changes import NewEntity
from tests.archivists.building import entity


def test_names_are_found_in_order_and_once() -> None:
    """Aliases lead to the entity's own name; the longest match wins."""
    names = names_of([entity("Nora Lund", aliases=["Nora"]), entity("Nora Berg")], [NewEntity(name="Oslo")])

    assert names.in_text("Oslo'da Nora Berg ile Nora, sonra Nora Lund") == ["Oslo", "Nora Berg", "Nora Lund"]


def test_words_in_small_letters_are_no_names() -> None:
    """Will is a name and will is not; neither is a part of a word."""
    names = names_of([entity("Will")], [])

    assert names.in_text("he will go to Willow") == []


def test_what_is_written_alike_for_two_is_nobodys() -> None:
    """A shared alias leads to neither."""
    names = names_of([entity("Nora Lund", aliases=["Nora"]), entity("Nora Berg", aliases=["Nora"])], [])

    assert names.in_text("Nora came.") == []


def test_no_names_match_nothing() -> None:
    """An empty list of names finds nothing, not everything."""
    assert spelled(()).search("anything") is None
