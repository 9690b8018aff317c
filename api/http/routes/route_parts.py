"""What routes share: the service, common parameters, and error responses."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Header, Path, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel

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
        description="Makes retries safe: a request that is repeated with the same key gets the first answer again.",
    ),
]


async def check_query(request: Request) -> None:
    """Raises RequestValidationError for a query parameter that the route does not have: a typing error, mostly."""
    fields = request.scope["route"].dependant.query_params
    if any(issubclass(each, BaseModel) for field in fields if isinstance(each := field.field_info.annotation, type)):
        return  # The model refuses what it does not have.
    for name, value in request.query_params.items():
        if name not in {field.alias for field in fields}:
            raise RequestValidationError([{"type": "unknown", "loc": ("query", name), "msg": NO_SUCH, "input": value}])


NO_SUCH = "no parameter of this name; GET /openapi.json lists them"

Responses = dict[int | str, dict[str, object]]


def problems(*statuses: int) -> Responses:
    """The error responses of a route, for OpenAPI. Every route may answer 401, 403, 421, 422, 503."""
    return {status: {"model": Problem} for status in sorted({401, 403, 421, 422, 503, *statuses})}


BODY_STATUSES = (400, 408, 413, 415)
