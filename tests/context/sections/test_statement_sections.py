"""Statements in a block: what holds, and what was so on the day on which it was said."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.changes import NewFact
from graph.values.items import Author, FactKind, Role
from tests.context.select.choosing import NOW, choose, fact, missed, shown

START = datetime(2024, 5, 3, 12, tzinfo=UTC)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space "home" in memory."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=START)
    yield graph
    graph.close()


def at(day: int) -> datetime:
    """A day after the start."""
    return START + timedelta(days=day)


def say(knowledge: KnowledgeGraph, *lines: tuple[int, str, str]) -> tuple[str, ...]:
    """Lines with the days after the start on which they are said, and by whom; rounds without a model read them."""
    said = [Line(role=Role.USER, sender=sender, body=body, sent_at=at(day)) for day, sender, body in lines]
    found = knowledge.append("home", said, now=START).new
    run_rounds(knowledge, "home", owner="test", now=START + timedelta(days=90), policy=RoundPolicy())
    return found


def block(knowledge: KnowledgeGraph, question: str, *, budget_tokens: int = 2048) -> str:
    """The block for a question, with nothing visible."""
    request = TurnRequest(space="home", query=question, visible=0, record=False, budget_tokens=budget_tokens)
    return take_turn(knowledge, request, now=START + timedelta(days=90)).block.body


def test_a_statement_tells_the_days_that_it_means(knowledge: KnowledgeGraph) -> None:
    """As a line does: "last weekend" means nothing to who reads it a year later."""
    _, moved = say(
        knowledge, (0, "Nora", "I live in Leeds."), (20, "Nora", "Boxes everywhere since last weekend, but we are in!")
    )
    fact = NewFact(body="Nora moved to York last weekend.", importance=8, sources=(moved,), author=Author.MODEL)
    apply_changes(knowledge, "home", [fact], now=START + timedelta(days=21))

    assert "Nora moved to York last weekend (18–19 May). (23 May 2024)" in block(knowledge, "When did I move to York?")


def test_what_a_model_or_a_person_wrote_is_told_as_what_holds(knowledge: KnowledgeGraph) -> None:
    """They would have said that something replaces it."""
    first, _ = say(
        knowledge, (0, "Nora", "The new pills are fine, fifty it is."), (20, "Nora", "Sertraline makes me tired.")
    )
    facts = [
        NewFact(body="Nora takes 50 mg of sertraline.", importance=8, sources=(first,), author=Author.MODEL),
        NewFact(body="Sertraline is taken at noon.", sources=(), author=Author.CALLER),
    ]
    apply_changes(knowledge, "home", facts, now=START + timedelta(days=21))

    told = block(knowledge, "How much sertraline do I take, and when?")

    assert "50 mg of sertraline. (3 May 2024)" in told
    assert "Sertraline is taken at noon." in told.partition("## Most recent messages")[0]


def test_a_fact_is_not_repeated_below_its_line_with_a_day_in_it(knowledge: KnowledgeGraph) -> None:
    """The day behind "last week" is ours: the line says the fact all the same."""
    told = "I went on a mountaineering trip last week with some workmates."
    say(
        knowledge,
        *((n, "Nora", f"John, the harbour was wet on day {n}, and the road was closed.") for n in range(1, 30)),
        (30, "John", f"Thanks, Nora! Losing a pet is hard, but the road gets easier by the week. {told}"),
    )

    shown = block(knowledge, "Is losing a pet hard for John after a week?", budget_tokens=300)

    assert shown.count("I went on a mountaineering trip") == 1


@pytest.mark.parametrize(("over_in", "is_shown"), [(timedelta(seconds=1), True), (timedelta(0), False)])
def test_an_objective_is_shown_until_its_time_is_over(over_in: timedelta, is_shown: bool) -> None:
    """Afterwards only the line of its day tells of it; so it is with a model's."""
    aim = fact(1, "Nora will sail to Bergen.", kind=FactKind.OBJECTIVE, valid_to=NOW + over_in)
    theory = fact(2, "Nora can sail.", kind=FactKind.THEORY, valid_to=NOW)

    found = choose([(aim, 0.9), (theory, 0.8)])

    assert (aim.id, "objectives") in shown(found) or not is_shown
    assert missed(found) == ({} if is_shown else {aim.id: "its time is over"})
