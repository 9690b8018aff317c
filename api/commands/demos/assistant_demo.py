"""The demo of the assistant: a question about ten weeks of talk, and the block for it."""

from __future__ import annotations

from collections.abc import Sequence

from api.commands.demos.sample import Demo, show_turn
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import Line
from graph.values.items import DEFAULT_PROFILE

BUDGET_TOKENS = 1200  # Half of what the 52 messages of the sample take, so that the block must choose.


def _show(service: Service, space: str, asked: Sequence[Line]) -> None:
    show_turn(service, TurnRequest(space=space, lines=tuple(asked), budget_tokens=BUDGET_TOKENS))


ASSISTANT_DEMO = Demo(
    profile=DEFAULT_PROFILE,
    space="demo",
    sample="demo.jsonl",
    show=_show,
    route="turns",
    answers="demo_answers.json",
    breaks=(29,),
    body='{"query": "What is Biscuit allowed to do?", "record": false}',
)
