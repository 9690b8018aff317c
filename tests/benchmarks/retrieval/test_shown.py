"""When a block counts as showing a message."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from benchmarks.retrieval.folder import Asked
from benchmarks.retrieval.measure import EXCERPTS
from benchmarks.retrieval.shown import Shown
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewFact
from graph.values.items import Author, Role

NOW = datetime(2026, 6, 1, tzinfo=UTC)
FILLING = "".join(f"Line {number} goes nowhere near. " for number in range(30))
LONG = Line(
    role=Role.ASSISTANT,
    body=f"The mill burned down. {FILLING}The ferry to Heybeli leaves at noon. {FILLING}",
    sent_at=NOW - timedelta(days=40),
)
SHORT = Line(role=Role.USER, sender="Ada", body="Nil likes pears.", sent_at=NOW - timedelta(days=20))


def asked(question: str, answer: str | None = None) -> Asked:
    """A question; its evidence does not matter here."""
    return Asked(question=question, at=None, conversation=None, evidence=("x",), category="all", answer=answer)


def block(question: str, tokens: int = 512) -> tuple[KnowledgeGraph, tuple[str, ...], Turn]:
    """A graph with both messages, their ids, and the block for a question."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("ada", now=NOW)
    ids = knowledge.append("ada", [LONG, SHORT], now=NOW).messages
    request = TurnRequest(space="ada", query=question, visible=0, budget_tokens=tokens, record=False)
    return knowledge, ids, take_turn(knowledge, request, profile=EXCERPTS, now=NOW)


@pytest.mark.parametrize(("answer", "is_shown"), [("at noon", True), ("the mill burned down", False)])
def test_a_cut_message_needs_its_sentence(answer: str, is_shown: bool) -> None:
    """An excerpt counts when it holds as much of question and answer as the message's best sentence."""
    knowledge, ids, turn = block("When does the ferry to Heybeli leave?")
    question = "When does the ferry to Heybeli leave?" if is_shown else "What of the mill?"

    assert Shown(knowledge, "ada", turn, asked(question, answer)).holds(ids[0], LONG) is is_shown
    knowledge.close()


def test_a_whole_message_is_shown() -> None:
    """What stands there uncut counts."""
    knowledge, ids, turn = block("What does Nil like?")

    assert Shown(knowledge, "ada", turn, asked("What does Nil like?")).holds(ids[1], SHORT)
    knowledge.close()


def test_what_is_not_in_the_block_is_not_shown() -> None:
    """An empty block shows nothing."""
    knowledge, ids, turn = block("What does Nil like?", tokens=0)

    assert not Shown(knowledge, "ada", turn, asked("What does Nil like?")).holds(ids[1], SHORT)
    knowledge.close()


def test_a_day_behind_a_word_is_no_other_line() -> None:
    """A block says which day "yesterday" was."""
    knowledge, _, _ = block("What does Nil like?")
    line = Line(role=Role.USER, sender="Nil", body="I swam in the cold river yesterday.", sent_at=NOW)
    ids = knowledge.append("ada", [line], now=NOW).messages
    request = TurnRequest(space="ada", query="Who swam in the river?", visible=0, budget_tokens=512, record=False)

    turn = take_turn(knowledge, request, profile=EXCERPTS, now=NOW)

    assert "yesterday (" in turn.block.body
    assert Shown(knowledge, "ada", turn, asked("Who swam in the river?")).holds(ids[0], line)
    knowledge.close()


@pytest.mark.parametrize(("question", "is_shown"), [("When did Ada fly?", False), ("Where did Ada fly?", True)])
def test_whoever_asks_when_needs_the_day(question: str, is_shown: bool) -> None:
    """A fact has only the day on which its message was said, so it does not show the day that the message mentions."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("ada", now=NOW)
    line = Line(
        role=Role.USER, sender="Ada", body="I flew to Toronto three days ago.", sent_at=NOW - timedelta(days=40)
    )
    [said] = knowledge.append("ada", [line], now=NOW).messages
    fact = NewFact(body="Ada flew to Toronto.", sources=(said,), importance=10, author=Author.MODEL)
    apply_changes(knowledge, "ada", [fact], now=NOW)
    turn = take_turn(knowledge, TurnRequest(space="ada", query=question, visible=0, record=False), now=NOW)
    cited = replace(turn, items=tuple(item for item in turn.items if item.label is Label.FACT))

    assert Shown(knowledge, "ada", cited, asked(question)).holds(said, line) is is_shown
    knowledge.close()
