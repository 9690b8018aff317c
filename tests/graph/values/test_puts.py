"""Writes carry what reading relies on: analysed text, token counts, and a vector only as long as its text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from graph.text.tokens import count_tokens
from graph.values.items import Entity, Message, Role
from graph.values.puts import put, put_changed, searchable_text

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

MESSAGE = Message(
    id="m1", conversation="c1", chat="", sender="user", role=Role.USER, body="Etkisi neydi?", sent_at=NOW,
    position=1.0, digest="d",
)  # fmt: skip


def test_a_put_analyses_and_counts() -> None:
    """Terms and tokens go with the text; its vector is to be made."""
    properties = put(MESSAGE, expect=0).properties

    assert "=etkisi" in str(properties["terms"]).split()
    assert properties["tokens"] == count_tokens(MESSAGE.body)
    assert properties["vector"] is None and properties["vector_model"] is None


def test_a_line_is_found_by_who_said_it() -> None:
    """A name is a part of what is searched, the name of a role is not."""
    assert searchable_text(MESSAGE) == "Etkisi neydi?"
    assert searchable_text(replace(MESSAGE, sender="Ece")) == "Ece: Etkisi neydi?"


def test_a_change_writes_only_what_differs() -> None:
    """A verdict does not touch text or vector; another text clears the vector."""
    used = put_changed(MESSAGE, replace(MESSAGE, usefulness=2.0)).properties
    reworded = put_changed(MESSAGE, replace(MESSAGE, body="Neydi?")).properties

    assert set(used) == {"usefulness"}
    assert {"body", "terms", "vector", "vector_model", "name"} <= set(reworded) and reworded["vector"] is None


def test_an_entity_is_found_by_all_its_names_and_texts() -> None:
    """Aliases, brief and dossier are searched."""
    entity = Entity(
        id="e1", name="Lynly", key="lynly", aliases=("Lyn",), brief="A bard.", dossier="Sings.", created_at=NOW,
        updated_at=NOW,
    )  # fmt: skip

    assert searchable_text(entity) == "Lynly\nLyn\nA bard.\nSings."
