"""An id for each request: the caller's X-Request-ID or a new one, in the answer and in all lines of the log.

An answer that the proxy passes on keeps the id that its upstream gave it.
"""

from __future__ import annotations

import re
from secrets import token_hex

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.logs import request_id

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
