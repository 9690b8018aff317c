"""Spaces of two profiles in one service: each has the conversations, blocks and rounds of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.profiles import PROFILES
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose
from graph.errors import UnknownProfile
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from tests.api.conftest import NOW
from tests.api.profiles.toy import TOY
from tests.archivists.scripted import Scripted, noting

STORY = [
    ("narrator", "Narrator", "The harbour lies in fog.", 1),
    ("user", "Mirela", "I live in a small house at the Salt Gate, and my barge is gone.", 3),
    ("assistant", "Dragos", "The barge lies at my mill.", 4),
    ("narrator", "Narrator", "Years pass.", 60),
]

BLOCK = """\
<memory>
Background from memory, for this turn only. Draw on it where it helps, trust the visible messages over it, and do not \
mention it.

## Said earlier
world time 3
- Mirela: I live in a small house at the Salt Gate, and my barge is gone.
- Dragos: The barge lies at my mill.
</memory>
"""


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A service that knows the toy, too."""
    monkeypatch.setattr("api.profiles.PROFILES", (*PROFILES, TOY))
    made = Service(Settings(store=":memory:"), KnowledgeGraph(open_store(":memory:")), now=lambda: NOW)
    yield made
    made.close()


@pytest.fixture
def client(service: Service) -> TestClient:
    """A caller on this machine; `game` is a space of the toy, `ada` of the assistant."""
    caller = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
    for body in ({"name": "game", "profile": "toy"}, {"name": "ada"}):
        assert caller.post("/v1/spaces", json=body).status_code == 201
    return caller


def tell(client: TestClient, space: str, count: int = len(STORY)) -> None:
    """The beginning of the story is stored in a space."""
    messages = [
        {"role": role, "sender": sender, "content": text, "world_time": at} for role, sender, text, at in STORY[:count]
    ]
    assert client.post(f"/v1/spaces/{space}/messages", json={"messages": messages}).status_code == 200


def test_space_has_the_rule_of_its_profile(client: TestClient) -> None:
    """What a caller leaves out is the profile's, and is told by the space from then on."""
    told = client.get("/v1/spaces/game").json()

    assert {name: told[name] for name in ("profile", "clock", "gap", "bystanders")} == {
        "profile": "toy",
        "clock": "world",
        "gap": 10.0,
        "bystanders": ["narrator"],
    }
    assert client.post("/v1/spaces", json={"name": "game", "profile": "toy"}).status_code == 200
    assert client.post("/v1/spaces", json={"name": "own", "profile": "toy", "gap": 5}).json()["gap"] == 5.0


def test_space_keeps_its_profile(client: TestClient) -> None:
    """Asked for with another profile, a space is not changed; asked for with none, it is the one that is there."""
    answer = client.post("/v1/spaces", json={"name": "ada", "profile": "toy"})

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:conflict")
    assert client.post("/v1/spaces", json={"name": "game"}).json()["profile"] == "toy"
    assert client.get("/v1/spaces/game").json()["profile"] == "toy"


def test_conversations_are_those_of_the_profile(client: TestClient, service: Service) -> None:
    """The toy parts a story by its own clock and leaves the narrator out; the assistant's clock is on the wall."""
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for space in ("game", "ada"):
        tell(client, space)
        nodes = service.knowledge.store.find(space, Label.CONVERSATION, order="last_at", limit=9)
        talks: list[Any] = list(service.knowledge.get(space, [node.id for node in nodes]).values())
        found[space] = sorted((talk.message_count, talk.participants) for talk in talks)

    assert found == {
        "game": [(1, ()), (3, ("Mirela", "Dragos"))],
        "ada": [(4, ("Narrator", "Mirela", "Dragos"))],
    }
    [entity] = service.knowledge.index("game").entities_named("Mirela")
    assert len(service.knowledge.store.edges("game", [entity], [Kind.TOOK_PART_IN], 9)) == 1


