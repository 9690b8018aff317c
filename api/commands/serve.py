"""`remembrancer serve`: the HTTP service, one process."""

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
) -> None:
    """Run the service until it is stopped with Ctrl-C or SIGTERM."""
    settings = settings_with(host=host, port=port, store=store)
    configure_logs(level=settings.log_level, style=settings.log_format)
    with closing(listen(settings.host, settings.port)) as listener, opened(settings, read_only=False) as service:
        address = address_of(listener)
        typer.echo(f"Remembrancer serves {settings.store} at {address}; its routes: {address}/openapi.json")
        serve_until_stopped(service, listener)
