"""The ledger is listed and summed up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.wiring import Service
from graph.upkeep.ledger import close_call, open_call
from graph.values.call_outcome import CallOutcome
from graph.values.items import ModelCall
from tests.api.conftest import NOW

CALL = ModelCall(
    id="",
    purpose="read",
    model="openai/small",
    prompt_hash="h",
    prompt_version="read.en@1",
    asked_by="me",
    outcome=CallOutcome.UNDER_WAY,
    tokens_in=100,
    is_estimated=True,
    created_at=NOW,
)
DONE: dict[str, Any] = {"tokens_in": 90, "tokens_out": 10, "is_estimated": False, "cost": 0.25, "duration_ms": 1200}


@pytest.fixture
def asked(client: TestClient, service: Service) -> TestClient:
    """A caller whose space has 8 messages and three calls, one of them busy."""
    said = [{"role": "user", "content": f"line {n}"} for n in range(8)]
    assert client.post("/v1/spaces/ada/messages", json={"messages": said}).status_code == 200
    outcomes = (CallOutcome.BUSY, CallOutcome.ANSWERED, CallOutcome.ANSWERED)
    for number, (purpose, outcome) in enumerate(zip(("read", "read", "write"), outcomes, strict=True)):
        call = replace(CALL, purpose=purpose, created_at=NOW + timedelta(seconds=number))
        opened = open_call(service.knowledge, "ada", call)
        taken = DONE if outcome is CallOutcome.ANSWERED else {"tokens_in": 0, "error": "RateLimitError 429"}
        close_call(service.knowledge, "ada", opened, replace(opened, outcome=outcome, body="secret", **taken))
    return client


def test_calls_are_listed_newest_first(asked: TestClient) -> None:
    """Page by page, with what each took, and without what was said."""
    first = asked.get("/v1/spaces/ada/calls", params={"limit": 2}).json()
    rest = asked.get("/v1/spaces/ada/calls", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    calls = [*first["calls"], *rest["calls"]]
    assert [(call["purpose"], call["outcome"]) for call in calls] == [
        ("write", "answered"),
        ("read", "answered"),
        ("read", "busy"),
    ]
    assert rest["next_cursor"] is None
    assert calls[2]["error"] == "RateLimitError 429"
    assert calls[0] == {
        "id": calls[0]["id"],
        "purpose": "write",
        "model": "openai/small",
        "outcome": "answered",
        "prompt_version": "read.en@1",
        "prompt_hash": "h",
        "asked_by": "me",
        "tokens_in": 90,
        "tokens_out": 10,
        "tokens_cached": None,
        "is_estimated": False,
        "cost": 0.25,
        "duration_ms": 1200,
        "error": None,
        "created_at": "2026-03-01T18:30:02Z",
    }


def test_calls_of_one_purpose(asked: TestClient) -> None:
    """A purpose that does not exist is a mistake, an unknown space too."""
    listed = asked.get("/v1/spaces/ada/calls", params={"purpose": "read"}).json()["calls"]

    assert [call["purpose"] for call in listed] == ["read", "read"]
    assert asked.get("/v1/spaces/ada/calls", params={"purpose": "reed"}).status_code == 422
    assert asked.get("/v1/spaces/bob/calls").status_code == asked.get("/v1/spaces/bob/cost").status_code == 404


def test_cost_adds_up(asked: TestClient, service: Service) -> None:
    """The sums of the ledger, for each 100 messages, and the hour against its ceilings."""
    service.governor.reserve("ada", 100, now=NOW)
    service.governor.reserve("bob", 11, now=NOW)

    answer = asked.get("/v1/spaces/ada/cost").json()

    read = {"purpose": "read", "calls": 2, "failed": 1, "calls_per_100_messages": 25.0}
    write = {"purpose": "write", "calls": 1, "failed": 0, "calls_per_100_messages": 12.5}
    taken = {"model": "openai/small", "tokens_in": 90, "tokens_out": 10, "tokens_cached": 0, "cost": 0.25}
    assert answer == {
        "messages": 8,
        "calls": 3,
        "cost": 0.5,
        "calls_per_100_messages": 37.5,
        "lines": [read | taken, write | taken],
        "hour": {"calls": 1, "calls_max": 120, "tokens": 100, "tokens_max": 1_000_000},
        "hour_of_all": {"calls": 2, "calls_max": 1200, "tokens": 111, "tokens_max": 10_000_000},
    }


def test_sums_of_dollars_have_no_noise(client: TestClient, service: Service) -> None:
    """A tenth of a dollar and two tenths are three tenths."""
    for number, cost in enumerate((0.1, 0.2)):
        opened = open_call(service.knowledge, "ada", replace(CALL, prompt_hash=f"h{number}"))
        done = replace(opened, outcome=CallOutcome.ANSWERED, **DONE | {"cost": cost})
        close_call(service.knowledge, "ada", opened, done)

    answer = client.get("/v1/spaces/ada/cost").json()

    assert (answer["cost"], answer["lines"][0]["cost"]) == (0.3, 0.3)


def test_no_calls_cost_nothing(client: TestClient) -> None:
    """A new space has no ledger, and no division by its messages."""
    answer = client.get("/v1/spaces/ada/cost").json()

    assert (answer["calls"], answer["cost"], answer["calls_per_100_messages"], answer["lines"]) == (0, 0, 0.0, [])
