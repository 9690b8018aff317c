"""What rounds over all that waits would take, put together from its windows and the prices of models."""

from __future__ import annotations

from api.http.responses import EstimateAnswer, EstimateLine
from api.wiring import Service
from archivists.models.provider import price_of
from archivists.rounds.round_estimate import Part, estimate


def estimate_of(service: Service, space: str) -> EstimateAnswer:
    """What it takes at most to read all that is unread, imports too. Reads it once; no model is asked."""
    knowledge, policy = service.knowledge, service.round_policy(space, reads_imports=True)
    found = estimate(knowledge, knowledge.space(space), policy, service.asker.models)
    lines = [_line(part, service.asker.models[part.purpose].name) for part in found.parts]
    prices = [line.cost for line in lines if line.cost is not None]
    return EstimateAnswer(
        messages=found.messages,
        rounds=found.rounds,
        calls=sum(line.calls for line in lines),
        tokens_in=sum(line.tokens_in for line in lines),
        tokens_out=sum(line.tokens_out for line in lines),
        cost=sum(prices) if len(prices) == len(lines) else None,
        calls_hour_max=service.governor.ceilings.space.calls,
        lines=lines,
    )


def _line(part: Part, model: str) -> EstimateLine:
    return EstimateLine(
        purpose=part.purpose,
        model=model,
        calls=part.calls,
        tokens_in=part.tokens_in,
        tokens_out=part.tokens_out,
        cost=price_of(model, tokens_in=part.tokens_in, tokens_out=part.tokens_out),
    )
