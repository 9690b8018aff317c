"""What routes share: the service, common parameters, and error responses."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

from api.http.bodies import SpaceBody
from api.http.problems import Problem
from api.wiring import Service
from graph.errors import Conflict, NotFound

T = TypeVar("T")


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

IsSpaceMade = Annotated[bool, Query(alias="create", description="Make the space if there is none.")]


def in_space(service: Service, space: str, answer: Callable[[], T], *, is_made: bool) -> T:
    """The answer. If its space is missing, and may be made, it is made first, as `POST /v1/spaces` makes it.

    Raises NotFound, and RequestValidationError for a name that a space cannot have.
    """
    try:
        return answer()
    except NotFound:
        if not is_made:
            raise
    body = named_space(space)
    with suppress(Conflict):  # The space exists: another request has made it, or the answer will say what is missing.
        service.create_space(body)
    return answer()


def named_space(space: str) -> SpaceBody:
    """A space with the name in the path. Raises RequestValidationError for a name that a space cannot have."""
    try:
        return SpaceBody(name=space)
    except ValidationError as error:
        raise RequestValidationError([{**each, "loc": ("path", "space")} for each in error.errors()]) from error


async def check_query(request: Request) -> None:
    """Raises RequestValidationError for a query parameter that the route does not have, mostly a typing error."""
    fields = request.scope["route"].dependant.query_params
    if any(issubclass(each, BaseModel) for field in fields if isinstance(each := field.field_info.annotation, type)):
        return  # The model refuses unknown parameters.
    for name, value in request.query_params.items():
        if name not in {field.alias for field in fields}:
            raise RequestValidationError([{"type": "unknown", "loc": ("query", name), "msg": NO_SUCH, "input": value}])


NO_SUCH = "no parameter of this name; GET /openapi.json lists them"

Responses = dict[int | str, dict[str, object]]


def problems(*statuses: int) -> Responses:
    """The error responses of a route, for OpenAPI. Every route may answer 401, 403, 421, 422, 503."""
    return {status: {"model": Problem} for status in sorted({401, 403, 421, 422, 503, *statuses})}


BODY_STATUSES = (400, 408, 413, 415)
