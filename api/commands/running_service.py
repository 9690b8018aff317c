"""The routes of the service for commands: answered in this process, or by the service that has the store open."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException
from inspect import signature
from pathlib import Path
from typing import TypeVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from api.access_keys import ALL_RIGHTS
from api.commands.opening import opened
from api.http.problems import Problem
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput, Conflict, NotFound, RemembrancerError, StoreLocked
from graph.store.backends import file_of, is_server

A = TypeVar("A", bound=BaseModel)
Given = Mapping[str, object]
"""What a route is given, by the names of its parameters: parts of its path, and its body."""

ANSWER_SECONDS_MAX = 600.0
"""A round asks models, and to forget a person rewrites what was made of them."""

KINDS: dict[int, type[RemembrancerError]] = {404: NotFound, 409: Conflict, 422: BadInput}

_DIRECTLY = build_opener(ProxyHandler({}))


@contextmanager
def told_where(settings: Settings, address: str) -> Iterator[None]:
    """While the block runs, commands on this machine find the service of the store at this address."""
    file = _address_file(settings)
    if file is None:
        yield
        return
    file.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def done(settings: Settings, router: APIRouter, name: str, answer: type[A], given: Given, *, makes: bool = False) -> A:
    """The answer of the route with this name: by the service that has the store open, or in this process.

    Raises what the route raises, and StoreLocked if another process has the store and is no service that answers.
    """
    try:
        with opened(settings, read_only=False, makes=makes) as service:
            return answered(service, router, name, answer, given)
    except StoreLocked as error:
        return answer.model_validate_json(_answer_of_service(settings, _route(router, name), given, error))


def answered(service: Service, router: APIRouter, name: str, answer: type[A], given: Given) -> A:
    """The answer of a route in this process, whose user has all rights. Raises what the route raises."""
    run = _route(router, name).endpoint
    told = {"service": service, "rights": ALL_RIGHTS, **given}
    return answer.model_validate(run(**{name: told[name] for name in signature(run).parameters if name in told}))


def _route(router: APIRouter, name: str) -> APIRoute:
    return next(each for each in router.routes if isinstance(each, APIRoute) and each.name == name)


def _answer_of_service(settings: Settings, route: APIRoute, given: Given, locked: StoreLocked) -> bytes:
    file = _address_file(settings)
    if file is None or not file.exists():
        raise locked
    sent = given.get("body")
    body = sent.model_dump_json(exclude_unset=True).encode() if isinstance(sent, BaseModel) else None
    path = route.path.format(**{name: quote(str(value), safe="") for name, value in given.items()})
    headers = {"Content-Type": "application/json"} if body else {}
    if settings.api_keys:
        headers["Authorization"] = f"Bearer {settings.api_keys[0].get_secret_value()}"
    address = file.read_text(encoding="utf-8")
    request = Request(f"{address}{path}", data=body, headers=headers, method=min(route.methods or ()))
    try:
        with _DIRECTLY.open(request, timeout=ANSWER_SECONDS_MAX) as response:
            return bytes(response.read())
    except HTTPError as error:
        told = error.read()
        with suppress(ValidationError):
            problem = Problem.model_validate_json(told)
            more = "; the command takes its key from REMEMBRANCER_API_KEYS" if error.code in (401, 403) else ""
            raise KINDS.get(error.code, RemembrancerError)(problem.detail + more) from error
        raise RemembrancerError(f"the service at {address} answers {error.code} to {path}") from error
    except (OSError, HTTPException) as error:
        raise StoreLocked(f"{locked}; it does not answer at {address} ({error})") from error


def _address_file(settings: Settings) -> Path | None:
    """Beside the store. None for a server, which any number of processes may write to, and for a store in memory."""
    file = None if is_server(settings.store) else file_of(settings.store)
    return None if file is None else Path(f"{file}.address")
