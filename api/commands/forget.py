"""`remembrancer forget`: deletes a space, or a named part of it with all that was made from that part."""

from collections.abc import Sequence
from typing import Annotated

import typer

from api.commands.command import with_fields
from api.commands.opening import JsonOption, SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, say, say_json, table
from api.commands.running_service import answered, done
from api.http.bodies import ForgetBody
from api.http.responses import ForgottenAnswer
from api.http.routes.forget_routes import router
from graph.errors import BadInput

IDS_SHOWN_MAX = 20
"""Two lines of a terminal. The counts are printed above; --json and the receipt have all ids."""


@with_fields
def run(
    space: SpaceArgument,
    *,
    asked: ForgetBody,
    is_all: Annotated[bool, typer.Option("--all", help="The whole space.")] = False,
    is_agreed: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Delete a space, or what you name in it, with everything that was made from it.

    Name one kind of thing. Texts that told of it become empty and are shown to nobody until a round has rewritten
    them from what is left. This cannot be undone.
    """
    named, is_dry = asked.model_fields_set - {"dry_run"}, asked.dry_run
    if not is_all and not named:
        raise BadInput(
            "what to delete is not named, expected one of: --all (the whole space), --message, --conversation, --chat, "
            "--person, or --since and --until"
        )
    if is_all and named:
        raise BadInput(f"--all deletes the whole space, expected no `{next(iter(named))}` with it")
    if as_json and not (is_dry or is_agreed):
        raise BadInput("--json asks nothing, expected --yes or --dry-run with it")
    settings, name = settings_with(store=store), "delete_space" if is_all else "forget"
    print_receipt = _print_json if as_json else _print
    if is_dry or not is_agreed:
        dry = {"is_dry_run": True} if is_all else {"body": asked.model_copy(update={"dry_run": True})}
        with opened(settings, read_only=True) as service:
            print_receipt(answered(service, router, name, ForgottenAnswer, {"space": space, **dry}), "would go")
        if is_dry or not typer.confirm("Delete it for good?"):
            return
    gone = done(settings, router, name, ForgottenAnswer, {"space": space} | ({} if is_all else {"body": asked}))
    print_receipt(gone, "are gone")
    if not gone.is_scrubbed:
        say("The store's files may hold some of it for a while: see docs/operations.md.", to_stderr=as_json)


def _print_json(receipt: ForgottenAnswer, what: str) -> None:
    say_json(receipt)


def _print(receipt: ForgottenAnswer, what: str) -> None:
    table(("label", what), [(label, f"{count:,}") for label, count in receipt.counts.items()], numbers=(1,))
    if receipt.ids:
        say(_some(receipt.ids))
    if receipt.rebuilt:
        say(f"{plural(len(receipt.rebuilt), 'text')} made again by the next rounds: {_some(receipt.rebuilt)}")


def _some(ids: Sequence[str]) -> str:
    """As many ids as a person reads; the rest is counted."""
    more = len(ids) - IDS_SHOWN_MAX
    return " ".join(ids[:IDS_SHOWN_MAX]) + (f" and {more:,} more" if more > 0 else "")
