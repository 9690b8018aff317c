"""The service that has a store open: where it answers, and how a command has it do what it may not do itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from pydantic import BaseModel, ValidationError

from api.commands.opening import opened
from api.http.problems import Problem
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput, Conflict, NotFound, RemembrancerError, StoreLocked
from graph.store.backends import file_of, is_server

A = TypeVar("A", bound=BaseModel)

ANSWER_SECONDS_MAX = 600.0
"""A round asks models, and to forget a person rewrites what was made of them."""

KINDS: dict[int, type[RemembrancerError]] = {404: NotFound, 409: Conflict, 422: BadInput}

in_path = partial(quote, safe="")

_DIRECTLY = build_opener(ProxyHandler({}))


class Operation(NamedTuple):
    """A request to the service."""

    method: str
    path: str  # below /v1
    body: BaseModel | None = None


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


def done(
    settings: Settings,
    asked: Operation,
    answer: type[A],
    here: Callable[[Service], object],
    *,
    makes: bool = False,
) -> A:
    """The answer to what is asked: of the service that has the store open, or of `here` if no other process has.

    Raises what `here` raises, and StoreLocked if another process has the store and is no service that answers.
    """
    try:
        with opened(settings, read_only=False, makes=makes) as service:
            return answer.model_validate(here(service))
    except StoreLocked as error:
        return answer.model_validate_json(_answer_of_service(settings, asked, error))


def _answer_of_service(settings: Settings, asked: Operation, locked: StoreLocked) -> bytes:
    file = _address_file(settings)
    if file is None or not file.exists():
        raise locked
    body = None if asked.body is None else asked.body.model_dump_json(exclude_unset=True).encode()
    headers = {"Content-Type": "application/json"} if body else {}
    if settings.api_keys:
        headers["Authorization"] = f"Bearer {settings.api_keys[0].get_secret_value()}"
    address = file.read_text(encoding="utf-8")
    request = Request(f"{address}/v1{asked.path}", data=body, headers=headers, method=asked.method)
    try:
        with _DIRECTLY.open(request, timeout=ANSWER_SECONDS_MAX) as response:
            return bytes(response.read())
    except HTTPError as error:
        told = error.read()
        with suppress(ValidationError):
            problem = Problem.model_validate_json(told)
            more = "; the command takes its key from REMEMBRANCER_API_KEYS" if error.code in (401, 403) else ""
            raise KINDS.get(error.code, RemembrancerError)(problem.detail + more) from error
        raise RemembrancerError(f"the service at {address} answers {error.code} to {asked.path}") from error
    except (OSError, HTTPException) as error:
        raise StoreLocked(f"{locked}; it does not answer at {address} ({error})") from error


def _address_file(settings: Settings) -> Path | None:
    """Beside the store. None for a server, which any number of processes may write to, and for a store in memory."""
    file = None if is_server(settings.store) else file_of(settings.store)
    return None if file is None else Path(f"{file}.address")
