"""`python -m tests.browser.pictures` makes the pictures of the docs anew (`make pictures`).

The curves are drawn from their table. The others are what the inspector and Neo4j Browser show of the demo in Chromium;
for the Browser, with a server of the tests, our style, and each saved query.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from neo4j import Driver
from neo4j.graph import Node

from benchmarks.picture import draw
from graph.store.verbs import Label
from tests.browser.chromium import Page, page_of
from tests.browser.inspector_pictures import draw_inspector, picture
from tests.browser.made_of import (
    PICTURES,
    SHOWN,
    STYLE,
    MadeOf,
    caption,
    curves_table,
    digest_of,
    query,
    record,
)
from tests.neo4j.releases import LTS
from tests.neo4j.server import Server, free_port

SIZE = (1200, 540)
WAIT_SECONDS_MAX = 60
SETTLE_SECONDS = 8  # Its nodes drift apart for some seconds.

DROP = """(() => {
  const data = new DataTransfer();
  data.items.add(new File([%s], "style.grass"));
  const place = document.querySelector("#mount main, main, #mount > div");
  for (const kind of ["dragenter", "dragover", "drop"])
    place.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
})()"""
IS_CONNECTED = "document.body?.innerText.includes('You have a working connection')"
IS_STYLED = "(localStorage['neo4j.grass'] || '').includes('node.Fact')"
FRAME = "document.querySelector('[data-testid=frameCommand]').closest('article')"
IS_DRAWN = f"document.querySelector('[data-testid=frameCommand]') && {FRAME}.querySelectorAll('g.node').length > 1"
RUN = "document.querySelector('[data-testid=editor-Run]').click()"
WIDEN = f"{FRAME}.querySelector('[title=Fullscreen]').click()"


def main() -> None:
    """Make all of them, and record what they were made of."""
    draw(PICTURES / "curves.png", curves_table())
    made = {"curves.png": MadeOf(digest_of("curves"))}
    with TemporaryDirectory() as folder:
        server = Server(LTS, Path(folder), http_port=free_port()).start()
        try:
            demo = [sys.executable, "-m", "api.cli", "demo", "--once", "--store", server.address.uri]
            subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
            with server.address.driver() as driver:
                made |= {f"browser-{name}.png": _made_of(driver, name) for name in SHOWN}
            asyncio.run(_look(server))
        finally:
            server.stop()
    record(made | draw_inspector())


def _made_of(driver: Driver, name: str) -> MadeOf:
    nodes, edges = set(), set()
    with driver.session(database="neo4j") as session:
        graph = session.run(query(name)).graph()
        for node in graph.nodes:
            nodes.add(_caption(node))
        for edge in graph.relationships:
            edges.add((_caption(edge.nodes[0]), edge.type, _caption(edge.nodes[1])))
    return MadeOf(digest_of(name), sorted(nodes), sorted(edges))


def _caption(node: Node | None) -> str:
    assert node is not None
    return caption(next(label for label in Label if label in node.labels), node.get("name", ""))


async def _look(server: Server) -> None:
    browser = f"http://127.0.0.1:{server.http_port}/browser/?preselectAuthMethod=NO_AUTH&dbms={server.address.uri}"
    async with page_of(*SIZE) as page:
        await page.call("Page.navigate", url=browser)
        await _until(page, IS_CONNECTED)
        await page.evaluate(DROP % json.dumps(STYLE.read_text(encoding="utf-8")))
        await _until(page, IS_STYLED)
        for name in SHOWN:
            await page.call("Page.navigate", url=f"{browser}&cmd=edit&arg={quote(query(name))}")
            await asyncio.sleep(1)  # Until then it is the page before.
            await _until(page, IS_CONNECTED)
            await page.evaluate(RUN)
            await _until(page, IS_DRAWN)
            await page.evaluate(WIDEN)
            await asyncio.sleep(SETTLE_SECONDS)
            await picture(page, f"browser-{name}.png")


async def _until(page: Page, script: str) -> None:
    for _ in range(WAIT_SECONDS_MAX):
        if await page.evaluate(f"Boolean({script})"):
            return
        await asyncio.sleep(1)
    raise SystemExit(f"not so within {WAIT_SECONDS_MAX} s: {script}")


if __name__ == "__main__":
    main()
