"""Games as they are played, over HTTP: what was found and felt long ago is there when it matters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose, Request
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind
from tests.archivists.scripted import Scripted

BEGIN = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

FOUND = ("search behind the photo", "You find the car keys hidden behind the photo of Eleanor on the mantel.")
GRIEF = ("I lost my son to the sea ten winters ago.", "ARIA is silent for a while.")
WALK = ("walk along the shore", "The waves come and go.")

KEYS = "You find the car keys hidden behind the photo of Eleanor on the mantel."


MOMENTS = (
    {"type": "discovery", "summary": KEYS, "relatedLocations": ["keepers_quarters"], "relatedItems": ["car_keys"],
     "contextTriggers": ["photo"], "importance": 7},
    {"type": "character_bond", "summary": "Player: I lost my son to the sea ten winters ago.",
     "participants": ["player", "aria"], "contextTriggers": ["son"], "importance": 8},
)  # fmt: skip


def reading(request: Request) -> str:
    """What a model answers that reads with care: the find and the grief, if the new messages tell of them."""
    lines = json.loads(request.lines[-1].text)["messages"]
    found = []
    for moment, said in zip(MOMENTS, (FOUND[1], GRIEF[0]), strict=True):
        numbers = [line["n"] for line in lines if said in line["text"]]
        found += [{**moment, "sources": numbers[:1]}] if numbers else []
    return json.dumps({"memories": found} if found else {})


class Game:
    """A game over HTTP: each interaction takes a minute, and rounds that are due are done between them."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.minutes = 0
        service.now = lambda: BEGIN + timedelta(minutes=self.minutes)
        self.client = TestClient(create_app(service), base_url="http://127.0.0.1:8765")
        assert self.client.post("/v1/spaces", json={"name": "save", "profile": "game"}).status_code == 201

    def play(self, said: str, response: str, **scene: object) -> str:
        """One interaction; the block for it."""
        self.minutes += 1
        text = self.block(said, **scene)
        reply = {"role": "assistant", "content": response}
        assert self.client.post("/v1/spaces/save/messages", json={"messages": [reply]}).status_code == 200
        self.service.round_if_due("save")
        return text

    def block(self, said: str, **scene: object) -> str:
        """The block for a line of the player's, which is stored."""
        body = {"messages": [{"role": "user", "content": said}], "scene": scene, "budget_tokens": 4000}
        turn = self.client.post("/v1/spaces/save/turns", json=body)
        assert turn.status_code == 200, turn.text
        return str(turn.json()["block"]["text"])

    def state(self) -> Any:
        """What is remembered."""
        return self.client.get("/v1/spaces/save/state").json()["conversationMemory"]["significantMemories"]


@pytest.fixture
def game() -> Iterator[Game]:
    """A game in memory, with a model that reads."""
    service = Service(Settings(store=":memory:"), KnowledgeGraph(open_store(":memory:")))
    service.asker.models = {Purpose.MOMENTS: Scripted(reading)}
    yield Game(service)
    service.close()


def memories_of(block: str) -> Sequence[str]:
    """The entries of the significant memories."""
    _, _, behind = block.partition("Significant Memories (")
    return [line for line in behind.partition("Background")[0].splitlines() if re.match(r"\d+\. ", line)]


def edges_of(game: Game, space: str) -> set[tuple[str, str]]:
    """Whom and what the memories of a space are about, and as what."""
    index = game.service.knowledge.index(space)
    ids = [each.entry.id for each in index.moments()]
    edges = game.service.knowledge.store.edges(space, ids, [Kind.ABOUT], 99)
    return {(index.names_of(edge.target)[0], str(edge.properties["role"])) for edge in edges}


