"""In a browser, a page of another origin changes nothing; TypingMind's page gets its context, and nothing else."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from api.settings import TYPINGMIND
from api.wiring import Service
from graph.intake.recognise import Line
from graph.store.verbs import Label
from graph.values.items import Role
from tests.api.conftest import NOW
from tests.api.serving import serving
from tests.browser.chromium import Page, installed, page_of

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.skipif(installed() is None, reason="Chromium is not installed"),
]

SECONDS_MAX = 20
ROUTES = ("reset", "rounds?backfill=true", "export", "changes/c1/undo", "conversations/c1/close")
EVIL = "https://evil.example"
SAID = "My sister Nil moved to Izmir in March."
QUESTION = "Where does my sister Nil live?"

FORM = """(() => {
  const form = document.body.appendChild(document.createElement('form'));
  form.method = 'post'; form.action = %s; form.submit();
})()"""

ASK = """fetch(%s, { method: 'POST', headers: { 'Content-Type': %s }, body: %s, mode: %s })
  .then(async (answer) => [answer.status, await answer.text()], (error) => [0, String(error)])"""


class _Blank(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        # The second page is in a sandbox, so that its origin is `null`.
        if self.path == "/sandboxed":
            self.send_header("Content-Security-Policy", "sandbox allow-forms allow-scripts")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another port</title><body>")

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def another_port() -> Iterator[str]:
    """The address of a page on this machine that is not ours."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def remembering() -> Iterator[tuple[str, Service]]:
    """A service without keys whose space `demo` remembers one line; its address."""
    with serving() as (address, service):
        service.knowledge.create_space("demo", now=NOW)
        said = Line(role=Role.USER, body=SAID, sender="Ada", sent_at=NOW)
        service.knowledge.append("demo", [said], chat="earlier", now=NOW)
        yield address, service


def seq_of(service: Service) -> int:
    """What changes with each write."""
    return service.knowledge.store.seq("demo")


def test_page_of_another_port_erases_nothing() -> None:
    """A form, a form of a sandboxed page and a request without CORS are refused on each route that takes no body."""

    async def attack(address: str, foreign: str) -> list[str]:
        told = []
        async with page_of(600, 400) as page:
            for path in ("/", "/sandboxed"):
                for route in ROUTES:
                    await opened(page, f"{foreign}{path}")
                    target = json.dumps(f"{address}/v1/spaces/demo/{route}")
                    await page.evaluate(ASK % (target, '"text/plain"', '""', '"no-cors"'))
                    await page.evaluate(FORM % target)
                    told.append(await text_when(page, "detail"))
        return told

    with remembering() as (address, service), another_port() as foreign:
        before = seq_of(service)
        told = asyncio.run(attack(address, foreign))

        assert seq_of(service) == before
    assert len(told) == 2 * len(ROUTES)
    assert all(f"header Origin is {foreign}," in each for each in told[: len(ROUTES)])
    assert all("header Origin is null," in each for each in told[len(ROUTES) :])


@pytest.mark.parametrize("origin", [TYPINGMIND[0], EVIL])
def test_only_a_listed_page_gets_its_context(origin: str) -> None:
    """TypingMind's page stores a message and reads the block, and no other route; another page does neither."""

    async def ask(address: str) -> tuple[list[Any], list[Any], str]:
        async with page_of(600, 400) as page:
            await pretended(page, f"{origin}/")
            body = json.dumps(json.dumps({"space": "demo", "message": QUESTION}))
            urls = [json.dumps(f"{address}{path}") for path in ("/typingmind/context", "/v1/spaces/demo/turns")]
            context, turn = [await page.evaluate(ASK % (url, '"application/json"', body, '"cors"')) for url in urls]
            await page.evaluate(FORM % json.dumps(f"{address}/v1/spaces/demo/reset"))
            return context, turn, await text_when(page, "detail")

    with remembering() as (address, service):
        context, turn, reset = asyncio.run(ask(address))
        found = service.knowledge.store.find("demo", Label.MESSAGE, limit=9)

    is_listed = origin != EVIL
    assert (context[0], "Izmir" in context[1]) == (200 if is_listed else 0, is_listed)
    assert [each.properties["body"] for each in found] == [SAID, QUESTION][: 1 + is_listed]
    assert turn[0] == 0
    assert "header Origin is null," in reset  # A form from HTTPS to HTTP does not name its page.


async def opened(page: Page, url: str) -> None:
    """Open a page, and wait until it is there."""
    await page.call("Page.navigate", url=url)
    while await page.evaluate("document.readyState + location.href") != f"complete{url}":
        await asyncio.sleep(0.01)


async def pretended(page: Page, url: str) -> None:
    """Open a page of this address that nobody has asked for: the browser takes an empty one from us."""
    await page.call("Fetch.enable", patterns=[{"urlPattern": f"{url}*", "resourceType": "Document"}])
    await page.evaluate(f"setTimeout(() => location.href = {json.dumps(url)})")
    while not (paused := [each for each in page.events if each["method"] == "Fetch.requestPaused"]):
        await page.call("Browser.getVersion")
    html = base64.b64encode(b"<!doctype html><title>pretended</title><body>").decode()
    headers = [{"name": "Content-Type", "value": "text/html"}]
    id = paused[0]["params"]["requestId"]
    await page.call("Fetch.fulfillRequest", requestId=id, responseCode=200, responseHeaders=headers, body=html)
    while await page.evaluate("document.readyState + location.href") != f"complete{url}":
        await asyncio.sleep(0.01)


async def text_when(page: Page, word: str) -> str:
    """The page's text once it has this word."""
    async with asyncio.timeout(SECONDS_MAX):
        while word not in (text := str(await page.evaluate("document.body?.innerText ?? ''"))):
            await asyncio.sleep(0.01)
    return text
