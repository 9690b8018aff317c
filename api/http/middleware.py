"""Middleware around all routes: API keys, limits of bodies, one log event per request, and a last error handler."""

import asyncio
import hmac
import re
from http import HTTPStatus
from secrets import token_hex
from time import monotonic, perf_counter
from weakref import WeakKeyDictionary

from fastapi import Request, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access_keys import ALL_RIGHTS, AccessKeys, Rights
from api.http.admission import BOUNDED, Admission, FailedKeys
from api.http.pages import INSPECTOR_PATHS, PAGES
from api.http.problems import RETRY_SECONDS, answer_error, problem
from api.http.route_scopes import OPEN_PATHS
from api.http.uploads import UPLOADED
from api.logs import LogEvent, logger_of, request_id
from api.metrics import Metrics
from api.proxy.headers import KEY_HEADERS, PROXIED, REMEMBERED_PATHS
from api.settings import Settings, is_loopback
from graph.errors import StoreError

NAME = "X-Request-ID"
TAKEN = re.compile(r"[\x21-\x7e]{1,128}")
"""The ids that are accepted from a caller. They are limited since they go into logs."""


class RequestIds:
    """ASGI middleware outside of all others, so that refusals have their id, too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request under its id."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = Headers(scope=scope).get(NAME, "")
        id = sent if TAKEN.fullmatch(sent) else token_hex(8)

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault(NAME, id)
            await send(message)

        outside = request_id.set(id)
        try:
            await self._app(scope, receive, named)
        finally:
            request_id.reset(outside)


QUIET_PATHS = frozenset({"/health", "/ready", "/metrics"})

CLIENT_GONE = 499
"""The status that is logged if the client left before the answer: nginx's number for it."""

BODY_SECONDS_MAX = 60.0

DRAIN_TIMES_MAX = 16
"""A body up to this many times the limit is read and ignored, so that a client still writing gets the answer."""

PROXIED_TIMES = 8
"""Requests to a model may have pictures in them, so their bodies may be this many times our limit."""

ESCAPE_EXTRA_BYTES = 3
"""What the escape of a character takes more than its three bytes in UTF-8 do."""

JSON_TYPE = re.compile(r"application/(?:json|yaml|[^;\s]+\+json)\s*(?:;|$)", re.IGNORECASE)

log = logger_of("requests")


