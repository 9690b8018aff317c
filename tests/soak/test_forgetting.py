"""Hundreds of messages are forgotten person by person; no file and no export has a word of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.forgetting.removal import delete_space, forget
from graph.forgetting.targets import Target
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.graph.forgetting.planted import NOW, PEOPLE, SPACE, everything, plant

pytestmark = pytest.mark.soak


def test_no_word_of_who_is_forgotten_is_left(tmp_path: Path) -> None:
    """Neither in the file, nor in its log, nor in an export; in the end nothing of the space is left."""
    path = tmp_path / "memory.db"
    knowledge = KnowledgeGraph(open_store(str(path)))
    made = plant(knowledge, 600)
    gone: list[str] = []
    for person in PEOPLE:
        gone += made.words_of(person)

        forget(knowledge, SPACE, Target(person=person), now=NOW)

        held = b"".join(each.read_bytes() for each in tmp_path.glob("memory.db*"))
        assert [word for word in gone if word.encode() in held] == []
        text = everything(knowledge)
        assert [word for word in gone if word in text] == []
    delete_space(knowledge, SPACE, now=NOW)
    knowledge.close()
