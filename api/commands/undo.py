"""`remembrancer undo`: undoes a change of a space."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import (
    ByOption,
    JsonOption,
    SpaceArgument,
    StoreOption,
    WhyOption,
    checked,
    opened,
    settings_with,
)
from api.commands.printing import say, say_json
from api.hands import undo_by_hand
from api.http.hand_bodies import SignedBody
from api.http.responses import ChangeAnswer


def run(
    space: SpaceArgument,
    change: Annotated[str, typer.Argument(metavar="CHANGE", help="The change's id, as in remembrancer changes.")],
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Undo a change: restore exactly what it replaced. The undo is a change as well, and can be undone.

    Fails if a later change depends on this one, and names the later change.
    """
    with opened(settings_with(store=store), read_only=False) as service:
        undone = undo_by_hand(service, space, change, checked(SignedBody, why=why, by=by))
    if as_json:
        say_json(ChangeAnswer.model_validate(undone))
        return
    say(f"{undone.what}")
    say(f"To undo this: remembrancer undo {space} {undone.id}")