class Middleware:
    """ASGI middleware around all routes."""

    def __init__(self, app: ASGIApp, settings: Settings, keys: AccessKeys, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._access_keys = keys
        self._keys = [key.get_secret_value().encode() for key in settings.api_keys]
        self._bytes_max = settings.body_bytes_max
        self._failures = FailedKeys()
        # A server has one loop. Whoever calls the app from threads of their own has one in each.
        self._admissions: WeakKeyDictionary[asyncio.AbstractEventLoop, Admission] = WeakKeyDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer every request. Requests that are allowed reach the app with their whole body in memory."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._answer(scope, receive, watched)
        except Exception:
            # One of the two outermost handlers. The log has the cause; the client only learns that the service failed.
            log.exception(LogEvent("request failed", method=scope["method"], path=scope["path"]))
            if not status:
                await problem(500, "the service has failed, not the request; its log has the details")(
                    scope, receive, watched
                )
        took, route = perf_counter() - started, scope.get("route")
        labels = (scope["method"], route.path if route else "none", str(status or CLIENT_GONE))
        self._metrics.requests.labels(*labels).observe(took)
        write = log.debug if scope["path"] in QUIET_PATHS else log.info
        fields = {"method": scope["method"], "path": scope["path"], "status": status or CLIENT_GONE}
        write(LogEvent("request", **fields, duration_ms=round(took * 1000, 1)))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            found = await self._rights(scope["path"], headers)
        except StoreError as error:
            found = await answer_error(Request(scope), error)
        if isinstance(found, Response):
            if found.status_code == HTTPStatus.UNAUTHORIZED:
                await asyncio.sleep(self._failures.wait_seconds(scope["client"], monotonic()))
            await found(scope, receive, send)
            return
        scope.setdefault("state", {})["rights"] = found  # for api/http/route_scopes.py
        if scope["method"] == "HEAD":
            asked = {**scope, "method": "GET"}
            try:
                await self._app(asked, receive, _without_body(send))
            finally:
                scope["route"] = asked.get("route")
            return
        proxied = PROXIED.fullmatch(scope["path"])
        is_passed = proxied is not None and proxied[1] not in REMEMBERED_PATHS
        if scope["method"] == "GET" or is_passed or UPLOADED.fullmatch(scope["path"]):
            await self._admit(scope, receive, send, None)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS_MAX):
                body = await self._body(scope["path"], headers, receive)
        except TimeoutError:
            told = f"the body did not arrive within {BODY_SECONDS_MAX:.0f} seconds; send it again"
            body = problem(408, told, headers={"Connection": "close"})
        if body is None:
            return
        if isinstance(body, Response):
            await body(scope, receive, send)
        elif body and proxied is None and not JSON_TYPE.match(headers.get("content-type", "")):
            sent = headers.get("content-type") or "nothing"
            await problem(415, f"header Content-Type is {sent}, expected application/json")(scope, receive, send)
        else:
            await self._admit(scope, _replaying(body, receive), send, receive)

    async def _admit(self, scope: Scope, receive: Receive, send: Send, left: Receive | None) -> None:
        """Pass the request on, at once or when it has a place. `left` tells that the caller has left."""
        if (bounded := BOUNDED.fullmatch(scope["path"])) is None:
            await self._app(scope, receive, send)
            return
        admission = self._admissions.setdefault(asyncio.get_running_loop(), Admission())
        if await admission.enter(bounded[1], left):
            try:
                await self._app(scope, receive, send)
            finally:
                admission.leave()
        else:
            told = "the service has more to do than it can; try again later"
            await problem(503, told, headers={"Retry-After": str(RETRY_SECONDS)})(scope, receive, send)

    async def _rights(self, path: str, headers: Headers) -> Rights | Response | None:
        """What the caller may do, None where no key is needed, or a refusal. Raises StoreError."""
        if not self._keys:
            # Without this check, a web page could reach the service by pointing its own name at 127.0.0.1.
            host = headers.get("host", "")
            name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
            if is_loopback(name):
                return ALL_RIGHTS
            return problem(
                421,
                f"header Host is {host or 'nothing'}, expected localhost or 127.0.0.1, since the service has no keys",
            )
        if path in OPEN_PATHS or path in PAGES or path in INSPECTOR_PATHS:
            return None
        is_proxied = PROXIED.match(path) is not None
        name = next((each for each in KEY_HEADERS[: 3 if is_proxied else 2] if each in headers), "authorization")
        scheme, _, text = headers.get(name, "").partition(" ")
        if name != "authorization":
            scheme, text = "bearer", headers[name]
        sent = text.strip()
        if scheme.lower() == "bearer":
            # Compare every key, so that the time reveals nothing.
            matches = [hmac.compare_digest(sent.encode("latin-1", "replace"), known) for known in self._keys]
            if any(matches):
                return ALL_RIGHTS
            if rights := await asyncio.to_thread(self._access_keys.rights_of, sent):
                return rights
        wrong = "another key" if scheme.lower() == "bearer" else "something else" if scheme else "nothing"
        expected = "'Bearer' and a key" if name == "authorization" else "a key"
        told = f"header {name.title()} is {wrong}, expected {expected} of this service"
        if is_proxied and name != KEY_HEADERS[0]:
            told += "; a key of the upstream may stand there only beside ours in X-Remembrancer-Key"
        return problem(
            401,
            told,
            headers={"WWW-Authenticate": "Bearer"},
        )

    async def _body(self, path: str, headers: Headers, receive: Receive) -> bytes | Response | None:
        """The whole body, or an error; None if the client is gone. Keeps at most twice the limit in memory."""
        bytes_max = self._bytes_max * (PROXIED_TIMES if PROXIED.match(path) else 1)
        told = headers.get("content-length", "")
        length = int(told) if told.isascii() and told.isdigit() and len(told) < 20 else 0
        escaped_max = bytes_max * 2  # An escape such as \u00e9 has six bytes for two or three.
        if length > escaped_max and "expect" in headers:
            return _too_large(length, bytes_max)
        chunks: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            chunk = message.get("body", b"")
            size += len(chunk)
            if max(size, length) <= escaped_max:
                chunks.append(chunk)
            else:
                chunks.clear()
            if size > bytes_max * DRAIN_TIMES_MAX or not message.get("more_body", False):
                break
        size, body = max(size, length), b"".join(chunks)
        if size <= escaped_max:
            size -= body.count(b"\\u") * ESCAPE_EXTRA_BYTES
        return body if size <= bytes_max else _too_large(size, bytes_max)


def _too_large(size: int, bytes_max: int) -> Response:
    return problem(
        413,
        f"the body has {size} bytes or more, expected at most {bytes_max}; send fewer messages at a time",
        headers={"Connection": "close"},
    )


def _without_body(send: Send) -> Send:
    """A `send` for HEAD requests: it sends the answer to a GET without the body."""

    async def send_head(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_head


def _replaying(body: bytes, receive: Receive) -> Receive:
    is_given = False

    async def replay() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
