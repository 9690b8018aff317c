"""What models have cost in a space, put together from its ledger and the meters."""

from __future__ import annotations

from datetime import datetime

from api.http.responses import CostAnswer, CostLine, HourAnswer
from archivists.models.governor import Ceiling, Governor, Meter
from graph.knowledge import KnowledgeGraph
from graph.upkeep.ledger import Cost, calls_of, costs_of


def cost_of(knowledge: KnowledgeGraph, governor: Governor, space: str, *, now: datetime) -> CostAnswer:
    """The sums of the space's ledger. One read for each 500 calls, and two."""
    messages = knowledge.space(space).message_count
    costs = costs_of(calls_of(knowledge, space))
    own, total = governor.meters(space, now=now)
    calls = sum(cost.calls for cost in costs)
    return CostAnswer(
        messages=messages,
        calls=calls,
        cost=dollars(costs),
        calls_per_100_messages=per_100(calls, messages),
        lines=[_line(cost, messages) for cost in costs],
        hour=_hour(own, governor.ceilings.space),
        hour_of_all=_hour(total, governor.ceilings.total),
    )


def per_100(calls: int, messages: int) -> float:
    """Calls for each 100 messages, to a hundredth; 0 without messages."""
    return round(100 * calls / messages, 2) if messages else 0.0


def dollars(costs: list[Cost]) -> float | None:
    """The sum; None when a price is not known."""
    known = [cost.cost for cost in costs if cost.cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _line(cost: Cost, messages: int) -> CostLine:
    return CostLine(
        purpose=cost.purpose,
        model=cost.model,
        calls=cost.calls,
        failed=cost.calls - cost.answered,
        tokens_in=cost.tokens_in,
        tokens_out=cost.tokens_out,
        tokens_cached=cost.tokens_cached,
        cost=cost.cost,
        calls_per_100_messages=per_100(cost.calls, messages),
    )


def _hour(meter: Meter, ceiling: Ceiling) -> HourAnswer:
    return HourAnswer(calls=meter.calls, calls_max=ceiling.calls, tokens=meter.tokens, tokens_max=ceiling.tokens)
