"""`remembrancer demo`: reads a sample, shows what comes of it, and serves the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from api.commands.demo_sample import SPACE, run_demo
from api.commands.opening import PortOption, opened, settings_with
from api.commands.printing import say
from api.commands.running_service import told_where
from api.commands.serve import address_of, listen, serve_until_stopped
from api.logs import configure_logs
from api.settings import load_settings

KEEP_DAYS = 36_500.0
"""The demo's day is long ago, so retention would delete its block as soon as it serves."""


def run(
    once: Annotated[bool, typer.Option("--once", help="Exit after the block instead of serving.")] = False,
    is_without_model: Annotated[
        bool, typer.Option("--without-model", help="Show what is kept without a model.")
    ] = False,
    port: PortOption = None,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="PATH", help="Keep the demo in this file; REMEMBRANCER_STORE is not used."),
    ] = None,
) -> None:
    """Show what a memory makes of a sample conversation and why, and serve the result.

    Needs no server, no key and no download. In the demo, today is 14 June 2026.
    """
    with _store_address(store) as path:
        settings = settings_with(port=port, store=path, block_keep_days=KEEP_DAYS, log_keep_days=KEEP_DAYS)
        if once:
            with opened(settings, read_only=False, makes=True) as service:
                run_demo(service, with_model=not is_without_model)
            return
        listener = listen(settings.host, settings.port, or_any=port is None)
        with closing(listener), opened(settings, read_only=False, makes=True) as service:
            run_demo(service, with_model=not is_without_model)
            configure_logs(level="warning", style=settings.log_format)
            address = address_of(listener)
            say(f"\nServing at {address} until Ctrl-C. See it at {address}/inspector, or ask something else:\n")
            asks = f"curl -s {address}/v1/spaces/{SPACE}/turns -H 'Content-Type: application/json'"
            say(asks + """ -d '{"query": "What is Biscuit allowed to do?", "record": false}'""")
            with told_where(settings, address):
                serve_until_stopped(service, listener)


@contextmanager
def _store_address(store: str | None) -> Iterator[str]:
    if store is not None:
        yield store
        return
    if "store" in load_settings().model_fields_set:
        say("The demo is kept in a temporary folder, and not in REMEMBRANCER_STORE.", to_stderr=True)
    with TemporaryDirectory(prefix="remembrancer-demo-") as folder:
        yield str(Path(folder) / "memory.db")
