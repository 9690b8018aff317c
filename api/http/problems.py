"""Error responses: application/problem+json (RFC 9457), with what was found and what was expected."""

import json
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, computed_field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.logs import LogEvent, logger_of
from graph.errors import (
    BadInput,
    Conflict,
    EmbedderError,
    MissingExtra,
    ModelError,
    NotFound,
    RemembrancerError,
    StoreError,
    StoreUnavailable,
    TooLarge,
)

MEDIA_TYPE = "application/problem+json"

ERRORS_MAX = 20
"""The most errors that a response lists."""

FOUND_LENGTH_MAX = 80

RETRY_SECONDS = 1
MODEL_RETRY_SECONDS = 30  # As a round waits after its first failure.
OUTAGE_RETRY_SECONDS = 5
"""A restarted Neo4j server answers after seven seconds: asking every second would only fill the logs."""

PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Status names that differ between versions of Python."""

STATUSES: tuple[tuple[type[RemembrancerError], HTTPStatus], ...] = (
    (TooLarge, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    (BadInput, HTTPStatus.UNPROCESSABLE_ENTITY),
    (NotFound, HTTPStatus.NOT_FOUND),
    (Conflict, HTTPStatus.CONFLICT),
    (StoreError, HTTPStatus.SERVICE_UNAVAILABLE),
    (EmbedderError, HTTPStatus.SERVICE_UNAVAILABLE),
    (ModelError, HTTPStatus.SERVICE_UNAVAILABLE),
    (MissingExtra, HTTPStatus.SERVICE_UNAVAILABLE),
)
"""The HTTP status of our errors, by the first class that matches."""

NO_PLACE = "[key]"
"""Pydantic's word for a name. It is no place in what the caller sent."""

EXPECTED = {
    "missing": "a value",
    "extra_forbidden": "no field of this name; GET /openapi.json lists them",
    "finite_number": "a finite number",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "dict_type": "an object",
    "list_type": "a list",
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
}
"""What was expected, by pydantic's error type, instead of its own words."""

PYDANTIC_WORDS = re.compile(r"^(Value error, |\w+ should (be |have )?)|( after validation)?, not \d+$")
"""Removed from pydantic's messages, so that they fit after "expected"."""

log = logger_of("problems")


class ProblemError(BaseModel):
    """One thing that is wrong with a request."""

    where: str = Field(description="The field, parameter or header.", examples=["messages[0].role"])
    found: str = Field(description="Its value, shortened.", examples=['"robot"'])
    expected: str = Field(description="What is allowed.", examples=["'user' or 'assistant'"])


class ClientError(BaseModel):
    """The problem as clients of OpenAI's API read it."""

    message: str = Field(description="As `detail`.")
    type: str = Field(description="As `type`.", examples=["urn:remembrancer:bad-input"])
    code: int = Field(description="As `status`.", examples=[422])


class Problem(BaseModel):
    """Why a request failed (RFC 9457)."""

    type: str = Field(description="The kind of problem.", examples=["urn:remembrancer:bad-input"])
    title: str = Field(description="The kind in words.", examples=["What was sent cannot be taken as it is."])
    status: int = Field(description="The HTTP status.", examples=[422])
    detail: str = Field(description="What happened this time, and what to do.")
    errors: list[ProblemError] = Field(default=[], description="The errors in the request, if they can be listed.")

    @computed_field(description="The same for clients of OpenAI's API.")  # type: ignore[prop-decorator]
    @property
    def error(self) -> ClientError:
        """The error for these clients, which show nothing else of it."""
        return ClientError(message=self.detail, type=self.type, code=self.status)


