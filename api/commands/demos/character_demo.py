"""The demo of characters: a secret that one of them was told, and what two know when asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from rich.padding import Padding
from rich.text import Text

from api.commands.demos.sample import Demo, print_asked, print_step
from api.commands.printing import out, plural
from api.wiring import Service
from context.character.character_prompt import PromptRequest, character_prompt
from graph.intake.recognise import Line

CAST = {"Osric": "Osric is the captain of the guard.", "Mirela": "Mirela keeps the inn at the harbour."}


def _show(service: Service, space: str, asked: Sequence[Line]) -> None:
    [line] = asked
    print_asked(line)
    for name, biography in CAST.items():
        started = perf_counter()
        wanted = f"{line.speaker} asks: {line.body} What does {name} say?"
        request = PromptRequest(space=space, character=name, biography=biography, request=wanted)
        found = character_prompt(service.knowledge, request)
        heard = f"{plural(len(found.summaries), 'conversation')} and {plural(len(found.lines), 'line')}"
        print_step("prompt", started, f"for {name}, of {heard}")
        out.print(Padding(Text(found.text, style="cyan"), (1, 2, 1, 4)))


CHARACTER_DEMO = Demo(
    profile="character",
    space="demo-character",
    sample="character.jsonl",
    show=_show,
    route="characters/Mirela/prompt",
    body='{"request": "Who put out the lamp of Gull Point?", "reflects": false}',
)
