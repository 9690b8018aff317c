"""`remembrancer undo`: undoes a change of a space."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument
from api.commands.printing import say
from api.hands import undo_by_hand
from api.http.hand_bodies import SignedBody
from api.http.responses import ChangeAnswer
from api.wiring import Service


@command(writes=True)
def run(
    service: Service,
    space: SpaceArgument,
    change: Annotated[str, typer.Argument(metavar="CHANGE", help="The change's id, as in remembrancer changes.")],
    signed: SignedBody,
) -> Answers:
    """Undo a change: restore exactly what it replaced. The undo is a change as well, and can be undone.

    Fails if a later change depends on this one, and names the later change.
    """
    undone = undo_by_hand(service, space, change, signed)
    yield ChangeAnswer.model_validate(undone)
    say(f"{undone.what}")
    say(f"To undo this: remembrancer undo {space} {undone.id}")
