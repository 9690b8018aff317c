"""Rounds on demand."""

from __future__ import annotations

from fastapi import APIRouter

from api.answers import RoundAnswer, RoundsAnswer
from api.routes.common import ServiceOf, SpacePath, problems
from graph.errors import Conflict

router = APIRouter(prefix="/v1/spaces/{space}", tags=["rounds"])

ROUNDS_MAX = 20
"""Of one request: about a thousand messages, done in seconds. A longer backlog takes several requests."""


@router.post("/rounds", responses=problems(404, 409))
def run_rounds(service: ServiceOf, space: SpacePath) -> RoundsAnswer:
    """Let the archivists read what is unread, now.

    The service does rounds by itself when ten messages are new or a conversation fell silent; this is for callers
    who do not want to wait. 409 when another worker is at it.
    """
    service.knowledge.space(space)
    done: list[RoundAnswer] = []
    for _ in range(ROUNDS_MAX):
        report = service.run_round(space)
        if report is None and not done:
            stored = service.knowledge.space(space)
            if stored.lease_owner is None and stored.retry_at is not None:
                raise Conflict(f"the round of space {space!r} waits until {stored.retry_at}: {stored.last_error}")
            raise Conflict(f"a round of space {space!r} is under way; ask again when it is done")
        if report is None or not (report.messages or report.changes):
            break
        done.append(RoundAnswer(messages=report.messages, rounded_to=report.rounded_to, changes=report.changes))
    return RoundsAnswer(rounds=done)
