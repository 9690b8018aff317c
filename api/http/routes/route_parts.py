"""What all routes share: the service behind them, the parameters they have in common, the errors they may give."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Header, Path, Request

from api.http.problems import Problem
from api.wiring import Service


async def service_of(request: Request) -> Service:
    """The service that the app was made for."""
    return cast(Service, request.app.state.service)


ServiceOf = Annotated[Service, Depends(service_of)]
SpacePath = Annotated[str, Path(description="The space's name, percent-encoded.", examples=["ada"])]
IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=255,
        description="Makes a retry safe: the same request under the same key is done once and gets the first answer.",
    ),
]

Responses = dict[int | str, dict[str, object]]


def problems(*statuses: int) -> Responses:
    """How a route may refuse, for OpenAPI; 401, 421, 422 and 503 are possible everywhere."""
    return {status: {"model": Problem} for status in sorted({401, 421, 422, 503, *statuses})}


BODY_STATUSES = (400, 408, 413, 415)
