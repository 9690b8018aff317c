"""Each way in which a provider fails is told apart wherever people look, and none keeps a space from being read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.commands.doctor import _space_checks
from api.commands.spaces import rounds_in_words
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import LiteLLMModel, Model, Purpose
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.leases import ATTEMPTS_MAX
from graph.upkeep.ledger import calls_of
from graph.values.items import Role
from tests.api.conftest import NOW
from tests.archivists.scripted import BUSY, DOWN, LATE, NO_KEY, NO_QUOTA, Scripted
from tests.archivists.scripted_server import Fail, Say, ScriptedServer, Step

FAILURES = [
    (NO_KEY, "no_access", "refuses the key; check the key and what it may do"),
    (NO_QUOTA, "no_quota", "has no quota left; pay the provider, or name another model"),
    (BUSY, "busy", "is busy"),
    (DOWN, "unavailable", "cannot be reached, or its server fails"),
    (LATE, "timed_out", "took too long"),
]
EMPTY = json.dumps({"facts": []})


@dataclass
class World:
    """A service with a model, whose space `ada` has ten unread messages, and whose clock is moved by hand."""

    service: Service
    client: TestClient
    now: datetime = NOW

    def told(self) -> tuple[str, str]:
        """What `spaces` and `doctor` say of the space."""
        space = self.service.knowledge.space("ada")
        return rounds_in_words(space, self.now), [check.text for check in _space_checks(self.service, "ada")][-1]


@contextmanager
def world_of(model: Model) -> Iterator[World]:
    """A service that asks this model for what is new."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    service = Service(Settings(store=":memory:"), knowledge, models={Purpose.READ: model}, now=lambda: world.now)
    service.asker.wait = lambda seconds: None
    knowledge.create_space("ada", now=NOW)
    lines = [Line(role=Role.USER, sender="Ada", body=f"My sister Nil has {number} boats.") for number in range(10)]
    knowledge.append("ada", lines, now=NOW)
    world = World(service, TestClient(create_app(service), base_url="http://127.0.0.1:8765"))
    yield world
    service.close()


@pytest.mark.parametrize(("failure", "outcome", "words"), FAILURES, ids=[each[1] for each in FAILURES])
def test_failure_is_told_and_rules_read_in_the_end(failure: object, outcome: str, words: str) -> None:
    """Each of four tries counts and is told by the route, `spaces`, `doctor` and the ledger; then rules read."""
    with world_of(Scripted(failure)) as world:  # type: ignore[arg-type]
        for attempt in range(1, ATTEMPTS_MAX):
            answer = world.client.post("/v1/spaces/ada/rounds")
            note, check = world.told()

            assert answer.status_code == 503 and f"scripted {words}" in answer.json()["detail"]
            assert world.service.knowledge.space("ada").attempts == attempt
            assert note.startswith("failed ") and words in note and words in check
            world.now += timedelta(hours=1)

        answer = world.client.post("/v1/spaces/ada/rounds")

        assert answer.status_code == 200 and answer.json()["rounds"][0]["messages"] == 10
        assert {call.outcome for call in calls_of(world.service.knowledge, "ada")} == {outcome}
        assert world.told()[0] == ""


@pytest.mark.parametrize("seconds", [7.0, 90.0])
def test_wait_that_is_asked_for_counts_as_no_try(seconds: float) -> None:
    """A provider that says when to come back is believed: the round waits until then, and the model reads it."""
    busy = replace(BUSY, retry_after_seconds=seconds)
    with world_of(Scripted(*[busy] * (3 if seconds < 20 else 1), EMPTY)) as world:
        refused = world.client.post("/v1/spaces/ada/rounds")
        note, check = world.told()

        assert refused.status_code == 409 and "scripted is busy: " in refused.json()["detail"]
        assert note.startswith("put off until ") and "scripted is busy: " in note and "scripted is busy: " in check
        space = world.service.knowledge.space("ada")
        assert (space.attempts, space.retry_at) == (0, NOW + timedelta(seconds=seconds))
        assert not world.service.is_due("ada")
        world.now = NOW + timedelta(seconds=seconds)
        assert world.service.is_due("ada")
        assert world.client.post("/v1/spaces/ada/rounds").json()["rounds"][0]["messages"] == 10


@pytest.mark.llm
@pytest.mark.parametrize(
    ("step", "outcome"),
    [
        (Fail(401), "no_access"),
        (Fail(429, {"Retry-After": "1"}, "You exceeded your current quota.", "insufficient_quota"), "no_quota"),
        (Fail(429), "busy"),
        (Fail(503), "unavailable"),
    ],
)
def test_provider_that_fails_for_ever_holds_nothing_up(
    step: Step, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that answers nothing else is asked in five tries at most, and then rules read."""
    with ScriptedServer(step).serving() as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789abcdefghijklmnop")
        with world_of(LiteLLMModel("openai/small")) as world:
            statuses = []
            for _ in range(ATTEMPTS_MAX):
                statuses.append(world.client.post("/v1/spaces/ada/rounds").status_code)
                world.now += timedelta(hours=1)

            assert statuses == [503] * (ATTEMPTS_MAX - 1) + [200]
            assert {call.outcome for call in calls_of(world.service.knowledge, "ada")} == {outcome}


@pytest.mark.llm
def test_provider_that_names_a_time_is_asked_again_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is put off and counts no try."""
    with ScriptedServer(Fail(429, {"Retry-After": "90"}), Say(EMPTY)).serving() as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789abcdefghijklmnop")
        with world_of(LiteLLMModel("openai/small")) as world:
            refused = world.client.post("/v1/spaces/ada/rounds")
            world.now += timedelta(seconds=90)
            read = world.client.post("/v1/spaces/ada/rounds")

            assert (refused.status_code, read.status_code, len(server.requests)) == (409, 200, 2)
            assert world.service.knowledge.space("ada").attempts == 0
