"""A service that listens until it is told to stop, and ends in order."""

from __future__ import annotations

import gc
import signal
import socket
from errno import EACCES, EADDRINUSE
from types import FrameType

import uvicorn

from api.app import create_app
from api.wiring import Service
from graph.errors import BadInput, RemembrancerError
from graph.process_memory import share_one_arena

CONNECTIONS_WAITING_MAX = 2048


def listen(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """A socket that takes connections from now on, so that its address can be told before the service answers.

    With `or_any` a free port stands in for one that is taken. Raises BadInput for an address that is not this
    machine's and a plain error when the port is taken.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        # Without it a port stays taken for a minute after its service has ended.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host.strip("[]"), port))
        listener.listen(CONNECTIONS_WAITING_MAX)
    except OSError as error:
        listener.close()
        if error.errno == EADDRINUSE:
            if or_any:
                return listen(host, 0)
            raise RemembrancerError(
                f"port {port} of {host} is taken by another program; stop that one, or choose another port: --port 0"
            ) from error
        if error.errno == EACCES:
            raise BadInput(f"port {port} is for the system's own services; choose one from 1024 on") from error
        raise BadInput(f"cannot listen on {host}, port {port}: {error.strerror or error}") from error
    return listener


def address_of(listener: socket.socket) -> str:
    """Where a client on this machine finds the service."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_until_stopped(service: Service, listener: socket.socket) -> None:
    """Requests are answered until SIGINT or SIGTERM; then those under way end, and so do the service's threads."""
    # uvicorn raises the signal again when it has ended: by default that would end us before anything is closed.
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)
    # What is loaded by now stays. To look through it for garbage took 50 ms, once in about 65 blocks.
    gc.freeze()
    share_one_arena()
    config = uvicorn.Config(create_app(service), log_config=None, access_log=False, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)
