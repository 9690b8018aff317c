"""The demo of a game: an evening in an observatory, and what its story knows when the player comes back to a find."""

from __future__ import annotations

import json
from collections.abc import Sequence

from api.commands.demos.sample import Demo, show_turn
from api.story_state import MemoryBody, add_memory, memories_in
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import Line
from graph.values.items import MemoryType

BUDGET_TOKENS = 1000  # Of the whole prompt. The block gets 600 of them; all that was said takes 900.


MEMORIES = (
    MemoryBody(id="why", type=MemoryType.GOAL, summary="Find out why the dome burned in 1962.", importance=8),
    MemoryBody(
        id="ilse", type=MemoryType.CHARACTER_BOND, summary="Tomas lost his sister Ilse in the fire, when he was nine.",
        participants=["tomas"], importance=9, contextTriggers=["sister"],
    ),
    MemoryBody(
        id="letter", type=MemoryType.PROMISE, summary="Mira promised Tomas to find Ilse's last letter.",
        participants=["tomas"], relatedLocations=["library"], importance=9,
    ),
    MemoryBody(
        id="key", type=MemoryType.DISCOVERY, summary="A brass key was hidden inside the globe, under Iceland.",
        relatedItems=["brass_key"], relatedLocations=["library"], importance=8, contextTriggers=["globe"],
    ),
    MemoryBody(
        id="hanak", type=MemoryType.REVELATION, summary="Director Hanak laid the fire, to hide Ilse's comet.",
        participants=["vega"], relatedLocations=["dome"], importance=9,
    ),
)  # fmt: skip
"""What the game tells the memory by itself: without a model, significant memories come from nowhere else."""


def _show(service: Service, space: str, asked: Sequence[Line]) -> None:
    known = {each.key for each in memories_in(service, space)}
    for memory in MEMORIES:
        if memory.key not in known:
            add_memory(service, space, memory)
    scene = json.loads(asked[-1].extra or "{}")["scene"]
    show_turn(service, TurnRequest(space=space, lines=tuple(asked), budget_tokens=BUDGET_TOKENS, scene=scene))


GAME_DEMO = Demo(
    profile="game",
    space="demo-game",
    sample="game.jsonl",
    show=_show,
    route="turns",
    body='{"query": "Who laid the fire, VEGA?", "scene": {"place": "dome", "present": ["vega"]}, "record": false}',
)