def problem(
    status: int,
    detail: str,
    *,
    kind: str | None = None,
    title: str | None = None,
    errors: Sequence[ProblemError] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error response. `kind` and `title` default to those of the status."""
    phrase = PHRASES.get(status) or HTTPStatus(status).phrase
    body = Problem(
        type=f"urn:remembrancer:{kind or _kebab(phrase)}",
        title=title or phrase,
        status=int(status),
        detail=printable(detail),
        errors=list(errors),
    )
    return Response(body.model_dump_json(), int(status), dict(headers or {}), MEDIA_TYPE)


async def answer_error(request: Request, error: Exception) -> Response:
    """FastAPI's handler for our errors."""
    assert isinstance(error, RemembrancerError)
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    title = (type(error).__doc__ or "").strip().splitlines()[0]
    kind = _kebab(type(error).__name__)
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return problem(status, str(error), kind=kind, title=title)
    # Only the log gets the message, since it may contain paths and hosts of the server.
    # Outages are logged when they begin, not for each request.
    is_outage = type(error) is StoreUnavailable
    (log.debug if is_outage else log.error)(LogEvent("failed", problem=kind, error=str(error)))
    is_model = isinstance(error, ModelError)
    seconds = OUTAGE_RETRY_SECONDS if is_outage else MODEL_RETRY_SECONDS if is_model else RETRY_SECONDS
    wait = {"Retry-After": str(seconds)} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
    # Whoever may ask for a round can read the error of a model in the space, too.
    told = str(error) if is_model else f"{title} Try again; the service's log has the details."
    return problem(status, told, kind=kind, title=title, headers=wait)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


async def answer_http(request: Request, error: Exception) -> Response:
    """FastAPI's handler for errors of the framework: unknown routes and methods, unreadable bodies."""
    assert isinstance(error, HTTPException)
    path = request.scope["path"]
    match error.status_code:
        case 404:
            detail = f"there is no route {path}; GET /openapi.json lists them all"
        case 405:
            # The framework names the methods of one route, and a path may have several routes.
            asked = {method: {**request.scope, "method": method} for method in METHODS}
            allowed = ", ".join(
                method
                for method, scope in asked.items()
                if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
            )
            detail = f"method {request.method} is not allowed at {path}, expected {allowed}"
            return problem(error.status_code, detail, headers={"Allow": allowed})
        case 400:
            detail = "the body cannot be read as JSON, expected UTF-8, numbers below 4,300 digits, and few levels"
        case _:
            detail = error.detail
    return problem(error.status_code, detail, headers=error.headers)


async def answer_invalid(request: Request, error: Exception) -> Response:
    """FastAPI's handler for invalid requests."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    errors = [_problem_error(each) for each in found[:ERRORS_MAX]]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    detail = in_words(found[0]) + more
    if found[0]["type"] == "json_invalid":
        place = found[0]["loc"][-1]
        told = str(found[0]["ctx"]["error"]).removesuffix(" at")  # "Unterminated string starting at".
        return problem(400, f"the body is not JSON: {told} at character {place}")
    return problem(422, detail, kind="bad-input", title="What was sent cannot be taken as it is.", errors=errors)


def printable(text: str) -> str:
    """The text with half surrogate pairs and control characters escaped, so that any client can read it."""
    return "".join(
        c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}"
        for c in text.encode("utf-8", "backslashreplace").decode("utf-8")
    )


def in_words(error: Mapping[str, object]) -> str:
    """One of pydantic's errors as a line of text."""
    told = _problem_error(error)
    return f"{told.where} is {told.found}, expected {told.expected}"


def _problem_error(each: Mapping[str, object]) -> ProblemError:
    kind, place = str(each["type"]), each["loc"]
    assert isinstance(place, tuple)
    context = each.get("ctx")
    # A model may report that one of its fields is wrong: `wrong` in api/http/bodies.py.
    field = context.get("field", {}) if isinstance(context, dict) else {}
    (value,) = field.values() or (each["input"],)
    place = (*place, *field)
    found = "nothing" if kind == "missing" else _value_in_words(value)
    expected = EXPECTED.get(kind) or PYDANTIC_WORDS.sub("", str(each["msg"]))
    return ProblemError(where=printable(_place_in_words(place)), found=printable(found), expected=printable(expected))


def _place_in_words(place: tuple[object, ...]) -> str:
    source, *steps = place or ("body",)
    text = ""
    for step in steps:
        if step == NO_PLACE:
            continue
        name = str(step) if len(str(step)) <= FOUND_LENGTH_MAX else f"{str(step)[:FOUND_LENGTH_MAX]}…"
        text += f"[{step}]" if isinstance(step, int) else f".{name}" if text else name
    match source:
        case "body":
            return text or "the body"
        case "header":
            return f"header {text.title()}"
        case _:
            return f"{source} parameter {text}"


def _value_in_words(value: object) -> str:
    match value:
        case dict():
            return "an object"
        case list() | tuple():
            return f"a list of {len(value)}"
        case bytes():
            return f"{len(value)} bytes that are not JSON"
        case str() if len(value) > FOUND_LENGTH_MAX:
            return f"{json.dumps(value[:FOUND_LENGTH_MAX], ensure_ascii=False)}… ({len(value)} characters)"
        case None | bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return repr(value)[:FOUND_LENGTH_MAX]


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[ _]+", "-", name).lower()
