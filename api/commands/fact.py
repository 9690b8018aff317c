"""`remembrancer fact`: facts added, edited and withdrawn by hand."""

from __future__ import annotations

import typer

from api.commands.done_by_hand import by_hand
from api.http.hand_bodies import FactBody, FactEdit, Withdrawal

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
app.command("add")(by_hand(FactBody))
app.command("edit")(by_hand(FactEdit, "FACT"))
app.command("withdraw")(by_hand(Withdrawal, "FACT"))


@app.callback()
def _facts() -> None:
    """Add, edit and withdraw facts. Archivists do not change what is set here."""
