"""Routes for monitors."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from api.http.responses import HealthAnswer
from api.http.routes.route_parts import ServiceOf, problems

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> HealthAnswer:
    """Whether the process answers. Checks nothing else."""
    return HealthAnswer(version=version("remembrancer"))


@router.get("/ready", responses=problems())
def ready(service: ServiceOf) -> HealthAnswer:
    """Whether the store answers; if not, 503 with the reason in `type` and `title`."""
    service.check()
    return HealthAnswer(version=version("remembrancer"))
