"""Routes for rounds on demand, what they have learned of verdicts, and what their models cost."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query

from api.http.block_responses import WeightsAnswer
from api.http.bodies import WeightsBody
from api.http.listing import page_of_log
from api.http.queries import CallsQuery
from api.http.responses import CallsAnswer, CostAnswer, EstimateAnswer, RoundAnswer, RoundsAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.model_costs import cost_of, estimate_of
from graph.changing.learning_switch import learned_weights, set_learning
from graph.errors import Conflict, UnknownProfile

router = APIRouter(prefix="/v1/spaces/{space}", tags=["rounds"])

ROUNDS_MAX = 20
"""The most rounds in a request: about a thousand messages, in seconds. A longer backlog needs several requests."""


@router.get("/rounds", responses=problems(404))
def estimate_rounds(service: ServiceOf, space: SpacePath) -> EstimateAnswer:
    """The most that reading every unread message would take, imported ones included. No model is asked."""
    return estimate_of(service, space)


@router.post("/rounds", responses=problems(404, 409))
def run_rounds(
    service: ServiceOf,
    space: SpacePath,
    backfill: Annotated[bool, Query(description="Also read old or imported messages.")] = False,
) -> RoundsAnswer:
    """Let the archivists read all unread messages now.

    The service does rounds by itself after ten new messages, or when a conversation has fallen silent. This route is
    for clients that do not want to wait, and for old or imported messages: with a model, only `backfill` reads them.
    409 if another worker is doing a round.
    """
    busy = f"another worker is doing a round of space {space!r}; try again when it is done"
    reports = islice(service.run_rounds(space, reads_imports=backfill), ROUNDS_MAX)
    try:
        done = [RoundAnswer.model_validate(report) for report in reports]
    except UnknownProfile:
        raise
    except Conflict as error:  # What this round has read was changed under it.
        raise Conflict(busy) from error
    stored = service.knowledge.space(space)
    if not done and stored.lease_until is not None and stored.lease_until > service.now():
        raise Conflict(busy)
    if not done and stored.retry_at is not None:
        told = f"the round of space {space!r} waits until {stored.retry_at}: {stored.last_error}"
        raise Conflict(f"{told}; set that right, or ask again then")
    return RoundsAnswer(rounds=done)


@router.get("/weights", responses=problems(404))
def read_weights(service: ServiceOf, space: SpacePath) -> WeightsAnswer:
    """The weights of the space's scores, and how reliable the learned ones are."""
    return WeightsAnswer.of(learned_weights(service.knowledge, space))


@router.put("/weights", responses=problems(404, *BODY_STATUSES))
def switch_learning(service: ServiceOf, space: SpacePath, body: WeightsBody) -> WeightsAnswer:
    """Put the default weights back and keep them, or let rounds learn again."""
    return WeightsAnswer.of(set_learning(service.knowledge, space, is_on=body.learn, now=service.now()))


@router.get("/calls", responses=problems(404))
def list_calls(service: ServiceOf, space: SpacePath, asked: Annotated[CallsQuery, Query()]) -> CallsAnswer:
    """The calls of language models, newest first: purpose, owner, tokens, cost and outcome."""
    return page_of_log(CallsAnswer, service.knowledge, space, asked)


@router.get("/cost", responses=problems(404))
def read_cost(service: ServiceOf, space: SpacePath, rights: RightsOf) -> CostAnswer:
    """What models have cost in the space, for each purpose and model, and in the current hour."""
    cost = cost_of(service, space)
    return cost if rights.spaces is None else cost.model_copy(update={"hour_of_all": None})