def test_discovery_comes_back_after_forty_interactions(game: Game) -> None:
    """Keys behind the photo, forty walks, then "search photo"."""  # ACCEPTANCE 2.23
    game.play(*FOUND, place="keepers_quarters", inventory=["car_keys"])
    for _ in range(40):
        game.play(*WALK, place="shore", inventory=["car_keys"])

    block = game.block("search photo", place="keepers_quarters", inventory=["car_keys"])

    [entry] = memories_of(block)
    assert entry == f"1. [DISCOVERY] {KEYS} (items: car_keys) [41 mins ago]" or entry.endswith("[40 mins ago]")
    assert "search behind the photo" not in block.partition("Significant Memories (")[0]
    [memory] = game.state()
    assert (memory["relatedLocations"], memory["relatedItems"]) == (["keepers_quarters"], ["car_keys"])
    index = game.service.knowledge.index("save")
    edges = game.service.knowledge.store.edges("save", [memory["id"]], [Kind.ABOUT, Kind.STATED_IN], 9)
    names = {index.names_of(edge.target)[0] for edge in edges if edge.kind is Kind.ABOUT}
    assert names == {"keepers_quarters", "car_keys"}
    assert sum(edge.kind is Kind.STATED_IN for edge in edges) == 1


def test_grief_is_remembered_when_the_son_is_named(game: Game) -> None:
    """Thirty interactions later, to ARIA, who was there."""  # ACCEPTANCE 2.23
    game.play(*GRIEF, place="lamp_room", present=["aria"])
    for _ in range(30):
        game.play(*WALK, place="shore")

    block = game.block("Do you remember my son, ARIA?", place="lamp_room", present=["aria"])

    told = "1. [CHARACTER_BOND] Player: I lost my son to the sea ten winters ago. (participants: player, aria)"
    assert memories_of(block) == [f"{told} [30 mins ago]"]


def test_background_is_the_third_layer(game: Game) -> None:
    """Summaries of what was long ago, and what is so in the world, stand behind interactions and memories."""
    game.play("ask Tomas about the harbour", "Tomas lives in the old lighthouse. Ferries run on Sundays only.")
    for number in range(50):
        game.play(f"walk past house {number}", f"House {number} has {number + 2} windows and a red door.")

    block = game.block("wait for the ferry with Tomas", place="harbour")

    layers = re.findall(r"^(Recent Conversation History|Background Context, .*):?", block, re.MULTILINE)
    assert layers[:2] == ["Recent Conversation History", "Background Context, the story so far:"]
    assert "Response: House 0 has 2 windows and a red door." in block


def test_extraction_is_due_after_each_ten_interactions(game: Game) -> None:
    """And not before, nor in the turn that is the tenth."""  # ACCEPTANCE 2.10
    due: list[int] = []
    read: list[str] = []
    for number in range(1, 31):
        game.play("look", f"A grey stone, number {number}.")
        rounded = str(game.client.get("/v1/spaces/save").json()["round"]["rounded_to"])
        if rounded not in ("", *read):
            due.append(number)
            read.append(rounded)

    assert due == [10, 20, 30]


def test_space_says_how_often_it_is_read(game: Game) -> None:
    """After each two interactions, which are four messages; a reset keeps that."""  # ACCEPTANCE 2.10
    game.client.patch("/v1/spaces/save", json={"sizes": {"round_messages": 4, "unused_days": 60}})
    sizes = game.client.post("/v1/spaces/save/reset").json()["sizes"]
    assert (sizes["round_messages"], sizes["unused_days"]) == (4, 60)

    game.play(*FOUND)
    assert game.state() == []
    game.play(*WALK)

    assert [memory["summary"] for memory in game.state()] == [KEYS]
    assert game.client.patch("/v1/spaces/save", json={}).status_code == 422


