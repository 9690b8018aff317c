"""`remembrancer weights`: what verdicts have taught about the weights of a space's scores."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, opened
from api.commands.printing import listing, say, when
from api.commands.running_service import answered, done
from api.http.block_responses import LearnedAnswer, WeightsAnswer
from api.http.bodies import WeightsBody
from api.http.routes.round_routes import router
from api.settings import Settings
from graph.errors import BadInput


@command()
def run(
    settings: Settings,
    space: SpaceArgument,
    reset: Annotated[bool, typer.Option("--reset", help="Put the default weights back, and keep them.")] = False,
    learn: Annotated[bool, typer.Option("--learn", help="Let rounds learn again after a reset.")] = False,
) -> Answers:
    """Show the weights of a space's scores, and how well the learned weights work."""
    if reset and learn:
        raise BadInput("--reset and --learn are both given, expected one of them")
    if reset or learn:
        given = {"space": space, "body": WeightsBody(learn=learn)}
        answer = done(settings, router, "switch_learning", WeightsAnswer, given)
    else:
        with opened(settings, read_only=True) as service:
            answer = answered(service, router, "read_weights", WeightsAnswer, {"space": space})
    yield answer
    rows = [
        (term, f"{answer.defaults[term]:g}", f"{weight:.3g}", f"{weight / answer.defaults[term]:.2f}")
        for term, weight in answer.weights.items()
    ]
    listing(("term", "default", "weight", "times"), rows, numbers=range(1, 4))
    say("")
    say(_told(answer.learned))


def _told(learned: LearnedAnswer | None) -> str:
    if learned is None:
        return "Nothing was learned yet: rounds look once a day, from twenty blocks on."
    told = f"{when(learned.updated_at)}: {learned.outcome}, {learned.verdicts:,} verdicts in {learned.blocks:,} blocks"
    if learned.loss_default is not None:
        told += (
            f"; on blocks set aside log loss {learned.loss_default:.3f} by default, "
            f"{learned.loss_learned:.3f} learned, nDCG {learned.ndcg_default:.3f} and {learned.ndcg_learned:.3f}"
        )
    return told + (". Learning is off; --learn lets it go on." if learned.is_fixed else ".")
