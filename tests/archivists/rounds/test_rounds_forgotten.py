"""What lost its text with something forgotten is written anew by the next rounds, from what is left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.transfer.lines import export_space
from graph.values.items import Role

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
POLICY = RoundPolicy()

SAID = (
    "I moved to Lisbon with my sister Nora.",
    "My brother Milo works in Bergen as a teacher.",
    "We adopted a cat called Pixel from the shelter.",
    "I am allergic to walnuts, please remember.",
    "Nora plays the violin in an orchestra.",
    "I started a new job at the museum.",
)


def test_next_rounds_write_what_is_left() -> None:
    """No text is left empty, what was forgotten is told nowhere, and a block has all the rest."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=START)
    for day in range(3):
        at = START + timedelta(days=day)
        said = [f"{SAID[i % 6]} It was day {day}." for i in range(30)]
        said[7] = f"My dentist Quillon lives in Zanzibar{day}."
        lines = [
            Line(role=Role.USER, sender="Ada", body=body, sent_at=at + timedelta(minutes=i))
            for i, body in enumerate(said)
        ]
        knowledge.append("a", lines, now=at)
    later = START + timedelta(days=5)
    run_rounds(knowledge, "a", owner="w", now=later, policy=POLICY)
    assert not is_due(knowledge, "a", now=later, policy=POLICY)

    forget(knowledge, "a", Target(person="Quillon"), now=later)

    summaries = knowledge.store.find("a", Label.SUMMARY, limit=100)
    assert any(not node.properties.get("body") for node in summaries)
    request = TurnRequest(space="a", query="Where does Milo work?", visible=0, budget_tokens=2048, record=False)
    assert "Bergen" in take_turn(knowledge, request, now=later).block.body
    assert is_due(knowledge, "a", now=later, policy=POLICY)
    run_rounds(knowledge, "a", owner="w", now=later, policy=POLICY)
    assert not is_due(knowledge, "a", now=later, policy=POLICY)
    summaries = knowledge.store.find("a", Label.SUMMARY, limit=100)
    assert [node.id for node in summaries if not node.properties.get("body")] == []
    talks = knowledge.store.find("a", Label.CONVERSATION, limit=100)
    assert [node.id for node in talks if not node.properties.get("title")] == []
    text = "".join(export_space(knowledge.store, "a"))
    assert [word for word in ("Quillon", "Zanzibar") if word in text] == []
    knowledge.close()
