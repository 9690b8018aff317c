"""The provider that chats go to. The only user of aiohttp, which is loaded only if the settings name an upstream."""

from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Sequence

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from yarl import URL

from api.proxy.headers import Header
from graph.errors import UpstreamError

CONNECT_SECONDS = 10.0

SILENT_SECONDS_MAX = 600.0
"""How long an upstream may send nothing: as long as OpenAI's own clients wait. A model may think for minutes."""


STATUSES = range(200, 600)
"""Statuses of answers (RFC 9110, 15). Our server sends no others."""


class UpstreamAnswer:
    """The head of an answer, and its body as it comes."""

    def __init__(self, response: ClientResponse) -> None:
        self.status = response.status
        self.headers: Sequence[Header] = response.raw_headers
        self._response = response
        self.unread: deque[bytes] = deque()  # what has come, and what `chunks` gives first

    async def read(self, bytes_max: int) -> bytes | None:
        """The whole body; None if it is longer or breaks off. `chunks` gives it all the same."""
        size = 0
        try:
            async for chunk in self._response.content.iter_any():
                self.unread.append(chunk)
                if (size := size + len(chunk)) > bytes_max:
                    return None
        except (ClientError, TimeoutError):
            return None  # It is raised again when the body is passed on.
        return b"".join(self.unread)

    async def chunks(self) -> AsyncIterator[bytes]:
        """The bytes of the body, as soon as they are there. Raises UpstreamError where they break off."""
        while self.unread:
            yield self.unread.popleft()
        try:
            async for chunk in self._response.content.iter_any():
                yield chunk
        except (ClientError, TimeoutError) as error:
            raise UpstreamError(f"the upstream broke off: {type(error).__name__}") from error

    def header(self, name: str) -> str:
        """The value of a header, in small letters; empty without one."""
        return self._response.headers.get(name, "").strip().lower()

    def close(self) -> None:
        """Read no more of it. If anything is still to come, the connection is closed."""
        self._response.close()


class Upstream:
    """One provider, by its base URL. Used in one event loop."""

    def __init__(self, base: str) -> None:
        self._base = base.rstrip("/")
        self._session: ClientSession | None = None

    async def ask(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes | AsyncIterable[bytes] | None
    ) -> UpstreamAnswer:
        """Send a request and wait for the head of the answer. Raises UpstreamError. The caller closes the answer.

        Redirects are not followed: only the settings say where a request goes.
        """
        if self._session is None:
            self._session = ClientSession(
                connector=TCPConnector(limit=0),
                cookie_jar=DummyCookieJar(),  # Callers must not share cookies.
                auto_decompress=False,
                timeout=ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=SILENT_SECONDS_MAX),
                skip_auto_headers=("User-Agent", "Accept", "Content-Type"),
            )
        url = URL(self._base + path, encoded=True)
        try:
            response = await self._session.request(method, url, headers=headers, data=body, allow_redirects=False)
        except (ClientError, TimeoutError) as error:
            raise UpstreamError(f"the upstream does not answer: {type(error).__name__}") from error
        if response.status not in STATUSES:
            response.close()
            raise UpstreamError(f"the upstream answers with status {response.status}, which no answer has")
        return UpstreamAnswer(response)

    async def close(self) -> None:
        """All connections are closed."""
        if self._session is not None:
            await self._session.close()
