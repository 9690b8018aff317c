"""One request on its way through the proxy: to the upstream and back, byte for byte as it comes."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from fastapi import Response
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

MEMORY_SECONDS_MAX = 3.0
"""How long a chat waits for its block, besides what the settings let models take. A cold space may need longer."""

COMPUTING_THREADS = 2
"""On SQLite a turn computes. Each more thread that does makes the one that passes bytes on wait longer for its turn."""

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

    def in_thread(self, work: Callable[[], T]) -> Future[T]:
        """The work is done soon, in a thread of the proxy's. If it fails, the log says so and the chat goes on."""
        in_context = partial(copy_context().run, work)  # Its lines in the log have the id of the request.
        future = asyncio.get_running_loop().run_in_executor(self._threads, in_context)
        future.add_done_callback(_tell)
        return future

    async def close(self) -> None:
        """Work that has begun is done, and connections are closed."""
        await asyncio.to_thread(self._threads.shutdown)
        if self.upstream is not None:
            await self.upstream.close()


class Passage(Response):
    """The upstream's answer to a request, passed on while it comes; memory works before it and after it.

    A caller who hangs up ends the upstream's answer, too, and what came until then is the reply.
    """

    def __init__(self, proxy: Proxy, upstream: Upstream, path: str, body: bytes | None, chat: Chat | None) -> None:
        super().__init__()
        self._proxy = proxy
        self._metrics = proxy.metrics
        self._upstream = upstream
        self._path = path
        self._sent = body
        self._chat = chat
        self._remembering: Future[Remembered | None] | None = None
        self._given: Remembered | None = None  # what the upstream gets a block of
        self._keeping: Future[None] | None = None  # of that block
        self._came: list[bytes] = []
        self._answer: UpstreamAnswer | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request."""
        try:
            async with asyncio.timeout(None) as limit:
                watching = asyncio.create_task(_hang_up(receive, limit))
                try:
                    with self._metrics.memory.time():
                        told = await self._remember()
                    with self._metrics.streams.track_inprogress():
                        await self._pass(scope, receive, send, told)
                finally:
                    watching.cancel()
        except TimeoutError:
            log.info(LogEvent("client hung up", path=scope["path"]))
        finally:
            if self._answer is not None:
                self._answer.close()
        await self._keep_reply()

    async def _remember(self) -> list[Header]:
        """The block is put in, if there is one in time; returns headers that say what became of memory."""
        if self._chat is None:
            return self._told("off")
        chat, memory = self._chat, self._proxy.memory
        self._remembering = self._proxy.in_thread(lambda: memory.before(chat))
        await asyncio.wait([self._remembering], timeout=self._proxy.seconds_max)
        if not self._remembering.done():
            return self._told("late")
        if self._remembering.exception() is not None:
            return self._told("failed")
        remembered = self._given = self._remembering.result()
        if remembered is None:
            return self._told("off")
        names = [(b"x-remembrancer-chat", quote(remembered.chat).encode())]
        if not remembered.block.body:
            return self._told("empty") + names
        if remembered.left_out:
            names.append((b"x-remembrancer-left-out", str(len(remembered.left_out)).encode()))
        body = chat.body.without(remembered.left_out) if remembered.left_out else chat.body
        self._sent = body.with_block(remembered.block.body, self._proxy.placement)
        return [*self._told("block"), *names, (b"x-remembrancer-block", remembered.block.id.encode())]

    def _told(self, state: str) -> list[Header]:
        self._metrics.chats.labels(state).inc()
        return [(b"x-remembrancer-memory", state.encode())]

    async def _pass(self, scope: Scope, receive: Receive, send: Send, told: list[Header]) -> None:
        try:
            headers = self._proxy.key_rules.sent(scope["headers"])
            answer = await self._upstream.ask(scope["method"], self._path, headers, self._sent)
        except UpstreamError as error:
            log.warning(LogEvent("upstream failed", error=str(error)))
            self._metrics.answers.labels("0").inc()
            refusal = problem(502, "the upstream does not answer; the service's log has the details")
            refusal.raw_headers.extend(told)
            await refusal(scope, receive, send)
            return
        finally:
            if self._given is not None:
                self._keeping = self._proxy.in_thread(partial(self._proxy.memory.meanwhile, self._given))
        self._answer = answer
        self._metrics.answers.labels(str(answer.status)).inc()
        await send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": given(answer.headers) + told,
            }
        )
        size = 0
        try:
            async for chunk in answer.chunks():
                size += len(chunk)
                if self._chat is not None and size <= REPLY_BYTES_MAX:
                    self._came.append(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except UpstreamError as error:
            # Without an end of the body our server cuts the connection, as the upstream has done.
            log.warning(LogEvent("upstream failed", error=str(error)))
            return
        if self._keeping is not None:  # Who has the end of the answer may ask for the block that its head names.
            await asyncio.wait([self._keeping], timeout=self._proxy.seconds_max)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _keep_reply(self) -> None:
        if self._chat is None or self._answer is None or self._answer.status != 200 or self._remembering is None:
            return
        chat, remembering, memory = self._chat, self._remembering, self._proxy.memory
        await asyncio.wait([remembering], timeout=self._proxy.seconds_max)
        if not remembering.done() or remembering.exception() is not None:
            return
        if (remembered := remembering.result()) is None:
            return
        content = b"".join(self._came)
        encoding = self._answer.header("Content-Encoding")

        def keep() -> str:
            reply = reply_in(content, encoding=encoding)
            if not reply.strip():
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


async def _hang_up(receive: Receive, limit: asyncio.Timeout) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    limit.reschedule(asyncio.get_running_loop().time())