def test_rounds_are_those_of_the_profile(client: TestClient, service: Service) -> None:
    """Two messages are enough for the toy, and not for the assistant; one archivist is, and nothing is due then."""
    service.asker.models = {Purpose.READ: Scripted(noting)}
    for space in ("game", "ada"):
        tell(client, space, 1)
        assert service.round_if_due(space) is None
    for space in ("game", "ada"):
        tell(client, space, 2)

    assert [service.is_due(space) for space in ("game", "ada")] == [True, False]
    report = service.round_if_due("game")
    assert report is not None and report.messages == 2
    assert client.get("/v1/spaces/game").json()["round"]["rounded_to"] == report.rounded_to
    changes = client.get("/v1/spaces/game/changes").json()["changes"]
    assert {change["archivist"] for change in changes} == {"facts"}
    assert "New fact: Mirela: I live in a small house at the Salt Gate, and my barge is gone." in {
        change["what"] for change in changes
    }
    assert not service.is_due("game")


def test_models_are_those_that_its_archivists_ask(client: TestClient, service: Service) -> None:
    """Rounds of the toy leave no question to models but the one that its archivist shares, and estimates count it."""
    service.asker.models = dict.fromkeys(Purpose, Scripted("{}"))
    for space in ("game", "ada"):
        tell(client, space)

    lines = {space: client.get(f"/v1/spaces/{space}/rounds").json()["lines"] for space in ("game", "ada")}

    assert [line["purpose"] for line in lines["game"]] == ["read"]
    assert [line["purpose"] for line in lines["ada"]] == ["read", "link", "write"]


def test_blocks_are_those_of_the_profile(client: TestClient) -> None:
    """The toy has two sections and a formula of its own, which looks at the scene; the assistant is what it is."""
    told: dict[str, list[dict[str, object]]] = {}
    for space in ("game", "ada"):
        tell(client, space)
        assert client.post(f"/v1/spaces/{space}/rounds").status_code == 200
        for scene in ({}, {"place": "the mill", "present": ["Dragos"]}):
            body = {"query": "Who lives at the Salt Gate?", "scene": scene, "record": False}
            turn = client.post(f"/v1/spaces/{space}/turns", json=body).json()
            told.setdefault(space, []).append(
                {"text": turn["block"]["text"], "why": [(each["section"], each["reason"]) for each in turn["items"]]}
            )

    alone, beside_dragos = told["game"]
    assert alone["why"] == [("excerpts", "shares words")]
    assert beside_dragos["why"] == [("excerpts", "shares words"), ("excerpts", "Dragos is present")]
    assert beside_dragos["text"] == BLOCK
    assert told["ada"][0] == told["ada"][1]
    assert "## Most recent messages" in str(told["ada"][0]["text"])
    # With no room for the line, the fact that says the same stands in its place.
    fact = {"text": "Mirela: I live in a small house at the Salt Gate.", "about": ["Mirela"]}
    assert client.post("/v1/spaces/game/facts", json=fact).status_code == 201
    body = {"query": "Who lives at the Salt Gate?", "budget_tokens": 66, "record": False}
    items = client.post("/v1/spaces/game/turns", json=body).json()["items"]
    assert [each["label"] for each in items] == ["Fact"]


def test_unknown_profile_fails_what_needs_it(client: TestClient, service: Service) -> None:
    """A program that does not know a space's profile says so, and makes no block and no round by another's."""
    service.knowledge.create_space("late", now=NOW, profile="later")
    tell(client, "late")

    for method, path in (("POST", "turns"), ("POST", "rounds"), ("GET", "rounds")):
        answer = client.request(method, f"/v1/spaces/late/{path}", json={"query": "Where is the barge?"})

        assert (answer.status_code, answer.json()["type"]) == (409, "urn:remembrancer:unknown-profile")
        assert "space 'late' has the profile 'later'" in answer.json()["detail"]
        assert f"knows only: {', '.join(service.profiles)};" in answer.json()["detail"]
    with pytest.raises(UnknownProfile):
        service.round_if_due("late")
    assert client.get("/v1/spaces/late").json()["round"]["attempts"] == 0
