"""`remembrancer pause`: lets the rounds of a space wait, or go on."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import say
from api.http.bodies import SpaceChange


def run(
    space: SpaceArgument,
    is_over: Annotated[bool, typer.Option("--off", help="Let them go on.")] = False,
    store: StoreOption = None,
) -> None:
    """Let the rounds of a space wait, whichever service or worker would do them.

    What arrives meanwhile is stored and shown as always, and read by `round --backfill` only.
    """
    with opened(settings_with(store=store), read_only=False) as service:
        changed = service.change_space(space, SpaceChange(paused=not is_over))
    if changed.paused:
        say(f"{space} is paused: no rounds, until remembrancer pause {space} --off.")
        return
    waits = f" What arrived meanwhile waits: remembrancer round {space} --backfill." if changed.waiting else ""
    say(f"{space} goes on.{waits}")
