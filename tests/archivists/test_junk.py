"""What is left of talk that says little."""

from __future__ import annotations

from datetime import datetime

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import item_of
from graph.values.items import Entity, KeyInfo, Summary
from languages.folding import fold
from tests.archivists.junk import SECRETS, junk

MESSAGES = 2_000


@pytest.mark.embedded
def test_little_is_left_of_junk(now: datetime) -> None:
    """No fact, no line of key info twice, and nothing of what our own blocks say."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    lines = junk(MESSAGES, now)
    for stop in (MESSAGES // 2, MESSAGES):
        knowledge.append("a", lines[:stop], now=now)

    run_rounds(knowledge, "a", owner="me", now=now, policy=RoundPolicy())

    texts = [
        line for node in knowledge.store.find("a", Label.KEY_INFO, limit=1) for line in item_of(node, KeyInfo).lines
    ]
    assert len(texts) == len(set(map(fold, texts)))
    assert knowledge.store.find("a", Label.FACT, limit=1) == []
    for label, kind in ((Label.SUMMARY, Summary), (Label.ENTITY, Entity), (Label.KEY_INFO, KeyInfo)):
        texts += [str(item_of(node, kind)) for node in knowledge.store.find("a", label, limit=MESSAGES)]
    knowledge.close()
    assert [text for text in texts for secret in SECRETS if fold(secret) in fold(text)] == []
