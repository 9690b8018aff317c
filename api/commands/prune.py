"""`remembrancer prune`: drops what is older than the settings allow, and frees its disk space."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.printing import NO_SPACES, say, table
from api.wiring import Service


@command(writes=True)
def run(
    service: Service,
    space: Annotated[
        str | None, typer.Argument(metavar="[SPACE]", help="Only this space; default: all.", show_default=False)
    ] = None,
) -> Answers:
    """Drop blocks and changes that are older than the settings allow. The service does this every hour.

    It finishes deletions that were interrupted too, and makes a SQLite file smaller.
    """
    names = service.knowledge.spaces() if space is None else [space]
    names = [name for name in names if not service.knowledge.finish_deletion(name)]
    pruned = [(name, service.prune(name)) for name in names]
    service.knowledge.store.scrub()
    yield {"spaces": {name: asdict(each) for name, each in pruned}}
    if not names:
        say(NO_SPACES)
        return
    rows = [(name, f"{each.blocks:,}", f"{each.near_misses:,}", f"{each.changes:,}") for name, each in pruned]
    table(("space", "blocks", "without near misses", "changes"), rows, numbers=(1, 2, 3), ids=(0,))
