"""The ledger holds every call with what it took, and a reply until it is used."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.ledger import (
    Cost,
    answered_call,
    calls_of,
    close_call,
    costs_of,
    forget_replies,
    open_call,
    without_replies,
)
from graph.values.call_outcome import CallOutcome
from graph.values.items import ModelCall


@pytest.fixture
def knowledge(now: datetime) -> KnowledgeGraph:
    """A graph with a space `ada`."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space("ada", now=now)
    return made


def call_at(now: datetime, *, prompt_hash: str = "p", purpose: str = "read") -> ModelCall:
    """A call that is about to be made."""
    return ModelCall(
        id="",
        purpose=purpose,
        model="openai/small",
        prompt_hash=prompt_hash,
        prompt_version="v",
        asked_by="me",
        outcome=CallOutcome.UNDER_WAY,
        tokens_in=100,
        is_estimated=True,
        created_at=now,
    )


def made(knowledge: KnowledgeGraph, call: ModelCall, **after: object) -> ModelCall:
    """The call, opened and closed."""
    opened = open_call(knowledge, "ada", call)
    return close_call(knowledge, "ada", opened, replace(opened, **after))  # type: ignore[arg-type]


ANSWER: dict[str, object] = {
    "outcome": CallOutcome.ANSWERED,
    "tokens_in": 90,
    "tokens_out": 10,
    "tokens_cached": 64,
    "is_estimated": False,
    "cost": 0.25,
    "duration_ms": 1200,
}


def test_call_stands_in_the_ledger_before_it_is_made(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A process that dies while it waits leaves a call under way, not a hole."""
    opened = open_call(knowledge, "ada", call_at(now))

    assert list(calls_of(knowledge, "ada")) == [replace(call_at(now), id=opened.id)]


def test_reply_is_kept_until_it_is_spent(knowledge: KnowledgeGraph, now: datetime) -> None:
    """The newest reply to a prompt is found again, also by another process; then only the call is left."""
    made(knowledge, call_at(now), **ANSWER, body="old")
    newer = made(knowledge, call_at(now + timedelta(seconds=1)), **ANSWER, body="new")
    made(knowledge, call_at(now + timedelta(seconds=2)), outcome=CallOutcome.BUSY)
    made(knowledge, call_at(now, prompt_hash="other"), **ANSWER, body="other")

    assert answered_call(knowledge, "ada", "p") == newer
    assert answered_call(knowledge, "ada", "unknown") is None

    knowledge.store.write("ada", without_replies([each.id for each in calls_of(knowledge, "ada")]))

    assert answered_call(knowledge, "ada", "p") is None
    assert [each.outcome for each in calls_of(knowledge, "ada")].count(CallOutcome.ANSWERED) == 3


def test_calls_are_told_newest_first_without_replies(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What was said is long, and nobody's business in a list."""
    ids = [made(knowledge, call_at(now + timedelta(seconds=at)), **ANSWER, body="x").id for at in range(3)]

    told = list(calls_of(knowledge, "ada"))

    assert [call.id for call in told] == ids[::-1]
    assert {call.body for call in told} == {""}


def test_costs_add_up(now: datetime) -> None:
    """Tokens and money are summed for each purpose and model; calls that failed count, and cost nothing."""
    read = replace(call_at(now), **ANSWER)  # type: ignore[arg-type]
    busy = replace(call_at(now), outcome=CallOutcome.BUSY, tokens_in=0)
    write = replace(call_at(now, purpose="write"), **ANSWER | {"cost": None})  # type: ignore[arg-type]

    assert costs_of([write, read, busy, read]) == [
        Cost(
            purpose="read",
            model="openai/small",
            calls=3,
            failed=1,
            tokens_in=180,
            tokens_out=20,
            tokens_cached=128,
            cost=0.5,
            duration_ms=2400,
        ),
        Cost(
            purpose="write",
            model="openai/small",
            calls=1,
            tokens_in=90,
            tokens_out=10,
            tokens_cached=64,
            cost=None,
            duration_ms=1200,
        ),
    ]


def test_old_replies_are_forgotten(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A reply whose round was never written goes after a day, by the hour; the call stays."""
    made(knowledge, call_at(now - timedelta(hours=24, milliseconds=1)), **ANSWER, body="old")
    young = made(knowledge, call_at(now - timedelta(hours=24), prompt_hash="q"), **ANSWER, body="young")

    assert forget_replies(knowledge, "ada", keep_hours=24, now=now) == 1
    assert (answered_call(knowledge, "ada", "p"), answered_call(knowledge, "ada", "q")) == (None, young)
    assert len(list(calls_of(knowledge, "ada"))) == 2
