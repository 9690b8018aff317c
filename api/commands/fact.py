"""`remembrancer fact`: facts added, edited and withdrawn by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.done_by_hand import do_by_hand
from api.commands.opening import ByOption, JsonOption, SpaceArgument, StoreOption, WhyOption, checked
from api.http.hand_bodies import FactBody, FactEdit, Withdrawal
from graph.values.items import FactKind

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

FactArgument = Annotated[str, typer.Argument(metavar="FACT", help="The fact's id, as in remembrancer search.")]
FromOption = Annotated[str | None, typer.Option("--from", help="When it became true: 2026-05-01T00:00Z.")]
UntilOption = Annotated[str | None, typer.Option("--until", help="When it stopped being true: 2026-05-01T00:00Z.")]
ImportanceOption = Annotated[
    int | None, typer.Option("--importance", min=1, max=10, help="How much it matters, 1 to 10.")
]


@app.callback()
def _facts() -> None:
    """Add, edit and withdraw facts. Archivists do not change what is set here."""


@app.command("add")
def add_fact(
    space: SpaceArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="About one sentence.")],
    about: Annotated[
        list[str] | None, typer.Option("--about", help="Who or what it is about, by name or id; several times.")
    ] = None,
    kind: Annotated[FactKind, typer.Option("--kind", help="What kind of statement it is.")] = FactKind.FACT,
    importance: ImportanceOption = 5,
    valid_from: FromOption = None,
    valid_to: UntilOption = None,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Add a fact, theory, question or objective."""
    fields = {"text": text, "about": tuple(about or ()), "kind": kind, "importance": importance}
    do_by_hand(
        space,
        checked(FactBody, **fields, valid_from=valid_from, valid_to=valid_to, why=why, by=by),
        as_json=as_json,
        store=store,
    )


@app.command("edit")
def edit_fact(
    space: SpaceArgument,
    fact: FactArgument,
    text: Annotated[str | None, typer.Option("--text", help="The corrected text, if it was wrong.")] = None,
    importance: ImportanceOption = None,
    valid_from: FromOption = None,
    valid_to: UntilOption = None,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Correct what a fact says, its importance or its times."""
    body = checked(FactEdit, text=text, importance=importance, valid_from=valid_from, valid_to=valid_to, why=why, by=by)
    do_by_hand(space, body, fact, as_json=as_json, store=store)


@app.command("withdraw")
def withdraw_fact(
    space: SpaceArgument,
    fact: FactArgument,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Say that a fact is not true. No block shows it, and archivists do not find it again."""
    body = checked(Withdrawal, why=why, by=by)
    do_by_hand(space, body, fact, as_json=as_json, store=store)
