"""What the service counts about itself, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from api.http.routes.route_parts import problems
from api.metrics import MEDIA_TYPE, Metrics

router = APIRouter(tags=["health"])


@router.get("/metrics", response_class=Response, responses=problems() | {200: {"content": {"text/plain": {}}}})
async def read_metrics(request: Request) -> Response:
    """Counts and times since the service was started, as Prometheus reads them. No space, chat or person is named."""
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), media_type=MEDIA_TYPE)
