"""`remembrancer pause`: pauses the rounds of a space, or resumes them."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, typed
from api.commands.printing import say
from api.commands.running_service import Operation, done, in_path
from api.http.bodies import SpaceChange
from api.http.responses import SpaceAnswer
from api.settings import Settings


@command()
def run(
    settings: Settings,
    space: SpaceArgument,
    is_over: Annotated[bool, typer.Option("--off", help="Resume the rounds.")] = False,
) -> Answers:
    """Pause the rounds of a space, in all services and workers.

    Messages that arrive meanwhile are stored and shown as always. Only `round --backfill` reads them.
    """
    body = SpaceChange(paused=not is_over)
    asked = Operation("PATCH", f"/spaces/{in_path(space)}", body)
    changed = done(settings, asked, SpaceAnswer, lambda service: SpaceAnswer.of(service.change_space(space, body)))
    yield changed
    if changed.paused:
        say(f"{space} is paused: no rounds, until\n  {typed('pause', space, '--off')}")
        return
    say(f"{space} goes on.")
    if changed.round.has_imports:
        say(f"What arrived meanwhile waits. Next: {typed('round', space, '--backfill')}")
