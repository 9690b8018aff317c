"""The demo of recall: a few weeks of questions, and a morning on which somebody comes back to them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from api.commands.demos.sample import Demo, print_asked
from api.commands.printing import out
from api.commands.recall_dialogue import answer, in_words
from api.wiring import Service
from graph.intake.recognise import Line
from graph.values.items import Offer


def _show(service: Service, space: str, asked: Sequence[Line]) -> None:
    offer: Offer | None = None
    for line in asked:
        print_asked(line)
        outcome, offer = answer(service, space, line.body, offer)
        out.print(Padding(Text(in_words(outcome), style="cyan"), (0, 2, 0, 4)))
        out.print(Padding(Text(f"({outcome.why})", style="dim"), (0, 2, 0, 4)))


RECALL_DEMO = Demo(
    profile="recall",
    space="demo-recall",
    sample="recall.jsonl",
    show=_show,
    route="recall",
    body='{"message": "Remind me how I see that the bread is ready", "record": false}',
)
