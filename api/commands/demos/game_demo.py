"""The demo of a game: an evening in an observatory, and what its story knows when the player comes back to a find."""

from __future__ import annotations

import json
from collections.abc import Sequence

from api.commands.demos.sample import Demo, show_turn
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import Line

BUDGET_TOKENS = 1000  # Of the whole prompt. The block gets 600 of them; all that was said takes 900.


def _show(service: Service, space: str, asked: Sequence[Line]) -> None:
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
