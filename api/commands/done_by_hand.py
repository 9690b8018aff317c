"""Shared by the commands that change something by hand: makes the change, and tells how to undo it."""

from __future__ import annotations

from api.commands.opening import opened, settings_with
from api.commands.printing import say, say_json
from api.hands import change_by_hand
from api.http.hand_bodies import MADE, SignedBody
from api.http.responses import ChangedAnswer


def do_by_hand(space: str, body: SignedBody, id: str = MADE, *, as_json: bool, store: str | None) -> None:
    """Make the change that the body asks for to the item with this id, and print what was done."""
    with opened(settings_with(store=store), read_only=False) as service:
        done = change_by_hand(service, space, body, id)
    if as_json:
        say_json(ChangedAnswer.model_validate(done))
        return
    for change in done.changes:
        say(f"{change.what} ({done.id})")
    if done.changes:
        say(f"To undo this: remembrancer undo {space} {done.changes[-1].id}")
    else:
        say("Nothing to change: it is so already.")
