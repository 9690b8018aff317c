"""A text adventure of sixty interactions over HTTP: a player repeats commands, and comes back to what happened."""

from __future__ import annotations

import json
from typing import Any

import pytest

from archivists.models.provider import Purpose, Request
from graph.store.verbs import Kind
from tests.api.profiles.test_game_stories import Game, game
from tests.archivists.scripted import Scripted

__all__ = ["game"]

LOOK = ("look", "Dust.")

TURNS = (
    ("open the chest", "The chest is locked. A raven is carved into its lid."),
    ("ask Tomas about the raven", "Tomas whispers: the raven key hangs in the mill."),
    ("take the key in the mill", "You take the raven key from its nail. It is cold."),
    ("promise Tomas to bring his daughter home", "Tomas weeps and holds your hand."),
)
"""What happens, each followed by fourteen looks around."""

MEMORIES: tuple[dict[str, Any], ...] = (
    {"type": "revelation", "summary": "Tomas knows that the raven key hangs in the mill", "importance": 6,
     "participants": ["tomas"], "relatedLocations": ["mill"], "contextTriggers": ["raven", "mill"]},
    {"type": "discovery", "summary": "The raven key opens the chest", "importance": 7,
     "relatedItems": ["raven_key"], "contextTriggers": ["chest", "key"]},
    {"type": "promise", "summary": "Player promised Tomas to bring his daughter home", "importance": 9,
     "participants": ["tomas", "player"], "contextTriggers": ["daughter", "promise"]},
)  # fmt: skip
"""What the game itself tells."""


def adventure(game: Game) -> None:
    """Sixty interactions, each sent as a pair, as a game does that asks for no block."""
    for turn in TURNS:
        for said, response in (turn, *[LOOK] * 14):
            game.minutes += 1
            pair = [{"role": "user", "content": said}, {"role": "assistant", "content": response}]
            assert game.client.post("/v1/spaces/save/messages", json={"messages": pair}).json()["new"], said
    for memory in MEMORIES:
        assert game.client.post("/v1/spaces/save/memories", json=memory).status_code == 201


def careful(request: Request) -> str:
    """What a model answers that tells each turn of the story when it reads it, and nothing of the looks around."""
    lines = json.loads(request.lines[-1].text)["messages"]
    types = ("discovery", "revelation", "discovery", "promise")
    found = [
        {"type": kind, "summary": response, "importance": 7, "sources": [line["n"]]}
        for kind, (_, response) in zip(types, TURNS, strict=True)
        for line in lines
        if response in line["text"]
    ]
    return json.dumps({"memories": found})


def asked(game: Game, query: str, budget_tokens: int = 4000, **scene: object) -> Any:
    """The block for this line, which is not stored, with its items."""
    body = {"query": query, "budget_tokens": budget_tokens, "scene": scene, "record": False}
    return game.client.post("/v1/spaces/save/turns", json=body).json()


def triggered(game: Game, query: str) -> list[str]:
    """The types of the memories of which a trigger is in this line."""
    types = {memory["id"]: memory["type"] for memory in game.state()}
    items = asked(game, query)["items"]
    return [types[item["id"]] for item in items if "trigger" in item["reason"]]


def test_each_turn_of_the_story_is_one_memory(game: Game) -> None:
    """A model that reads sixty interactions in rounds keeps the four turns, once each and with their lines."""
    model = Scripted(careful)
    game.service.asker.models = {Purpose.MOMENTS: model}
    for turn in TURNS:
        for said, response in (turn, *[LOOK] * 14):
            game.play(said, response)

    state = game.state()
    assert [each["summary"] for each in state] == [response for _, response in TURNS]
    assert len(model.asked) == 6
    knowledge = game.service.knowledge
    for each in state:
        [source] = knowledge.store.edges("save", [each["id"]], [Kind.STATED_IN], 5)
        assert knowledge.get("save", [source.target])[source.target].body == each["summary"]  # type: ignore[union-attr]


def test_every_repeated_command_is_stored(game: Game) -> None:
    """Nothing of a game that sends no history is taken for known, and the state has the last fifteen of sixty."""
    adventure(game)

    stats = game.client.get("/v1/spaces/save/stats").json()
    assert (stats["recentCount"], stats["significantCount"]) == (15, 3)
    listed = game.client.get("/v1/spaces/save/messages", params={"limit": 200}).json()["items"]
    assert [item["item"]["body"] for item in reversed(listed)] == [
        text for turn in TURNS for pair in (turn, *[LOOK] * 14) for text in pair
    ]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_history_that_is_sent_again_is_known(game: Game, count: int) -> None:
    """A game that sends its whole history with each new line stores nothing twice, whatever repeats in it."""
    history: list[dict[str, str]] = []
    for _ in range(count):
        history.append({"role": "user", "content": LOOK[0]})
        body = {"messages": history, "scene": {}, "budget_tokens": 4000}
        assert game.client.post("/v1/spaces/save/turns", json=body).status_code == 200
        history.append({"role": "assistant", "content": LOOK[1]})
    game.client.post("/v1/spaces/save/messages", json={"messages": history, "chat": ""})

    assert len(game.client.get("/v1/spaces/save/messages").json()["items"]) == len(history)


def test_triggers_are_words(game: Game) -> None:
    """Inflected forms count, other words that have the same letters do not."""
    adventure(game)

    assert triggered(game, "show me the keys") == ["discovery"]
    assert triggered(game, "He promised it, and his daughters know") == ["promise"]
    for line in ("the monkey laughs", "a compromise in millions", "an orchestra plays", "the ravine is deep"):
        assert triggered(game, line) == [], line


@pytest.mark.parametrize("budget_tokens", [150, 200, 250, 300, 400, 800])
def test_best_memory_is_in_every_budget(game: Game, budget_tokens: int) -> None:
    """It makes way for nothing, no line stands there twice, and the player has one name."""
    adventure(game)

    turn = asked(game, "try the key on the chest, Tomas", budget_tokens, inventory=["raven_key"])

    text = turn["block"]["text"]
    assert "[DISCOVERY] The raven key opens the chest (items: raven_key)" in text
    assert all(text.count(response) <= 1 for _, response in TURNS)
    assert not any(word in text for word in ("user:", "User:", "assistant:"))


def test_player_with_a_name_has_it_everywhere(game: Game) -> None:
    """Above and below, in the lines, the summaries and the interactions."""
    for number in range(30):
        pair = [
            {"role": "user", "sender": "Mira", "content": f"walk to house {number} by the old harbour"},
            {"role": "assistant", "content": f"House {number} has a red door and a view of the harbour."},
        ]
        game.client.post("/v1/spaces/save/messages", json={"messages": pair})
        game.minutes += 1
    game.service.round_if_due("save")

    text = asked(game, "back to house 3 by the harbour")["block"]["text"]

    assert 'Mira: "walk to house 29' in text and "- Mira: walk to house 3 " in text
    assert "Player" not in text and "Response: House 3 has" in text
