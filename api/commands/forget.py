"""`remembrancer forget`: deletes a space, or a named part of it with all that was made from that part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from api.commands.command import with_fields
from api.commands.opening import JsonOption, SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, say, say_json, table
from api.http.bodies import ForgetBody
from api.http.responses import ForgottenAnswer
from graph.errors import BadInput
from graph.forgetting.removal import Forgotten, counted

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
    target = None if is_all else asked.target()
    print_receipt = _print_json if as_json else _print
    with opened(settings_with(store=store), read_only=is_dry) as service:

        def done(*, is_dry_run: bool) -> Forgotten:
            if target is None:
                return service.delete_space(space, is_dry_run=is_dry_run)
            return service.forget(space, target, is_dry_run=is_dry_run)

        if is_dry or not is_agreed:
            print_receipt(done(is_dry_run=True), "would go")
            if is_dry or not typer.confirm("Delete it for good?"):
                return
        forgotten = done(is_dry_run=False)
    print_receipt(forgotten, "are gone")
    if not forgotten.is_scrubbed:
        say("The store's files may hold some of it for a while: see docs/operations.md.", to_stderr=as_json)


def _print_json(forgotten: Forgotten, what: str) -> None:
    say_json(ForgottenAnswer.model_validate(forgotten.receipt))


def _print(forgotten: Forgotten, what: str) -> None:
    receipt = forgotten.receipt
    counts = counted(receipt.counts)
    table(("label", what), [(label, f"{count:,}") for label, count in counts.items()], numbers=(1,))
    if receipt.ids:
        say(_some(receipt.ids))
    if receipt.rebuilt:
        say(f"{plural(len(receipt.rebuilt), 'text')} made again by the next rounds: {_some(receipt.rebuilt)}")


def _some(ids: Sequence[str]) -> str:
    """As many ids as a person reads; the rest is counted."""
    more = len(ids) - IDS_SHOWN_MAX
    return " ".join(ids[:IDS_SHOWN_MAX]) + (f" and {more:,} more" if more > 0 else "")
