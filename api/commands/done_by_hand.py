"""The commands of bodies that change something by hand: each makes the change, and tells how to undo it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument
from api.commands.printing import say
from api.hands import change_by_hand
from api.http.hand_bodies import MADE, HandBody
from api.http.responses import ChangedAnswer
from api.wiring import Service


def by_hand(body: type[HandBody], item: str = "") -> Callable[..., None]:
    """The command that makes the change of this body; `item` is what its help calls the item that is changed."""

    def change(service: Service, space: SpaceArgument, id: str, asked: HandBody) -> Answers:
        return changed_by_hand(service, space, asked, id)

    def make(service: Service, space: SpaceArgument, asked: HandBody) -> Answers:
        return changed_by_hand(service, space, asked)

    run = change if item else make
    run.__annotations__ |= {"asked": body}
    if item:
        run.__annotations__["id"] = Annotated[str, typer.Argument(metavar=item, help="Its id, as search lists it.")]
    run.__doc__ = body.__doc__
    return command(writes=True)(run)


def changed_by_hand(service: Service, space: str, body: HandBody, id: str = MADE) -> Answers:
    """Make the change that the body asks for to the item with this id, and print what was done."""
    done = change_by_hand(service, space, body, id)
    yield ChangedAnswer.model_validate(done)
    for change in done.changes:
        say(f"{change.what} ({done.id})")
    if done.changes:
        say(f"To undo this: remembrancer undo {space} {done.changes[-1].id}")
    else:
        say("Nothing to change: it is so already.")
