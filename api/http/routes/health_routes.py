"""Routes for monitors, and what the service counts about itself, for Prometheus."""

from importlib.metadata import version

from fastapi import APIRouter, Request, Response

from api.http.responses import HealthAnswer
from api.http.routes.route_parts import ServiceOf, problems
from api.metrics import MEDIA_TYPE, Metrics

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> HealthAnswer:
    """Whether the process answers. Checks nothing else."""
    return HealthAnswer(version=version("remembrancer"))


@router.get("/ready", responses=problems())
def ready(service: ServiceOf) -> HealthAnswer:
    """Whether the store answers; if not, 503 with the reason in `type` and `title`."""
    service.knowledge.store.check()
    return HealthAnswer(version=version("remembrancer"))


@router.get("/metrics", response_class=Response, responses=problems() | {200: {"content": {"text/plain": {}}}})
async def read_metrics(request: Request) -> Response:
    """Counts and times since the service was started, as Prometheus reads them. No space, chat or person is named."""
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), media_type=MEDIA_TYPE)
