"""A connection whose request does not arrive is closed; one that is used stays."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from time import monotonic

import pytest
import uvicorn
from fastapi import FastAPI

from api.http import protocol
from api.http.protocol import TimedProtocol

REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD_SECONDS = 0.3
PATIENCE_SECONDS = 10.0


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A connection to a service that waits a third of a second for the head of a request."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS_MAX", HEAD_SECONDS)
    app = FastAPI()

    @app.get("/health")
    async def health() -> str:
        return "ok"

    server = uvicorn.Server(uvicorn.Config(app, log_config=None, http=TimedProtocol, timeout_keep_alive=60))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    made = socket.create_connection(listener.getsockname(), timeout=PATIENCE_SECONDS)
    yield made
    made.close()
    server.should_exit = True
    thread.join(PATIENCE_SECONDS)
    listener.close()


@pytest.mark.parametrize("sent", [b"", b"GET /health HTTP/1.1\r\nHost: loc"])
def test_head_that_does_not_arrive_closes_the_connection(connection: socket.socket, sent: bytes) -> None:
    """Nothing at all, or half a head, is waited for no longer than said."""
    connection.sendall(sent)
    started = monotonic()

    assert connection.recv(1) == b""
    assert monotonic() - started < PATIENCE_SECONDS


def test_bytes_that_drip_win_no_time(connection: socket.socket) -> None:
    """The time is that of the whole head, not of each byte."""
    started = monotonic()

    with pytest.raises(OSError):
        for byte in REQUEST[:-1] * 100:
            connection.sendall(bytes([byte]))
            connection.settimeout(0.05)
            try:
                if connection.recv(1) == b"":
                    raise ConnectionResetError
            except TimeoutError:
                continue
    assert HEAD_SECONDS * 0.9 < monotonic() - started < PATIENCE_SECONDS


def test_connection_that_is_used_stays(connection: socket.socket) -> None:
    """Requests that come whole are answered one after the other, and half of the next one closes the connection."""
    for _ in range(3):
        connection.sendall(REQUEST)
        answer = b""
        while not answer.endswith(b'"ok"'):
            answer += connection.recv(4096)

    connection.sendall(REQUEST[:10])

    assert connection.recv(1) == b""
