"""Which pages of other origins may call which routes from a browser."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from api.proxy.headers import PROXIED

TYPINGMIND = ("https://www.typingmind.com", "https://setapp.typingcloud.com")
"""Where TypingMind runs. Its own installations and the macOS application call from other origins or from none."""

THIS_MACHINE = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"


class CrossOrigin:
    """ASGI middleware that answers preflights, which carry no key, and lets browsers read what these routes answer.

    All routes that are not named here are closed to pages, since a service without keys trusts its machine.
    """

    def __init__(self, app: ASGIApp, *, has_keys: bool) -> None:
        self._app = app
        self._typingmind = _rules(app, TYPINGMIND)
        # A page that has a key may come from anywhere: no browser sends a key by itself.
        self._proxy = _rules(app, ["*"]) if has_keys else _rules(app, TYPINGMIND, THIS_MACHINE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, through the rules of its path if there are any."""
        path = scope.get("path", "")
        if path.startswith("/typingmind/"):
            await self._typingmind(scope, receive, send)
        elif PROXIED.match(path):
            await self._proxy(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _rules(app: ASGIApp, origins: Sequence[str], pattern: str | None = None) -> CORSMiddleware:
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_origin_regex=pattern,
        allow_methods=("GET", "POST"),
        allow_headers=("*",),  # Clients of OpenAI's API have many of their own.
        expose_headers=("*",),
        allow_private_network=True,  # A page on the internet calls a service on this machine.
    )
