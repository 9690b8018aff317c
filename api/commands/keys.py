"""`remembrancer keys`: keys of a service, for some spaces or all."""

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import checked, typed
from api.commands.printing import say, table
from api.commands.running_service import done
from api.commands.shortening import shortened
from api.http.bodies import KeyBody
from api.http.responses import KeyAnswer, KeysAnswer
from api.http.routes import key_routes
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput

NAME_LENGTH = 24  # The rest of a line of 80 characters is for the spaces.

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def _keys() -> None:
    """Make, list and revoke keys that open some spaces or all."""


@app.command()
@command()
def create(
    settings: Settings,
    name: Annotated[str, typer.Argument(metavar="NAME", help="For people: what the key is used for.")],
    scope: Annotated[str, typer.Option("--scope", help="What it may do: read, write or admin.")] = "write",
    spaces: Annotated[
        list[str] | None, typer.Option("--space", help="A space that it opens; may be given several times.")
    ] = None,
    is_for_all: Annotated[bool, typer.Option("--all", help="It opens all spaces.")] = False,
    ends_at: Annotated[str | None, typer.Option("--until", help="When it ends: 2026-12-31T00:00Z; else never.")] = None,
) -> Answers:
    """Make a key. It is shown once: the store has its hash only."""
    if is_for_all == bool(spaces):
        raise BadInput("expected either --space, once or several times, or --all")
    opens = None if is_for_all else tuple(spaces or ())
    body = checked(KeyBody, name=name, scope=scope, spaces=opens, ends_at=ends_at)
    made = done(settings, key_routes.router, "create_key", KeyAnswer, {"body": body}, makes=True)
    yield made
    say(made.key or "")
    say(f"This is key {made.id}. It is not shown again.", to_stderr=True)
    if not settings.api_keys:
        say("A service asks for keys once REMEMBRANCER_API_KEYS has one.", to_stderr=True)


@app.command("list")
@command()
def list_keys(service: Service) -> Answers:
    """List the keys, oldest first, with the day of their last use. Keys in the settings are not listed."""
    keys, now = service.keys.all(), service.now()
    yield KeysAnswer.model_validate({"keys": keys, "next_cursor": None})
    if not keys:
        say(f"There are no keys yet. Next: {typed('keys', 'create', 'NAME', '--all')}")
        return
    rows = [
        (
            key.id,
            key.rights.scope.value,
            f"{key.used_at:%Y-%m-%d}" if key.used_at else "never",
            "never" if key.ends_at is None else "over" if key.ends_at <= now else f"{key.ends_at:%Y-%m-%d}",
            shortened(key.name, NAME_LENGTH),
            "all" if key.rights.spaces is None else ", ".join(key.rights.spaces),
        )
        for key in keys
    ]
    table(("key", "scope", "last used", "ends", "name", "spaces"), rows, ids=(0,))


@app.command()
@command()
def revoke(
    settings: Settings, id: Annotated[str, typer.Argument(metavar="KEY", help="The key's id, as in the list.")]
) -> Answers:
    """Revoke a key. Services on the store refuse it within two seconds."""
    revoked = done(settings, key_routes.router, "revoke_key", KeyAnswer, {"id": id})
    yield revoked
    say(f"Key {revoked.id} ({revoked.name}) is revoked.")
