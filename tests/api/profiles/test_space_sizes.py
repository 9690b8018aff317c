"""Sizes that a space sets for itself are the ones that count, in each profile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from api.wiring import Service
from tests.api.profiles.cast import Cast
from tests.api.profiles.test_game_stories import WALK, Game
from tests.api.recall_caller import TODAY, Caller


def sized(client_of: Cast | Game | Caller, space: str, **sizes: int) -> None:
    """The space has these sizes."""
    http = client_of.http if isinstance(client_of, Caller) else client_of.client
    assert http.patch(f"/v1/spaces/{space}", json={"sizes": sizes}).status_code == 200


def told_of(cast: Cast) -> Sequence[int]:
    """How many messages each summary of the lowest level tells."""
    return [each.message_count for each in cast.summaries() if each.level == 1]


def test_characters_have_other_windows(cast: Cast) -> None:
    """With 4 at once and 2 that stay, the sixth line makes the first summary, and not the fifth."""
    sized(cast, "tale", round_messages=1, chunk_messages=4, tail_messages=2)
    cast.talk(1, 5)
    cast.work()
    assert told_of(cast) == []

    cast.say("Player: And the weather?")
    cast.work()

    assert told_of(cast) == [4]


def test_games_keep_and_show_other_numbers(service: Service) -> None:
    """A state of 3 interactions, one of them in the block, and one memory beside which a second is set aside."""
    game = Game(service)
    sized(game, "save", round_messages=2, interactions_kept=3, interactions_shown=1, memories_max=1)
    for number in (8, 5):
        body = {"type": "discovery", "summary": f"Find of worth {number}.", "importance": number}
        assert game.client.post("/v1/spaces/save/memories", json=body).status_code == 201
    for _ in range(5):
        game.play(*WALK)

    assert "Recent Conversation History (last 1 interaction" in game.block("look")
    stats = game.client.get("/v1/spaces/save/stats").json()
    assert stats == {"recentCount": 3, "significantCount": 1, "setAsideCount": 1}
    assert [each["summary"] for each in game.state()] == ["Find of worth 8."]


def test_recall_has_another_silence(caller: Caller) -> None:
    """With 15 minutes instead of 30, a talk is found after 15."""
    assert caller.http.patch("/v1/spaces/s", json={"gap": 900}).json()["gap"] == 900
    caller.say("t", TODAY, "What are the symptoms of magnesium deficiency?", "Cramps and fatigue.")
    caller.now = TODAY + timedelta(minutes=15)
    assert caller.ask("what did we find out about magnesium?")["kind"] != "recall"

    caller.now = TODAY + timedelta(minutes=16)

    assert caller.ask("what did we find out about magnesium?")["kind"] == "recall"
