"""`remembrancer mcp`: a memory as tools for assistants that speak the Model Context Protocol."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, settings_with
from api.commands.printing import say
from api.http.cross_origin import CrossOrigin
from graph.embedders.model_embedder import check_installed
from graph.errors import BadInput, StoreLocked

if TYPE_CHECKING:
    from remembrancer_client import AsyncMemory

PORT = 8766
"""One above the service's, so that both run on one machine."""


def run(
    space: SpaceArgument,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="A running service; default: the store itself.")
    ] = None,
    key_file: Annotated[
        Path | None, typer.Option("--key-file", metavar="FILE", help="A file with the service's key alone.")
    ] = None,
    is_http: Annotated[bool, typer.Option("--http", help="Streamable HTTP for this machine, not stdin.")] = False,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port of --http.")] = PORT,
    store: StoreOption = None,
) -> None:
    """Offer a space as tools: remember, recall, context, explain, correct, forget.

    An assistant starts it and talks to it over stdin and stdout. The first thing that is remembered makes the space.
    """
    check_installed("mcp", "mcp")
    if url is not None and store is not None:
        raise BadInput("--url and --store are both given, expected one of them")
    if key_file is not None and url is None:
        raise BadInput("--key-file is for a service, expected --url with it")
    memory = _memory(space, url, key_file, store)
    if is_http:
        say(f"Remembrancer offers {space} at http://127.0.0.1:{port}/mcp", to_stderr=True)
    asyncio.run(_serve(memory, port if is_http else None))


def _memory(space: str, url: str | None, key_file: Path | None, store: str | None) -> AsyncMemory:
    from remembrancer_client import AsyncMemory  # noqa: PLC0415 - It needs httpx, which the extra brings.

    if url is not None:
        try:
            key = None if key_file is None else key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{key_file} cannot be read as text ({type(error).__name__})") from error
        return AsyncMemory(url, space=space, key=key)
    address = settings_with(store=store).store
    try:
        return AsyncMemory.open(address, space=space)
    except StoreLocked as error:
        raise StoreLocked(f"another process is writing to {address}; run remembrancer serve, and use --url") from error


async def _serve(memory: AsyncMemory, port: int | None) -> None:
    from api.mcp_tools import server_of  # noqa: PLC0415

    async with memory:
        server = server_of(memory)
        if port is None:
            await server.run_stdio_async()
        else:
            import uvicorn  # noqa: PLC0415

            app = CrossOrigin(server.streamable_http_app(), origins=())  # A page that is open elsewhere asks nothing.
            await uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning")).serve()
