"""Rounds on demand."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.responses import EstimateAnswer, RoundAnswer, RoundsAnswer
from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from api.model_costs import estimate_of
from graph.errors import Conflict

router = APIRouter(prefix="/v1/spaces/{space}", tags=["rounds"])

ROUNDS_MAX = 20
"""Of one request: about a thousand messages, done in seconds. A longer backlog takes several requests."""


@router.get("/rounds", responses=problems(404))
def estimate_rounds(service: ServiceOf, space: SpacePath) -> EstimateAnswer:
    """What it would take at most to read all that is unread now, imports too. No model is asked."""
    return estimate_of(service, space)


@router.post("/rounds", responses=problems(404, 409))
def run_rounds(
    service: ServiceOf,
    space: SpacePath,
    backfill: Annotated[bool, Query(description="Read what an import brought, too.")] = False,
) -> RoundsAnswer:
    """Let the archivists read what is unread, now.

    The service does rounds by itself when ten messages are new or a conversation fell silent; this is for callers
    who do not want to wait, and for what an import brought: with a model, that is read only with `backfill`.
    409 when another worker is at it.
    """
    policy = service.round_policy(space, reads_imports=backfill)
    done: list[RoundAnswer] = []
    for _ in range(ROUNDS_MAX):
        report = service.run_round(space, policy=policy)
        if report is None and not done:
            stored = service.knowledge.space(space)
            if stored.lease_owner is None and stored.retry_at is not None:
                raise Conflict(f"the round of space {space!r} waits until {stored.retry_at}: {stored.last_error}")
            raise Conflict(f"a round of space {space!r} is under way; ask again when it is done")
        if report is None or not report.is_any:
            break
        done.append(RoundAnswer.model_validate(report))
    return RoundsAnswer(rounds=done)
