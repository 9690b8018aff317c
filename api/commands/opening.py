"""What commands share: common options, settings, and the service on an open store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from shlex import join
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from pydantic import BaseModel, ValidationError

from api.commands.shortening import as_typed, shortened
from api.http.problems import FOUND_LENGTH_MAX, PYDANTIC_WORDS
from api.settings import Settings, load_settings
from api.wiring import Service, build
from graph.errors import BadInput, StoreError, StoreLocked
from graph.store.backends import file_of, is_server

if TYPE_CHECKING:
    from api.metrics import Metrics

M = TypeVar("M", bound=BaseModel)

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="STORE",
        help="The store: a file or a server's address; default: REMEMBRANCER_STORE, or a file in your data folder.",
    ),
]
SpaceArgument = Annotated[str, typer.Argument(metavar="SPACE", help="The name of a space.", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for a program.")]
PortOption = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help="The port; 0: a free one.", show_default=False)
]


_typed_store: ContextVar[str | None] = ContextVar("typed_store", default=None)


def settings_with(**given: object) -> Settings:
    """The settings of the environment, overridden by the given options."""
    _typed_store.set(str(given["store"]) if given.get("store") else None)
    return load_settings(**{name: value for name, value in given.items() if value is not None})


def typed(*words: str) -> str:
    """A command as it is typed for the store that the present command was given."""
    store = _typed_store.get()
    return join(["remembrancer", *words, *(("--store", store) if store else ())])


def checked(model: type[M], typed: Mapping[str, str] = {}, /, **values: object) -> M:
    """Check the options with a model that HTTP requests use, too. Raises BadInput, with field names in backticks.

    `typed` says what was typed for fields that are not parameters of the command.
    """
    try:
        return model(**values)
    except ValidationError as error:
        first = error.errors()[0]
        where = f"`{first['loc'][0]}` is {shortened(str(first['input']), FOUND_LENGTH_MAX)}, " if first["loc"] else ""
        raise BadInput(as_typed(f"{where}expected {PYDANTIC_WORDS.sub('', first['msg'])}", typed)) from error


@contextmanager
def opened(
    settings: Settings,
    *,
    read_only: bool,
    makes: bool = False,
    is_patient: bool = False,
    metrics: Metrics | None = None,
    if_locked: str = "use the service's HTTP API, or stop it",
) -> Iterator[Service]:
    """The service on an open store. The store must exist unless the command `makes` one.

    Read-only commands work while another service is running.
    """
    if not makes and not is_server(settings.store):
        file = file_of(settings.store)
        if file is not None and not file.exists():
            raise StoreError(
                f"there is no store {file}; check --store and REMEMBRANCER_STORE. `remembrancer serve` and "
                "`remembrancer import` make one"
            )
    try:
        service = build(settings, read_only=read_only, is_patient=is_patient, metrics=metrics)
    except StoreLocked as error:
        raise StoreLocked(f"a service or another command is writing to {settings.store}; {if_locked}") from error
    try:
        yield service
    finally:
        service.close()
