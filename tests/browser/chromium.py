"""Drives Chromium without a window over its debugging protocol: open, run JavaScript, take a picture."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

NAMES = ("chromium", "chromium-browser", "google-chrome")


WAIT_MS = 20_000
UNTIL = """new Promise((done, failed) => {
  const start = Date.now();
  const look = () => { const found = (() => %s)();
    if (found) return done(found);
    Date.now() - start > %d ? failed("never so: " + document.body.innerText) : setTimeout(look, 20);
  };
  look();
})"""
NAVIGATED = "Inspected target navigated"


class Navigated(Exception):  # noqa: N818: nothing is wrong with it
    """The page went elsewhere before it answered."""


class Page:
    """One page of a browser."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.events: list[dict[str, Any]] = []  # what the browser told by itself, such as errors of scripts

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """The result of a method of the protocol."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while True:
            answer = json.loads((await self._socket.receive()).data)
            if "method" in answer:
                self.events.append(answer)
            if answer.get("id") == number:
                if NAVIGATED in str(answer.get("error")):
                    raise Navigated(answer)
                assert "error" not in answer, answer
                return dict(answer["result"])

    async def evaluate(self, script: str) -> Any:
        """The value of a script. If the page goes elsewhere meanwhile, the next page is asked."""
        while True:
            with suppress(Navigated):
                found = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
                break
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until a condition is true. Fails with what the page says if it never is."""
        await self.evaluate(UNTIL % (script, WAIT_MS))

    async def picture(self, file: Path) -> None:
        """The page as it looks now."""
        found = await self.call("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(found["data"]))


def installed() -> str | None:
    """The browser's program, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def page_of(width: int, height: int) -> AsyncIterator[Page]:
    """A page of this size in a browser of its own, which ends afterwards."""
    program = installed()
    if program is None:
        raise SystemExit(f"none of {', '.join(NAMES)} is installed")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"]
        # A user is asked before a page of the internet may reach this machine; here nobody could answer.
        options += ["--disable-features=LocalNetworkAccessChecks"]
        command = [program, *options, f"--user-data-dir={folder}", "about:blank"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
            try:
                assert running.stderr is not None
                host = next(found[1] for line in running.stderr if (found := re.search(r"ws://(\S+?)/", line)))
                async with ClientSession() as session:
                    async with session.get(f"http://{host}/json/list") as answer:
                        target = next(each for each in await answer.json() if each["type"] == "page")
                    async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                        page = Page(socket)
                        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                        await page.call("Emulation.setDeviceMetricsOverride", **size)
                        yield page
            finally:
                running.terminate()
