"""`remembrancer pin`: a line of key info, pinned or taken out by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.done_by_hand import changed_by_hand
from api.commands.opening import SpaceArgument
from api.http.hand_bodies import Pin, Unpin
from api.wiring import Service
from graph.values.items import KEY_INFO_ID


@command(writes=True)
def run(
    service: Service,
    space: SpaceArgument,
    line: Pin,
    is_off: Annotated[bool, typer.Option("--off", help="Take the line out, whoever put it there.")] = False,
) -> Answers:
    """Pin a line that every block of the space shows first."""
    return changed_by_hand(service, space, Unpin(**line.model_dump()) if is_off else line, KEY_INFO_ID)
