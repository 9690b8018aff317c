"""Whether the service lives, and whether its store answers."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from api.http.responses import HealthAnswer
from api.http.routes.route_parts import ServiceOf, problems

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> HealthAnswer:
    """The process answers. Touches nothing else."""
    return HealthAnswer(version=version("remembrancer"))


@router.get("/ready", responses=problems())
def ready(service: ServiceOf) -> HealthAnswer:
    """The store answers; 503 with the reason in `type` and `title` when it does not."""
    service.check()
    return HealthAnswer(version=version("remembrancer"))
