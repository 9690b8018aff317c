"""Games over HTTP: saved and loaded as one document, counted, added to, and begun anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient

from api.wiring import Service
from archivists.models.provider import Purpose
from graph.store.verbs import Label
from tests.api.conftest import NOW
from tests.api.profiles.test_game import RECENT, TALK
from tests.archivists.scripted import Scripted

SAVED = """\
conversationMemory:
  immediateContext:
    recentInteractions:
      - playerInput: "What are the dangers, ARIA?"
        llmResponse: "Detective Chen, I've been analyzing..."
        timestamp: "2024-01-15T14:30:00Z"
        importance: "medium"

  significantMemories:
    - id: "aria_consciousness_discussion"
      type: "character_bond"
      summary: "Player and ARIA discussed AI consciousness and rights, building trust"
      participants: ["aria", "player"]
      importance: 8
      contextTriggers: ["consciousness", "AI rights", "sentience", "ARIA"]
      lastAccessed: "2024-01-15T14:30:00Z"

    - id: "keys_found_behind_photo"
      type: "discovery"
      summary: "Player found car keys hidden behind Eleanor's photograph on mantel"
      relatedItems: ["car_keys"]
      relatedLocations: ["keepers_quarters"]
      importance: 7
      contextTriggers: ["photo", "Eleanor", "mantel", "keys", "hidden"]
      lastAccessed: 2024-01-15T14:25:00Z
