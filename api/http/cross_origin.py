"""What web pages of other origins may ask for: one answer for all routes, present and future."""

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.problems import problem
from api.logs import LogEvent, logger_of
from api.proxy.headers import PROXIED

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Methods that only read. A WebSocket has none, so it counts as one that writes."""

OWN_SITES = ("same-origin", "none")
"""`Sec-Fetch-Site` of our own pages, and of what the user typed."""

DEFAULT_PORTS = {"http": ":80", "https": ":443"}

log = logger_of("pages")


class CrossOrigin:
    """ASGI middleware that refuses every request of a foreign page, unless it only reads.

    Pages of listed origins may call the proxy and the dynamic context, and read their answers. No browser lets a page
    change the headers that name it. A program that sends no such header is not asked for one.
    """

    def __init__(self, app: ASGIApp, *, origins: Collection[str]) -> None:
        self._app = app
        self._origins = origins
        self._opened = CORSMiddleware(
            app,
            allow_origins=[*origins],
            allow_methods=("GET", "POST"),
            allow_headers=("*",),  # Clients of OpenAI's API have many of their own.
            expose_headers=("*",),
            allow_private_network=True,  # A page on the internet calls a service on this machine.
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers, path = Headers(scope=scope), scope["path"]
        is_opened = path.startswith("/typingmind/") or PROXIED.match(path) is not None
        is_writing = scope.get("method") not in SAFE_METHODS
        is_listed = is_opened and scope.get("method") == "POST" and headers.get("origin") in self._origins
        if is_writing and not is_listed and (told := _foreign(headers)):
            log.warning(LogEvent("page refused", path=path, told=told))
            told += (
                ", expected a page of this service; REMEMBRANCER_PAGE_ORIGINS lists the origins whose pages may call"
            )
            told += " the proxy and the dynamic context, and nothing else"
            await problem(403, told)(scope, receive, send)
        else:
            await (self._opened if is_opened else self._app)(scope, receive, send)


def _foreign(headers: Headers) -> str | None:
    """The header that says that a foreign page sends the request; None if it is ours, or no page at all."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is None and origin is not None:
        # Older browsers, and all of them over plain HTTP from another machine.
        scheme, _, host = origin.lower().partition("://")
        port = DEFAULT_PORTS.get(scheme, "")
        is_own = host.removesuffix(port) == headers.get("host", "").lower().removesuffix(port)
    else:
        is_own = site is None or site in OWN_SITES
    if is_own:
        return None
    return f"header Sec-Fetch-Site is {site}" if origin is None else f"header Origin is {origin}"
