"""What models have cost in a space, and what reading its backlog would cost at most."""

from __future__ import annotations

from dataclasses import asdict

from api.http.responses import CostAnswer, CostLine, EstimateAnswer, EstimateLine, HourAnswer
from api.wiring import Service
from archivists.models.governor import Ceiling, Meter
from archivists.models.provider import price_of
from archivists.rounds.round_estimate import estimate
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