def test_unused_memory_is_dropped_and_comes_back(game: Game) -> None:
    """Where the space says so: after sixty days without use, if it matters little; undo brings it back."""
    # ACCEPTANCE 2.21
    for summary, importance in (("Player saw a gull", 3), ("Player buried the keeper", 9)):
        body = {"type": "discovery", "summary": summary, "importance": importance}
        assert game.client.post("/v1/spaces/save/memories", json=body).status_code == 201
    game.minutes += 61 * 24 * 60
    for number in range(20):
        if number == 10:
            assert len(game.state()) == 2
            game.client.patch("/v1/spaces/save", json={"sizes": {"unused_days": 60}})
        game.play(*WALK)

    assert [memory["summary"] for memory in game.state()] == ["Player buried the keeper"]
    changes = game.client.get("/v1/spaces/save/changes", params={"limit": 100}).json()["changes"]
    [dropped] = [change["id"] for change in changes if change["kind"] == "DropMemory"]
    assert game.client.post(f"/v1/spaces/save/changes/{dropped}/undo", json={}).status_code == 200
    assert len(game.state()) == 2


def test_failed_extraction_loses_nothing(game: Game) -> None:
    """What is known stays if a model has no usable answer; what no round has read, the next one reads."""
    # ACCEPTANCE 2.11
    for number in range(10):
        game.play(*(FOUND if not number else WALK))
    game.service.asker.models = {Purpose.MOMENTS: Scripted("no JSON")}
    for _ in range(10):
        game.play(*WALK)
    assert [memory["summary"] for memory in game.state()] == [KEYS]
    game.service.asker.models = {Purpose.MOMENTS: Scripted(reading)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game.service, "round_if_due", lambda space: None)
        for number in range(10):
            game.play(*(GRIEF if not number else WALK))
    game.play(*WALK)

    assert [memory["type"] for memory in game.state()] == ["discovery", "character_bond"]


def test_model_is_told_what_is_known(game: Game) -> None:
    """The second extraction sees what the first has found, and the model is one of its own."""  # ACCEPTANCE 2.24
    answer = {"memories": [{"type": "discovery", "summary": "Keys lay behind the photo", "contextTriggers": ["photo"]}]}
    model = Scripted(json.dumps(answer), "{}")
    game.service.asker.models = {Purpose.MOMENTS: model}
    for number in range(20):
        game.play(*(FOUND if not number else WALK))

    assert ["Keys lay behind the photo" in asked[-1].text for asked in model.asked] == [False, True]
    assert len(game.state()) == 1


def test_fifty_first_memory_sets_the_least_important_aside(game: Game) -> None:
    """Without a model's groups, in the round; undo brings it back."""  # ACCEPTANCE 2.13, 2.14
    for number in range(50):
        body = {"type": "goal", "summary": f"Light lamp {number}", "importance": 3 if number == 1 else 8}
        assert game.client.post("/v1/spaces/save/memories", json=body).status_code == 201
    for number in range(10):
        game.play(*(FOUND if number == 9 else WALK))

    assert len(game.state()) == 50
    assert "Light lamp 1" not in {memory["summary"] for memory in game.state()}
    changes = game.client.get("/v1/spaces/save/changes", params={"limit": 100}).json()["changes"]
    [dropped] = [change for change in changes if change["kind"] == "DropMemory"]
    assert game.client.post(f"/v1/spaces/save/changes/{dropped['id']}/undo", json={}).status_code == 200
    assert len(game.state()) == 51


def test_copy_of_a_saved_game_is_the_same(game: Game) -> None:
    """Its state is equal, and each memory has its place and its item."""  # ACCEPTANCE 2.9, 2.22
    game.play(*FOUND, place="keepers_quarters", inventory=["car_keys"])
    for _ in range(9):
        game.play(*WALK, place="shore")
    state = game.client.get("/v1/spaces/save/state").content
    assert game.client.post("/v1/spaces", json={"name": "copy", "profile": "game"}).status_code == 201
    headers = {"Content-Type": "application/json"}

    assert game.client.put("/v1/spaces/copy/state", content=state, headers=headers).status_code == 204

    assert game.client.get("/v1/spaces/copy/state").content == state
    assert edges_of(game, "copy") == {("keepers_quarters", "place"), ("car_keys", "item")}
