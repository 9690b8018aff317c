"""What a round sees of a secret."""

from __future__ import annotations

from datetime import datetime

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.items import Role


@pytest.mark.parametrize("redact", [True, False])
def test_nothing_made_of_a_message_repeats_its_secret(now: datetime, redact: bool) -> None:
    """The message stays as it is, unless somebody wants secrets repeated."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    said = Line(role=Role.USER, body="I'm allergic to nuts and my password is hunter2.", sender="Nora", sent_at=now)
    knowledge.append("a", [said], now=now)

    run_rounds(knowledge, "a", owner="me", now=now, policy=RoundPolicy(redact=redact))

    [info] = knowledge.store.find("a", Label.KEY_INFO, limit=2)
    [message] = knowledge.store.find("a", Label.MESSAGE, limit=2)
    assert ("hunter2" in str(info.properties["lines"])) is not redact
    assert message.properties["body"] == said.body
    knowledge.close()
