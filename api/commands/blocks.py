"""`remembrancer block`: what an assistant would get for a question; nothing is written."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.turns import show_block, show_reasons
from context.exchange import TurnRequest

NEAR_MISSES_MAX = 10


def run(
    space: SpaceArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What the block is for.", show_default=False)],
    budget: Annotated[
        int | None, typer.Option("--budget", min=64, help="Its size in tokens; else REMEMBRANCER_BUDGET_TOKENS.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show why each item is in it, and what nearly was.")] = False,
    store: StoreOption = None,
) -> None:
    """Show the block an assistant would get for a question. Reads only, also beside a running service."""
    settings = settings_with(store=store, budget_tokens=budget)
    with opened(settings, read_only=True) as service:
        request = TurnRequest(space=space, query=question, budget_tokens=settings.budget_tokens, record=False)
        turn = service.turn(request)
        show_block(turn)
        if why:
            show_reasons(service.knowledge, space, turn, near_misses_max=NEAR_MISSES_MAX)
