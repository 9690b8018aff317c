"""`remembrancer pause`: pauses the rounds of a space, or resumes them."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import say
from api.http.bodies import SpaceChange


def run(
    space: SpaceArgument,
    is_over: Annotated[bool, typer.Option("--off", help="Resume the rounds.")] = False,
    store: StoreOption = None,
) -> None:
    """Pause the rounds of a space, in all services and workers.

    Messages that arrive meanwhile are stored and shown as always. Only `round --backfill` reads them.
    """
    with opened(settings_with(store=store), read_only=False) as service:
        changed = service.change_space(space, SpaceChange(paused=not is_over))
    if changed.paused:
        say(f"{space} is paused: no rounds, until remembrancer pause {space} --off.")
        return
    waits = f" What arrived meanwhile waits: remembrancer round {space} --backfill." if changed.waiting else ""
    say(f"{space} goes on.{waits}")
