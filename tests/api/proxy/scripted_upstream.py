"""A provider over real sockets that sends what it is told to, byte for byte, piece by piece."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

STREAM = {"Content-Type": "text/event-stream; charset=utf-8"}
JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Answer:
    """Status, headers and the pieces of a body, each sent by itself."""

    pieces: tuple[bytes, ...]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: JSON)
    is_chunked: bool = True
    breaks_off: bool = False  # the connection is closed where the rest of the body should be
    pause_seconds: float = 0.0  # between two pieces


@dataclass
class Asked:
    """A request as it came, and whether its connection was closed before the answer was sent."""

    line: str
    headers: dict[str, str]
    body: bytes
    was_left: bool = False

    @property
    def messages(self) -> list[dict[str, object]]:
        """The messages of a chat."""
        return list(json.loads(self.body)["messages"])


class ScriptedUpstream:
    """Answers each request with the answer of the number in its header X-Script, or with the first one.

    With several numbers, requests with that header get these answers one after the other, and then the last again.
    """

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Asked] = []
        self.address = ""
        self._loop = asyncio.new_event_loop()

    @contextmanager
    def serving(self) -> Iterator[ScriptedUpstream]:
        """The server answers."""
        started = threading.Event()
        thread = threading.Thread(target=self._run, args=(started,))
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._ending.set)
            thread.join()

    def _run(self, started: threading.Event) -> None:
        async def serve() -> None:
            self._ending = asyncio.Event()
            server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=512)
            self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
            started.set()
            await self._ending.wait()
            server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self._loop.run_until_complete(serve())
        self._loop.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                pairs = (line.split(": ", 1) for line in head[1:] if line)
                headers = {name.lower(): value for name, value in pairs}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                asked = Asked(head[0], headers, body)
                self.asked.append(asked)
                script = headers.get("x-script", "0")
                numbers = script.split(",")
                before = sum(each.headers.get("x-script", "0") == script for each in self.asked) - 1
                answer = self.answers[int(numbers[min(before, len(numbers) - 1)])]
                if not await self._answered(answer, asked, reader, writer):
                    break
        writer.close()

    async def _answered(
        self, answer: Answer, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        length = sum(map(len, answer.pieces)) + (7 if answer.breaks_off else 0)
        framing = {"Transfer-Encoding": "chunked"} if answer.is_chunked else {"Content-Length": str(length)}
        head = "".join(f"{name}: {value}\r\n" for name, value in {**answer.headers, **framing}.items())
        writer.write(f"HTTP/1.1 {answer.status} Whatever\r\n{head}\r\n".encode())
        for piece in answer.pieces:
            writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if answer.is_chunked else piece)
            await writer.drain()
            await asyncio.sleep(answer.pause_seconds)
            if reader.at_eof():
                asked.was_left = True
                return False
        if answer.breaks_off:
            return False
        if answer.is_chunked:
            writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


def event(delta: Mapping[str, object], index: int = 0) -> bytes:
    """One event of a streamed chat completion."""
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small"}
    choice = {"index": index, "delta": delta, "finish_reason": None}
    return b"data: " + json.dumps({**chunk, "choices": [choice]}, ensure_ascii=False).encode() + b"\n\n"


def streamed(*words: str, pause_seconds: float = 0.0) -> Answer:
    """A reply as a stream, a word in each event."""
    pieces = (event({"role": "assistant", "content": ""}), *(event({"content": word}) for word in words))
    return Answer((*pieces, b"data: [DONE]\n\n"), headers=STREAM, pause_seconds=pause_seconds)


def completed(text: str) -> Answer:
    """A reply as one document."""
    message = {"role": "assistant", "content": text}
    whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": "small"}
    body = {**whole, "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    return Answer((json.dumps(body).encode(),), is_chunked=False)
