"""Routes for rounds on demand, what they have learned of verdicts, and what their models cost."""

from dataclasses import asdict
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query

from api.http.block_responses import WeightsAnswer
from api.http.bodies import WeightsBody
from api.http.listing import page_of_log
from api.http.queries import CallsQuery
from api.http.responses import (
    CallsAnswer,
    CostAnswer,
    CostLine,
    EstimateAnswer,
    EstimateLine,
    HourAnswer,
    RoundAnswer,
    RoundsAnswer,
)
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.wiring import Service
from archivists.models.governor import Ceiling, Meter
from archivists.models.provider import price_of
from archivists.rounds.round_estimate import estimate
from graph.changing.caller_verdicts import learned_weights, set_learning
from graph.errors import Conflict, UnknownProfile
from graph.upkeep.ledger import calls_of, costs_of


def cost_of(service: Service, space: str) -> CostAnswer:
    """The sums of the space's ledger. One read for each 500 calls, and two more."""
    messages, governor = service.knowledge.space(space).message_count, service.governor
    costs = costs_of(calls_of(service.knowledge, space))
    own, total = governor.meters(space, now=service.now())
    calls = sum(cost.calls for cost in costs)
    return CostAnswer(
        messages=messages,
        calls=calls,
        cost=_sum_of_dollars([cost.cost for cost in costs]),
        calls_per_100_messages=per_100(calls, messages),
        lines=[
            CostLine.model_validate(cost).model_copy(update={"calls_per_100_messages": per_100(cost.calls, messages)})
            for cost in costs
        ],
        hour=_hour_answer(own, governor.ceilings.space),
        hour_of_all=_hour_answer(total, governor.ceilings.total),
    )


def estimate_of(service: Service, space: str) -> EstimateAnswer:
    """The most that reading every unread message would take, imported ones included. Reads them once; asks no model."""
    policy, models = service.round_policy(space, reads_imports=True), service.asker_of(space).models
    found = estimate(service.knowledge, service.knowledge.space(space), policy, models)
    lines: list[EstimateLine] = []
    for part in found.parts:
        model = models[part.purpose].name
        cost = price_of(model, tokens_in=part.tokens_in, tokens_out=part.tokens_out)
        lines.append(EstimateLine(model=model, cost=cost, **asdict(part)))
    return EstimateAnswer(
        messages=found.messages,
        rounds=found.rounds,
        calls=sum(line.calls for line in lines),
        tokens_in=sum(line.tokens_in for line in lines),
        tokens_out=sum(line.tokens_out for line in lines),
        cost=_sum_of_dollars([line.cost for line in lines]),
        calls_hour_max=service.governor.ceilings.space.calls,
        lines=lines,
    )


def per_100(calls: int, messages: int) -> float:
    """Calls for each 100 messages, to a hundredth; 0 without messages."""
    return round(100 * calls / messages, 2) if messages else 0.0


def _sum_of_dollars(dollars: list[float | None]) -> float | None:
    """None if one of the prices is not known."""
    known = [each for each in dollars if each is not None]
    return sum(known) if len(known) == len(dollars) else None


def _hour_answer(meter: Meter, ceiling: Ceiling) -> HourAnswer:
    return HourAnswer(calls=meter.calls, calls_max=ceiling.calls, tokens=meter.tokens, tokens_max=ceiling.tokens)


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
