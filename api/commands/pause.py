"""`remembrancer pause`: pauses the rounds of a space, or resumes them."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument
from api.commands.printing import say
from api.http.bodies import SpaceChange
from api.http.responses import SpaceAnswer
from api.wiring import Service


@command(writes=True)
def run(
    service: Service,
    space: SpaceArgument,
    is_over: Annotated[bool, typer.Option("--off", help="Resume the rounds.")] = False,
) -> Answers:
    """Pause the rounds of a space, in all services and workers.

    Messages that arrive meanwhile are stored and shown as always. Only `round --backfill` reads them.
    """
    changed = service.change_space(space, SpaceChange(paused=not is_over))
    yield SpaceAnswer.of(changed)
    if changed.paused:
        say(f"{space} is paused: no rounds, until remembrancer pause {space} --off.")
        return
    waits = f" What arrived meanwhile waits: remembrancer round {space} --backfill." if changed.waiting else ""
    say(f"{space} goes on.{waits}")
