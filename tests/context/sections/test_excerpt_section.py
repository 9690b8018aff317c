"""What is quoted of an older message beside the facts that were stated in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from context.block_profile import ASSISTANT
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.changes import NewFact
from graph.values.items import Role

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
SAID = datetime(2026, 2, 14, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("when", "what", "query", "shown"),
    [
        (
            "Yesterday was amazing!",
            "We celebrated Nil's birthday with a concert.",
            "When is Nil's birthday?",
            "Yesterday (13 February)",
        ),
        ("Dün harikaydı!", "Nil'in doğum gününü konserle kutladık.", "Nil'in doğum günü ne zaman?", "Dün (13 Şubat)"),
        (
            "Gestern war es herrlich!",
            "Wir haben Nils Geburtstag mit einem Konzert gefeiert.",
            "Wann ist Nils Geburtstag?",
            "Gestern (13. Februar)",
        ),
    ],
    ids=["en", "tr", "de"],
)
def test_day_beside_a_fact_is_not_left_out(when: str, what: str, query: str, shown: str) -> None:
    """A shown fact stands for its own sentence. The one that tells its day is quoted: an answer may need it."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    lines = [Line(role=Role.USER, sender="Ada", body=f"{when} {what}", sent_at=SAID)]
    lines += [Line(role=Role.USER, sender="Ada", body=f"Boat {n} is blue.", sent_at=SAID) for n in range(9)]
    said = knowledge.append("s", lines, now=SAID).messages
    apply_changes(knowledge, "s", [NewFact(body=f"Ada: {what}", sources=(said[0],), importance=10)], now=NOW)

    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    request = TurnRequest(space="s", query=query, budget_tokens=600)
    body = take_turn(
        knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW + timedelta(hours=1)
    ).block.body

    assert body.count(what) == 1 and f"- Ada: {what} (" in body
    assert shown in body
