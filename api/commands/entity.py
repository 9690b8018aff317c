"""`remembrancer entity`: entities renamed, merged, split and kept apart by hand."""

from __future__ import annotations

import typer

from api.commands.done_by_hand import by_hand
from api.http.hand_bodies import Apart, EntityEdit, EntityMerge, EntitySplit

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
app.command("edit")(by_hand(EntityEdit, "ENTITY"))
app.command("merge")(by_hand(EntityMerge, "ENTITY"))
app.command("split")(by_hand(EntitySplit, "ENTITY"))
app.command("apart")(by_hand(Apart, "ENTITY"))


@app.callback()
def _entities() -> None:
    """Rename, merge, split and keep apart entities. Archivists do not change what is set here."""
