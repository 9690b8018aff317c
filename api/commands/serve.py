"""`remembrancer serve`: the HTTP service, until it is told to stop."""

import gc
import signal
import socket
import sys
from contextlib import closing
from errno import EACCES, EADDRINUSE
from types import FrameType
from typing import Annotated

import typer
import uvicorn

from api.app import create_app
from api.commands.opening import PortOption, StoreOption, opened, settings_with
from api.commands.running_service import told_where
from api.http.protocol import TimedProtocol
from api.logs import configure_logs
from api.metrics import Metrics
from api.wiring import Service
from graph.errors import BadInput, RemembrancerError

CONNECTIONS_WAITING_MAX = 2048

SWITCH_SECONDS = 0.0005
"""How long a thread that has read from the store waits for one that computes. A turn reads a dozen times, so Python's
5 ms would cost it 60 ms while a long message is being processed."""


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
        opened(settings, read_only=False, makes=True, is_patient=True, metrics=Metrics()) as service,
    ):
        address = address_of(listener)
        typer.echo(f"Remembrancer serves {settings.store} at {address}; routes: {address}/docs")
        with told_where(settings, address):
            serve_until_stopped(service, listener)


def listen(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """A listening socket. It accepts connections before the service answers, so that its address can be printed.

    With `or_any` a free port replaces one that is in use. Raises BadInput for an address that is not this machine's,
    and RemembrancerError if the port is in use.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once only on sockets that name their protocol. On others the second part of an answer waits 40 ms
    # for the caller to acknowledge the first.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Without this, a port stays in use for a minute after its service has ended.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host.strip("[]"), port))
        listener.listen(CONNECTIONS_WAITING_MAX)
    except OSError as error:
        listener.close()
        if error.errno == EADDRINUSE:
            if or_any:
                return listen(host, 0)
            raise RemembrancerError(
                f"another program uses port {port} of {host}; stop it, or choose another port: --port 0"
            ) from error
        if error.errno == EACCES:
            raise BadInput(f"port {port} is reserved for the system; choose one from 1024 on") from error
        raise BadInput(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return listener


def address_of(listener: socket.socket) -> str:
    """The URL of the service for clients on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_until_stopped(service: Service, listener: socket.socket) -> None:
    """Answer requests until SIGINT or SIGTERM, then finish current ones and stop the service's threads."""
    # When uvicorn ends, it raises the signal again. By default that would end the process before anything is closed.
    signal.signal(signal.SIGTERM, _exit)
    signal.signal(signal.SIGINT, _exit)
    # Everything loaded so far stays. Searching it for garbage took 50 ms, once in about 65 blocks.
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(service)
    config = uvicorn.Config(app, http=TimedProtocol, log_config=None, access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)
