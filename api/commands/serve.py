"""`remembrancer serve`: the HTTP service."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from api.commands.opening import PortOption, StoreOption, opened, settings_with
from api.commands.serving import address_of, listen, serve_until_stopped
from api.logs import configure_logs


def run(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on.", show_default=False)] = None,
    port: PortOption = None,
    store: StoreOption = None,
    leaves_rounds: Annotated[
        bool, typer.Option("--no-rounds", help="Leave rounds and vectors to remembrancer work.")
    ] = False,
) -> None:
    """Run the service until Ctrl-C or SIGTERM."""
    rounds_enabled = False if leaves_rounds else None
    settings = settings_with(host=host, port=port, store=store, rounds_enabled=rounds_enabled)
    configure_logs(level=settings.log_level, style=settings.log_format)
    with (
        closing(listen(settings.host, settings.port)) as listener,
        opened(settings, read_only=False, is_patient=True) as service,
    ):
        address = address_of(listener)
        typer.echo(f"Remembrancer serves {settings.store} at {address}; routes: {address}/openapi.json")
        serve_until_stopped(service, listener)
