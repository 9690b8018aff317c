"""Draws the pictures of the inspector: what it shows of the demo in Chromium."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from PIL import Image

from api.commands.demo import SPACE as DEMO
from api.commands.demo import run_demo
from tests.api.serving import serving
from tests.browser.chromium import Page, page_of
from tests.browser.made_of import INSPECTED, PICTURES, MadeOf, digest_of

WIDTH = 1200
COLOURS = 128
QUESTION = "What can I cook that is safe for Def and me?"
BUDGET_TOKENS = 600
ENTITY = "Defne"

ASK = f"""question.value = {json.dumps(QUESTION)};
  document.querySelector("[type=number]").value = {BUDGET_TOKENS};
  document.querySelector("aside form button").click()"""
CHOOSE = f"""document.querySelector('.node[aria-label="{ENTITY}"]').dispatchEvent(new Event("click"))"""
SHOWS = {
    "inspector-memory": (900, "1", ".document .subject h2", "Selin"),
    "inspector-block": (1500, ASK, ".result h2", QUESTION),
    "inspector-graph": (800, CHOOSE, ".document h1", ENTITY),
}
"""The height of a picture, what is done in the part, and the heading that then stands somewhere in it."""


def draw_inspector() -> Mapping[str, MadeOf]:
    """Make the pictures; what they were made of."""
    with TemporaryDirectory() as folder, serving(store=str(Path(folder) / "demo.db")) as (address, service):
        run_demo(service)
        asyncio.run(_look(f"{address}/inspector"))
    return {f"{name}.png": MadeOf(digest_of(name)) for name in INSPECTED}


async def picture(page: Page, name: str) -> None:
    """Keep the page as it looks now among the pictures of the docs."""
    file = PICTURES / name
    await page.picture(file)
    # The octree keeps a colour of a small area, such as a mark of a legend; the default averages it away.
    Image.open(file).convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE).save(file, optimize=True)


async def _look(address: str) -> None:
    for name, (height, script, place_of, heading) in SHOWS.items():
        part = name.removeprefix("inspector-")
        async with page_of(WIDTH, height) as page:
            place = urlencode({"space": DEMO, "part": part})
            await page.call("Page.navigate", url=f"{address}#{place}")
            await _until(page, f"document.querySelector('section.{part}:not([aria-busy])')")
            await page.evaluate(script)
            told = f"document.querySelector({json.dumps(place_of)})?.textContent"
            await _until(page, f"{told}.startsWith({json.dumps(heading)})")
            await picture(page, f"{name}.png")


async def _until(page: Page, script: str) -> None:
    while not await page.evaluate(f"Boolean({script})"):
        await asyncio.sleep(0.1)