"""
"""The document of the source; one of its times stands without quotes."""

YAML = {"Content-Type": "application/yaml"}


@pytest.fixture
def game(client: TestClient) -> TestClient:
    """Two empty games."""
    for name in ("save", "copy"):
        assert client.post("/v1/spaces", json={"name": name, "profile": "game"}).status_code == 201
    return client


def play(client: TestClient, count: int) -> None:
    """So many interactions, a minute apart."""
    for number in range(count):
        at = (NOW - timedelta(minutes=count - number)).isoformat()
        said = {"role": "user", "content": f"go north {number}", "sent_at": at}
        scene = {"place": f"field_{number}", "current_scene": f"Field {number}", "emotional_context": "calm"}
        turn = client.post("/v1/spaces/save/turns", json={"messages": [said], "scene": scene})
        assert turn.status_code == 200, turn.text
        reply = {"role": "assistant", "content": f"You reach field {number}.", "sent_at": at}
        assert client.post("/v1/spaces/save/messages", json={"messages": [reply]}).status_code == 200


def state(client: TestClient, space: str, **query: str) -> Any:
    """The state of a space, in JSON."""
    return client.get(f"/v1/spaces/{space}/state", params=query)


@pytest.mark.parametrize("content", ["[" * 600, "{a: " * 600 + "1" + "}" * 600], ids=["open", "closed"])
def test_nested_yaml_is_refused(game: TestClient, content: str) -> None:
    """Levels without end are the caller's mistake, not the service's."""
    answer = game.put("/v1/spaces/deep/state", content=content, headers=YAML)

    assert answer.status_code == 422
    assert "too many levels" in answer.json()["detail"]


def test_yaml_of_the_source_goes_in_and_comes_out(game: TestClient) -> None:
    """With its names and ids; saved again, it is the same bytes, in YAML and in JSON."""  # ACCEPTANCE 2.9, 2.22
    assert game.put("/v1/spaces/save/state", content=SAVED, headers=YAML).status_code == 204

    saved = state(game, "save", format="yaml")
    assert saved.headers["content-type"].startswith("application/yaml")
    expected = yaml.safe_load(SAVED)
    memories = expected["conversationMemory"]["significantMemories"]
    memories[1]["lastAccessed"] = "2024-01-15T14:25:00Z"
    assert yaml.safe_load(saved.text) == expected == state(game, "save").json()
    assert game.put("/v1/spaces/copy/state", content=saved.content, headers=YAML).status_code == 204
    assert state(game, "copy", format="yaml").content == saved.content
    assert state(game, "copy").content == state(game, "save").content


def test_game_that_was_played_is_saved_whole(game: TestClient, service: Service) -> None:
    """Fifteen interactions, the last scene and its memories; the log has all."""  # ACCEPTANCE 2.6, 2.22
    play(game, 16)
    made = game.post("/v1/spaces/save/memories", json={"type": "promise", "summary": "Player promised to return"})
    assert made.status_code == 201

    saved = state(game, "save").json()["conversationMemory"]

    context = saved["immediateContext"]
    assert [each["playerInput"] for each in context["recentInteractions"]] == [f"go north {n}" for n in range(1, 16)]
    assert (context["currentScene"], context["emotionalContext"]) == ("Field 15", "calm")
    assert [each["id"] for each in saved["significantMemories"]] == [made.json()["id"]]
    assert len(service.knowledge.store.find("save", Label.MESSAGE, limit=99)) == 32
    assert game.put("/v1/spaces/copy/state", json={"conversationMemory": saved}).status_code == 204
    assert state(game, "copy").content == state(game, "save").content
    assert not service.is_due("copy")


def test_block_reads_as_the_sources(game: TestClient) -> None:
    """Interactions, scene and memories as the model gets them."""  # ACCEPTANCE 2.1, 2.17, 2.18, 2.20
    for minutes, said, response in TALK:
        at = (NOW - timedelta(minutes=minutes)).isoformat()
        lines = [{"role": "user", "content": said}, {"role": "assistant", "content": response}]
        body = {"messages": [{**line, "sent_at": at} for line in lines]}
        assert game.post("/v1/spaces/save/messages", json=body).status_code == 200
    keys = yaml.safe_load(SAVED)["conversationMemory"]["significantMemories"][1] | {"lastAccessed": NOW.isoformat()}
    assert game.post("/v1/spaces/save/memories", json=keys).status_code == 201

    scene = {"place": "keepers_quarters", "inventory": ["car_keys"], "current_scene": "The mantel"}
    asked = {"query": "search the photo of Eleanor", "scene": scene, "budget_tokens": 4000, "record": False}
    turn = game.post("/v1/spaces/save/turns", json=asked).json()

    told = "(items: car_keys) [just now]"
    memory = f"1. [DISCOVERY] Player found car keys hidden behind Eleanor's photograph on mantel {told}"
    expected = f"{RECENT}\nCurrent Scene: The mantel\n\nSignificant Memories (1 relevant):\n\n{memory}\n"
    assert expected in turn["block"]["text"]
    assert [item["score"] for item in turn["items"] if item["id"].startswith("g")] == [14.5]


def test_state_that_was_loaded_is_read(game: TestClient, service: Service) -> None:
    """No interaction of it waits for a round or is read again; a summary tells of them once they are over."""
    model = Scripted("{}")
    service.asker.models = {Purpose.MOMENTS: model}
    assert game.put("/v1/spaces/save/state", content=SAVED, headers=YAML).status_code == 204

    assert not game.get("/v1/spaces/save").json()["round"]["has_imports"]
    list(service.run_rounds("save"))
    assert len(service.knowledge.store.find("save", Label.SUMMARY, limit=9)) == 1
    assert len(state(game, "save").json()["conversationMemory"]["significantMemories"]) == 2
    assert not model.asked


def test_statistics_count_what_there_is(game: TestClient) -> None:
    """Interactions of the state, and all memories."""  # ACCEPTANCE 2.19
    assert game.get("/v1/spaces/save/stats").json() == {"recentCount": 0, "significantCount": 0, "setAsideCount": 0}
    play(game, 17)
    for number in range(3):
        game.post("/v1/spaces/save/memories", json={"type": "goal", "summary": f"Find lamp {number}"})

    assert game.get("/v1/spaces/save/stats").json() == {"recentCount": 15, "significantCount": 3, "setAsideCount": 0}


def test_the_state_says_how_many_memories_are_set_aside(game: TestClient, service: Service) -> None:
    """Without a model the least important above 50; each can be brought back, and the copy of a save has none."""
    for number in range(52):
        memory = {"id": f"k{number}", "type": "discovery", "summary": f"Key {number}.", "importance": 1 + number % 10}
        assert game.post("/v1/spaces/save/memories", json=memory).status_code == 201
    play(game, 12)
    list(service.run_rounds("save"))

    saved = state(game, "save").json()["conversationMemory"]
    changes = game.get("/v1/spaces/save/changes").json()["changes"]
    dropped = [each["id"] for each in changes if each["kind"] == "DropMemory"]
    assert len(saved["significantMemories"]) == 50
    assert (saved["setAsideCount"], len(dropped)) == (2, 2)
    assert {"k0", "k10"} == {f"k{n}" for n in range(52)} - {each["id"] for each in saved["significantMemories"]}
    assert game.put("/v1/spaces/copy/state", json={"conversationMemory": saved}).status_code == 204
    assert "setAsideCount" not in state(game, "copy").json()["conversationMemory"]

    assert game.post(f"/v1/spaces/save/changes/{dropped[0]}/undo").status_code == 200

    assert state(game, "save").json()["conversationMemory"]["setAsideCount"] == 1
    assert game.get("/v1/spaces/save/stats").json()["significantCount"] == 51


def test_reset_clears_all(game: TestClient, service: Service) -> None:
    """Nothing is left but an empty game of the same profile."""  # ACCEPTANCE 2.22
    play(game, 2)
    game.post("/v1/spaces/save/memories", json={"type": "goal", "summary": "Find the lamp"})

    answer = game.post("/v1/spaces/save/reset")

    assert (answer.status_code, answer.json()["profile"]) == (200, "game")
    empty = {"immediateContext": {"recentInteractions": []}, "significantMemories": []}
    assert state(game, "save").json() == {"conversationMemory": empty}
    assert [service.knowledge.store.find("save", label, limit=1) for label in Label if label is not Label.SPACE] == (
        [[]] * (len(Label) - 1)
    )
    play(game, 1)


@pytest.mark.parametrize(
    "change", [{"type": "rumour"}, {"importance": 0}, {"importance": 11}, {"summary": ""}, {"x": 1}]
)
def test_what_is_no_memory_is_refused(game: TestClient, change: dict[str, object]) -> None:
    """Types are exactly five, and importance is 1 to 10."""  # ACCEPTANCE 2.8
    body = {"type": "goal", "summary": "Find the lamp", **change}

    assert game.post("/v1/spaces/save/memories", json=body).status_code == 422
    document = {"conversationMemory": {"significantMemories": [body]}}
    assert game.put("/v1/spaces/save/state", json=document).status_code == 422


@pytest.mark.parametrize("content", ["[", "a: [1", "conversationMemory: 3", "x: 1", "", "\x00"])
def test_what_is_no_state_is_refused(game: TestClient, content: str) -> None:
    """With a sentence, and nothing is written."""
    answer = game.put("/v1/spaces/save/state", content=content or " ", headers=YAML)

    assert (answer.status_code, "state" in answer.json()["detail"]) == (422, True)


def test_state_is_loaded_into_nothing_else(game: TestClient) -> None:
    """Two games are not mixed."""
    play(game, 1)

    assert game.put("/v1/spaces/save/state", content=SAVED, headers=YAML).status_code == 409
    assert game.put("/v1/spaces/none/state", content=SAVED, headers=YAML).status_code == 404
