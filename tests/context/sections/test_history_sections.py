"""The history outside of what is visible, as far as the budget goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewSummary
from graph.values.items import Message, Role, Summary
from tests.context.scenes import NOW, harbour

START = datetime(2024, 5, 3, 12, tzinfo=UTC)
CONVERSATIONS = 260
FAN = 8
"""Summaries that one of the level above holds."""


def test_roots_stand_for_the_old_part_of_a_long_history() -> None:
    """Many lines match, and still each period outside of what is visible is told."""  # ACCEPTANCE 3.15
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    lines = [
        Line(role=Role.USER, sender="Nora", body=f"The harbour of town {i} needs boats.", sent_at=START + timedelta(i))
        for i in range(CONVERSATIONS)
    ]
    now = START + timedelta(CONVERSATIONS)
    level: Sequence[str] = knowledge.append("home", lines, now=now).new
    for number in (1, 2, 3):
        fan = 1 if number == 1 else FAN
        parts = [level[i : i + fan] for i in range(0, len(level) - len(level) % fan, fan)]
        bodies = [f"Part {i}: Nora sold {i + 3} nets. " * 4 for i, _ in enumerate(parts)]
        told = [
            NewSummary(ref=f"new:{i}", level=number, members=tuple(part), body=bodies[i], conversation=None)
            for i, part in enumerate(parts)
        ]
        level = [*apply_changes(knowledge, "home", told, now=now).ids.values()]

    request = TurnRequest(space="home", query="Which harbour needs boats?", visible=10, record=False)
    turn = take_turn(knowledge, request, now=now)

    found = knowledge.get("home", [each.id for each in turn.items]).values()
    shown = [item for item in found if isinstance(item, Summary | Message)]
    summaries = [item for item in shown if isinstance(item, Summary)]
    assert turn.block.budget_tokens == 2048 and turn.block.left_out_count == 0
    assert {summary.level for summary in summaries} >= {3}
    assert min(each.first_at if isinstance(each, Summary) else each.sent_at for each in shown) == START
    knowledge.close()


def test_a_history_that_fits_is_shown_whole() -> None:
    """Its summaries make way for the lines that they were made of, and no line is left out."""  # ACCEPTANCE 3.15
    knowledge = harbour()
    ids = knowledge.index("harbour").last_messages(100)
    request = TurnRequest(space="harbour", query="Should I give Brona the ledger?", record=False)

    whole = take_turn(knowledge, replace(request, budget_tokens=2000), now=NOW)
    part = take_turn(knowledge, replace(request, budget_tokens=400), now=NOW)

    assert {item.id for item in whole.items if item.label is Label.MESSAGE} == set(ids)
    assert not [item.id for item in whole.items if item.label is Label.SUMMARY]
    assert whole.block.left_out_count == 0
    assert [item.id for item in part.items if item.label is Label.SUMMARY]


def test_a_long_message_keeps_the_part_that_answers() -> None:
    """Where it also is among the newest, its beginning does not take the place of what was found."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=START)
    body = " ".join([*(f"Boat {n} is painted blue." for n in range(60)), "The harbour of Tarn opens at seven."])
    lines = [Line(role=Role.USER, sender="Nora", body=text, sent_at=START) for text in (body, "It rains.")]
    knowledge.append("home", lines, now=START)

    request = TurnRequest(space="home", query="When does the harbour of Tarn open?", visible=0, record=False)
    shown = take_turn(knowledge, request, now=START + timedelta(1)).block.body

    assert "It rains." in shown and "The harbour of Tarn opens at seven." in shown
    knowledge.close()
