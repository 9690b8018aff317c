"""The service in the process of its caller, for `Memory.open` of the client."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from api.app import create_app
from api.settings import load_settings
from api.wiring import build

try:  # As the client does it, whose transport this is.
    import httpx2 as httpx
except ImportError:
    import httpx  # type: ignore[no-redef]


class InProcess(httpx.ASGITransport, httpx.BaseTransport):
    """The service itself in this process, reached without a network."""

    def __init__(self, store: str) -> None:
        # No keys: nobody outside this process can reach it.
        self._service = build(load_settings(store=store, host="127.0.0.1", api_keys=(), api_keys_file=None))
        super().__init__(create_app(self._service), raise_app_exceptions=False)
        self._service.start()
        self._threads = ThreadPoolExecutor(thread_name_prefix="remembrancer-client")

    def handle_request(self, request: httpx.Request) -> httpx.Response:  # noqa: D102
        # In a thread of its own, since a notebook's thread already runs an event loop.
        return self._threads.submit(asyncio.run, self._answer(request)).result()

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        answer = await self.handle_async_request(request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())

    def close(self) -> None:  # noqa: D102
        self._threads.shutdown()
        self._service.close()

    async def aclose(self) -> None:  # noqa: D102
        await asyncio.to_thread(self.close)
