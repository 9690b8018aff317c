"""`remembrancer fact`: facts added, edited, withdrawn, replaced and closed by hand."""

from __future__ import annotations

import typer

from api.commands.done_by_hand import by_hand
from api.http.hand_bodies import FactBody, FactEdit, ObjectiveClosing, QuestionClosing, Replacement, Withdrawal

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
app.command("add")(by_hand(FactBody))
app.command("edit")(by_hand(FactEdit, "FACT"))
app.command("withdraw")(by_hand(Withdrawal, "FACT"))
app.command("replace")(by_hand(Replacement, "FACT"))
app.command("answer")(by_hand(QuestionClosing, "FACT"))
app.command("complete")(by_hand(ObjectiveClosing, "FACT"))


@app.callback()
def _facts() -> None:
    """Add, edit, withdraw, replace and close facts. Archivists do not change what is set here."""
