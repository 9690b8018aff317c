"""A server that speaks as OpenAI's does, on this machine, and does what each test's script says: also the worst."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread

TOKENS_IN, TOKENS_OUT, TOKENS_CACHED = 120, 30, 64
"""What each answer says that it took."""


@dataclass(frozen=True)
class Say:
    """An answer of this text."""

    text: str | None
    has_usage: bool = True


@dataclass(frozen=True)
class Fail:
    """An error of this status."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "no"
    code: str = "x"


@dataclass(frozen=True)
class Body:
    """Status 200 and these bytes."""

    content: bytes


@dataclass(frozen=True)
class Hang:
    """Nothing is answered until the server ends; with `drips`, a blank line now and then."""

    drips: bool = False


@dataclass(frozen=True)
class Close:
    """The connection is closed without a word."""


@dataclass(frozen=True)
class Meet:
    """Answered when so many requests are there at once, or after a moment."""

    text: str


Step = Say | Fail | Body | Hang | Close | Meet


class ScriptedServer:
    """Does one step for each request, and the last one again when the script is over."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.requests: list[dict[str, object]] = []
        self.at_once_max = 0
        self.ending = Event()
        self._at_once = 0
        self._lock = Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """What OPENAI_API_BASE is to be."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @contextmanager
    def serving(self) -> Iterator[ScriptedServer]:
        """The server answers; at the end every request that hangs is let go."""
        thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.ending.set()
            self._server.shutdown()
            thread.join()
            self._server.server_close()

    def next_step(self, request: dict[str, object]) -> Step:
        """The step for this request, which is noted."""
        with self._lock:
            self.requests.append(request)
            self._at_once += 1
            self.at_once_max = max(self.at_once_max, self._at_once)
            return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]

    def done(self) -> None:
        """A request is answered."""
        with self._lock:
            self._at_once -= 1


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One connection."""

        def do_POST(self) -> None:
            """Do the next step of the script."""
            step = server.next_step(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            try:
                self._do(step)
            except OSError:
                pass  # The client has gone: it timed out.
            finally:
                server.done()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

        def _do(self, step: Step) -> None:
            match step:
                case Say():
                    self._answer(200, _completion(step))
                case Meet():
                    server.ending.wait(0.05)
                    self._answer(200, _completion(Say(step.text)))
                case Fail():
                    error = {"error": {"message": step.message, "type": step.code, "code": step.code}}
                    self._answer(step.status, json.dumps(error).encode(), step.headers)
                case Body():
                    self._answer(200, step.content)
                case Close():
                    self.close_connection = True
                case Hang(drips=False):
                    server.ending.wait(30)
                case Hang():
                    self.send_response(200)
                    self.end_headers()
                    while not server.ending.wait(0.02):
                        self.wfile.write(b"\n")
                        self.wfile.flush()

        def _answer(self, status: int, content: bytes, headers: Mapping[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


def _completion(step: Say) -> bytes:
    answer: dict[str, object] = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "small",
        "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": step.text}},
        ],
    }
    if step.has_usage:
        answer["usage"] = {
            "prompt_tokens": TOKENS_IN,
            "completion_tokens": TOKENS_OUT,
            "total_tokens": TOKENS_IN + TOKENS_OUT,
            "prompt_tokens_details": {"cached_tokens": TOKENS_CACHED},
        }
    return json.dumps(answer).encode()
