"""The commands by which people change what is known: `fact`, `entity`, `pin` and `undo`. Each says how to undo it."""

from collections.abc import Callable
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, typed
from api.commands.printing import say
from api.commands.running_service import done
from api.http.hand_bodies import HANDS, HandBody, Pin, SignedBody, Unpin
from api.http.responses import ChangeAnswer, ChangedAnswer
from api.http.routes import hand_routes
from api.settings import Settings


def _changed(settings: Settings, space: str, body: HandBody, **item: str) -> Answers:
    """Make the change that the body asks for, to the `item` with an id if it is about one; print what was done."""
    name = HANDS[type(body)].name
    changed = done(settings, hand_routes.router, name, ChangedAnswer, {"space": space, "body": body, **item})
    yield changed
    for change in changed.changes:
        say(f"{change.what} ({changed.id})")
    if changed.changes:
        _say_how_to_undo(space, changed.changes[-1].id)
    else:
        say("Nothing to change: it is so already.")


def _say_how_to_undo(space: str, change: str) -> None:
    say(f"To undo this: {typed('undo', space, change)}")


def _command_for(body: type[HandBody], item: str) -> Callable[..., None]:
    """The command that makes the change of this body; `item` is what its help calls the item, if one is changed."""

    def change(settings: Settings, space: SpaceArgument, id: str, asked: HandBody) -> Answers:
        return _changed(settings, space, asked, id=id)

    def make(settings: Settings, space: SpaceArgument, asked: HandBody) -> Answers:
        return _changed(settings, space, asked)

    run = change if "{id}" in HANDS[body].path else make
    run.__annotations__ |= {"asked": body}
    if run is change:
        run.__annotations__["id"] = Annotated[str, typer.Argument(metavar=item, help="Its id, as search lists it.")]
    run.__doc__ = body.__doc__
    return command()(run)


def _group(item: str, path: str, told: str) -> typer.Typer:
    """The commands for the changes below this path, each named by the end of its own."""
    group = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True, help=told)
    for body, hand in HANDS.items():
        if hand.path.startswith(path):
            end = hand.path.rpartition("/")[2]
            group.command({path[1:]: "add", "{id}": "edit"}.get(end, end))(_command_for(body, item))
    return group


fact = _group(
    "FACT", "/facts", "Add, edit, withdraw, replace and close facts. Archivists do not change what is set here."
)
entity = _group(
    "ENTITY", "/entities", "Rename, merge, split and keep apart entities. Archivists do not change what is set here."
)


@command()
def pin(
    settings: Settings,
    space: SpaceArgument,
    line: Pin,
    is_off: Annotated[bool, typer.Option("--off", help="Take the line out, whoever put it there.")] = False,
) -> Answers:
    """Pin a line that every block of the space shows first."""
    return _changed(settings, space, Unpin(**line.model_dump()) if is_off else line)


@command()
def undo(
    settings: Settings,
    space: SpaceArgument,
    change: Annotated[str, typer.Argument(metavar="CHANGE", help="The change's id, as in remembrancer changes.")],
    signed: SignedBody,
) -> Answers:
    """Undo a change: restore exactly what it replaced. The undo is a change as well, and can be undone.

    Fails if a later change depends on this one, and names the later change.
    """
    undone = done(settings, hand_routes.router, "undo", ChangeAnswer, {"space": space, "id": change, "body": signed})
    yield undone
    say(undone.what)
    _say_how_to_undo(space, undone.id)
