"""A service behind a real socket."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from api.app import create_app
from api.http.protocol import TimedProtocol
from api.metrics import Metrics
from api.settings import Settings
from api.wiring import Service, build


@contextmanager
def serving(**settings: object) -> Iterator[tuple[str, Service]]:
    """A service in memory, whose threads do no rounds, and its address."""
    asked = Settings(**{"store": ":memory:", "rounds_enabled": False} | settings)  # type: ignore[arg-type]
    service = build(asked, metrics=Metrics())
    config = uvicorn.Config(create_app(service), log_config=None, server_header=False, http=TimedProtocol)
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", service
    finally:
        server.should_exit = True
        thread.join()
        service.close()
