"""`remembrancer pin`: a line of key info, pinned or taken out by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.done_by_hand import do_by_hand
from api.commands.opening import ByOption, JsonOption, SpaceArgument, StoreOption, WhyOption, checked
from api.http.hand_bodies import Pin, Unpin
from graph.values.items import KEY_INFO_ID


def run(
    space: SpaceArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The line, of at most 400 characters.")],
    is_off: Annotated[bool, typer.Option("--off", help="Take the line out, whoever put it there.")] = False,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Pin a line that every block of the space shows first."""
    do_by_hand(
        space, checked(Unpin if is_off else Pin, text=text, why=why, by=by), KEY_INFO_ID, as_json=as_json, store=store
    )
