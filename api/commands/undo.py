"""`remembrancer undo`: a change of a space taken back."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import say
from graph.changing.undoing import undo_change


def run(
    space: SpaceArgument,
    change: Annotated[str, typer.Argument(metavar="CHANGE", help="Its id, as remembrancer changes lists it.")],
    why: Annotated[str, typer.Option("--why", help="The reason, kept with it.")] = "",
    store: StoreOption = None,
) -> None:
    """Take a change back: what it found stands again, exactly. The undo is a change too, and can be undone.

    Refused, with the name of the later change, when something stands on it.
    """
    with opened(settings_with(store=store), read_only=False) as service:
        undone = undo_change(service.knowledge, space, change, now=service.now(), why=why)
    say(f"{undone.what}")
    say(f"To have it back: remembrancer undo {space} {undone.id}")
