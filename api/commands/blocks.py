"""`remembrancer block`: the block that an assistant would get for a question, without writing anything."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.turns import print_block, print_reasons
from context.exchange import TurnRequest

NEAR_MISSES_MAX = 10


def run(
    space: SpaceArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question.", show_default=False)],
    budget: Annotated[
        int | None, typer.Option("--budget", min=64, help="Its size in tokens; default: REMEMBRANCER_BUDGET_TOKENS.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show why each item is in it, and the near misses.")] = False,
    store: StoreOption = None,
) -> None:
    """Show the block that an assistant would get for a question. Only reads, also while a service is running."""
    settings = settings_with(store=store, budget_tokens=budget)
    with opened(settings, read_only=True) as service:
        request = TurnRequest(space=space, query=question, budget_tokens=settings.budget_tokens, record=False)
        turn = service.turn(request)
        print_block(turn)
        if why:
            print_reasons(service.knowledge, space, turn, near_misses_max=NEAR_MISSES_MAX)
