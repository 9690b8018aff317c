"""Which pages of other origins may call which routes from a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

TYPINGMIND = ("https://www.typingmind.com", "https://setapp.typingcloud.com")
"""Where TypingMind runs. Its own installations and the macOS application call from other origins or from none."""

ORIGINS: Mapping[str, Sequence[str]] = {"/typingmind/": TYPINGMIND}
"""By the beginning of a path. All other routes are closed to pages, since a service without keys trusts its machine."""


class CrossOrigin:
    """ASGI middleware that answers preflights, which carry no key, and lets browsers read what these routes answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open = {
            path: CORSMiddleware(
                app,
                allow_origins=origins,
                allow_methods=("GET", "POST"),
                allow_headers=("Authorization", "Content-Type"),
                allow_private_network=True,  # A page on the internet calls a service on this machine.
            )
            for path, origins in ORIGINS.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, through the rules of its path if there are any."""
        path = scope.get("path", "")
        app = next((rules for start, rules in self._open.items() if path.startswith(start)), self._app)
        await app(scope, receive, send)
