"""One request on its way through the proxy: to the upstream and back, byte for byte as it comes."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import AsyncIterable, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from fastapi import Response
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from api.http.problems import problem
from api.logs import LogEvent, logger_of
from api.metrics import Metrics
from api.proxy.chat_memory import Chat, ChatMemory, Remembered
from api.proxy.headers import Header, KeyRules, given
from api.proxy.reply import REPLY_BYTES_MAX, reply_in
from api.settings import Settings
from api.wiring import Service
from graph.errors import RemembrancerError, UpstreamError
from graph.store.backends import is_server

if TYPE_CHECKING:
    from api.proxy.upstream import Upstream, UpstreamAnswer

T = TypeVar("T")

Body = bytes | AsyncIterable[bytes] | None
"""The body of a request: what is remembered has come whole, anything else is passed on as it comes."""

MEMORY_SECONDS_MAX = 3.0
"""How long a chat waits for its block, besides the time that the settings give models. A cold space may need longer."""

COMPUTING_THREADS = 2
"""On SQLite a turn computes. Each additional computing thread makes the one that passes bytes on wait longer."""

HELD_BYTES_MAX = 1024 * 1024
"""How much of an answer may wait until what was said is stored. More is not read until then."""

WAITING_THREADS = 16
"""A turn that waits for a server or a model lets others compute meanwhile."""

log = logger_of("proxy")


class Proxy:
    """What all requests through the proxy share."""

    def __init__(self, service: Service, metrics: Metrics) -> None:
        settings = service.settings
        self.metrics = metrics
        self.upstream = _open(settings.upstream) if settings.upstream is not None else None
        self.key_rules = KeyRules(settings)
        self.placement = settings.block_placement
        self.memory = ChatMemory(service)
        self.seconds_max = MEMORY_SECONDS_MAX + settings.prefilter_seconds + settings.reranker_ms / 1000
        count = WAITING_THREADS if _waits(settings) else COMPUTING_THREADS
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="remembrancer-proxy")
        self._storing: set[Future[None]] = set()

    def in_thread(self, work: Callable[[], T]) -> Future[T]:
        """Do the work soon, in one of the proxy's threads. If it fails, the log says so and the chat goes on."""
        in_context = partial(copy_context().run, work)  # Its lines in the log have the id of the request.
        future = asyncio.get_running_loop().run_in_executor(self._threads, in_context)
        future.add_done_callback(_tell)
        return future

    def store(self, space: str, made: Future[Remembered | None], *, is_refused: bool) -> Future[None]:
        """Store what was said as soon as there is a block for it. Goes on whatever becomes of the request.

        What the upstream refused is not stored.
        """

        async def stored() -> None:
            if (remembered := await asyncio.shield(made)) is None:
                return
            if is_refused:
                self.memory.end(space, remembered)
            else:
                await self.in_thread(partial(self.memory.store, space, remembered))

        storing = asyncio.create_task(stored())
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        storing.add_done_callback(lambda task: task.exception())  # The thread has logged it.
        return storing

    async def close(self) -> None:
        """Finish the work that has begun, and close connections."""
        await asyncio.gather(*self._storing, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        if self.upstream is not None:
            await self.upstream.close()


class Passage(Response):
    """The upstream's answer to a request, passed on as it comes. Memory works before, during and after it.

    The upstream is asked as soon as there is a block. What was said is stored once it answers, unless it refuses the
    request. The first byte of the answer waits for that, so whatever is answered is remembered. A caller who hangs up
    also ends the upstream's answer; what came until then is the reply.
    """

    def __init__(
        self, proxy: Proxy, upstream: Upstream, path: str, body: Body, chat: Chat | None = None, *, state: str = "off"
    ) -> None:
        super().__init__()
        self._proxy = proxy
        self._metrics = proxy.metrics
        self._upstream = upstream
        self._path = path
        self._sent = body
        self._chat = chat
        self._made: Future[Remembered | None] | None = None
        self._storing: Future[None] | None = None
        self._state = state  # of memory
        self._is_counted = False
        self._names: list[Header] = []  # headers with the chat's name, and what was put in
        self._came: list[bytes] = []
        self._answer: UpstreamAnswer | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        try:
            async with asyncio.timeout(None) as limit:
                is_received = asyncio.Event()
                if isinstance(self._sent, bytes | None):
                    is_received.set()
                else:
                    self._sent = _received(self._sent, is_received)
                watching = asyncio.create_task(_hang_up(receive, limit, is_received))
                try:
                    with self._metrics.memory.time():
                        await self._remember()
                    with self._metrics.streams.track_inprogress():
                        await self._pass(scope, receive, send)
                finally:
                    watching.cancel()
        except TimeoutError:
            log.info(LogEvent("client hung up", path=scope["path"]))
            self._count()
        finally:
            self._store()
            if self._answer is not None:
                self._answer.close()
        await self._keep_reply()

    async def _remember(self) -> None:
        """Put the block in, if it comes in time."""
        if self._chat is None:
            return
        self._made = self._proxy.in_thread(partial(self._proxy.memory.before, self._chat))
        self._state = "late"
        await asyncio.wait([self._made], timeout=self._proxy.seconds_max)
        if not self._made.done() or self._made.exception() is not None:
            self._state = "failed" if self._made.done() else "late"
            return
        if (remembered := self._made.result()) is None:
            self._state = "off"
            return
        self._state = "block" if remembered.block.body else "empty"
        self._names.append((b"x-remembrancer-chat", quote(remembered.chat).encode()))
        if count := self._chat.body.replaced_count:
            self._names.append((b"x-remembrancer-replaced", str(count).encode()))
        if remembered.block.body:
            self._names.append((b"x-remembrancer-block", remembered.block.id.encode()))
            self._sent = self._chat.body.with_block(remembered.block.body, self._proxy.placement)

    async def _told(self) -> list[Header]:
        """Wait until what was said is stored, storing fails or time is up; return headers that say what memory did."""
        self._store()
        if self._names and self._storing is not None:
            await asyncio.wait([self._storing], timeout=self._proxy.seconds_max)
            if not self._storing.done():
                self._state = "late"
            elif self._storing.exception() is not None:
                self._state = "failed"
        self._count()
        return [(b"x-remembrancer-memory", self._state.encode()), *self._names]

    def _store(self) -> None:
        """Begin to store what was said."""
        if self._chat is not None and self._made is not None and self._storing is None:
            is_refused = self._answer is not None and 400 <= self._answer.status < 500
            self._storing = self._proxy.store(self._chat.space, self._made, is_refused=is_refused)

    def _count(self) -> None:
        """Count the chat once, even if nobody waited until memory was done."""
        if not self._is_counted:
            self._is_counted = True
            self._metrics.chats.labels(self._state).inc()

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._answer = answer = await self._ask(scope, self._sent)
        except UpstreamError:
            refusal = problem(502, "the upstream does not answer; the service's log has the details")
            refusal.raw_headers.extend(await self._told())
            await refusal(scope, receive, send)
            return
        # Read at once what is there: if the upstream breaks off, what was not read is lost.
        reading = asyncio.create_task(answer.read(HELD_BYTES_MAX))
        try:
            headers = given(answer.headers) + await self._told()
        finally:
            reading.cancel()
            await asyncio.wait([reading])
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        size = 0
        try:
            async for chunk in answer.chunks():
                size += len(chunk)
                if self._chat is not None and size <= REPLY_BYTES_MAX:
                    self._came.append(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except UpstreamError as error:
            # Since the body has no end, our server cuts the connection, as the upstream did.
            log.warning(LogEvent("upstream failed", error=str(error)))
            return
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _ask(self, scope: Scope, body: Body) -> UpstreamAnswer:
        """The head of the upstream's answer. Raises UpstreamError, which is logged and counted."""
        try:
            headers = self._proxy.key_rules.sent(scope["headers"])
            if (
                not isinstance(body, bytes | None)
                and (length := Headers(scope=scope).get("content-length")) is not None
            ):
                headers.append(("Content-Length", length))
            answer = await self._upstream.ask(scope["method"], self._path, headers, body)
        except UpstreamError as error:
            log.warning(LogEvent("upstream failed", error=str(error)))
            self._metrics.answers.labels("0").inc()
            raise
        self._metrics.answers.labels(str(answer.status)).inc()
        return answer

    async def _keep_reply(self) -> None:
        if self._chat is None or self._made is None or self._storing is None:
            return
        chat, memory = self._chat, self._proxy.memory
        await asyncio.wait([self._storing], timeout=self._proxy.seconds_max)
        if not self._made.done() or self._made.exception() is not None or (remembered := self._made.result()) is None:
            return
        if not self._storing.done() or self._answer is None or self._answer.status != 200:
            return
        content = b"".join((*self._came, *self._answer.unread))
        encoding = self._answer.header("Content-Encoding")

        def keep() -> str:
            if (reply := reply_in(content, encoding=encoding).line) is None:
                return "none"
            memory.after(chat.space, remembered, reply)
            return "stored"

        keeping = self._proxy.in_thread(keep)
        await asyncio.wait([keeping])
        self._metrics.replies.labels("failed" if keeping.exception() else keeping.result()).inc()


def _open(base: str) -> Upstream:
    from api.proxy.upstream import Upstream  # noqa: PLC0415

    return Upstream(base)


def _waits(settings: Settings) -> bool:
    return is_server(settings.store) or bool(settings.prefilter_seconds) or settings.reranker != "none"


def _tell(future: Future[T]) -> None:
    if not future.cancelled() and (error := future.exception()) is not None:
        is_foreseen = isinstance(error, RemembrancerError)
        log.error(LogEvent("memory failed", error=str(error)), exc_info=None if is_foreseen else error)


async def _received(body: AsyncIterable[bytes], is_received: asyncio.Event) -> AsyncIterator[bytes]:
    async for chunk in body:
        if chunk:
            yield chunk
    is_received.set()


async def _hang_up(receive: Receive, limit: asyncio.Timeout, is_received: asyncio.Event) -> None:
    await is_received.wait()
    while (await receive())["type"] != "http.disconnect":
        pass
    limit.reschedule(asyncio.get_running_loop().time())
