"""In a browser, the inspector shows each part of a space, and what looks like HTML or scripts stays text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from api.wiring import Service
from context.exchange import Turn, TurnRequest
from tests.api.serving import serving
from tests.browser.chromium import Page, installed, page_of
from tests.browser.inspected import CROWD, SPACE, fill_attack, fill_crowd, fill_demo, fill_talk

pytestmark = pytest.mark.skipif(installed() is None, reason="Chromium is not installed")

COVERED = """[...document.querySelectorAll('.cover p span')]
  .reduce((sum, each) => sum + Number(each.textContent.match(/[\\d,]+$/)[0].replace(',', '')), 0)"""
EXPLAINED = "document.querySelectorAll('.rows')[0].querySelectorAll('.entry + .reason').length"
KEY = "the-key-of-the-inspector's-user"
QUESTION = "Where does my sister live, and what can I cook for her?"
NARROW = 360
MEMORY_REQUESTS_MAX = 10

PARTS = {
    "memory": "section .line",
    "conversations": "section .said",
    "graph": "section .node",
    "block": "section form button",
    "operations": "section tbody tr",
}
"""The parts of the page in their order, each with something that it shows."""

OPENED = {
    "memory": (".says a", ".subject .line .hands button", ".subject .head .hands button:nth-child(3)"),
    "conversations": (".said .time",),
    "block": (".reason a",),
}
"""What opens a dialog in each part: an item, a form, and one with a preview."""

READ = "document.querySelector('section.%s:not([aria-busy])') && !document.body.innerText.includes('Reading …')"
PAINTED = """(({ width, height }, paper) => paper.getImageData(0, 0, width, height).data.some(Boolean))(
  document.querySelector('.crowd'), document.querySelector('.crowd').getContext('2d'))"""
FOREIGN = (
    "document.querySelectorAll('main :is(script, img, iframe, style, b > *), dialog :is(script, img, style)').length"
)
NAMELESS = """[...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')]
  .filter((each) => each.checkVisibility() && each.id !== 'part' && !each.labels?.length)
  .filter((each) => !each.textContent.trim() && !each.ariaLabel && !each.title)
  .map((each) => each.outerHTML)"""
SENT = """[...document.querySelectorAll('.rows')[0].querySelectorAll('.entry, .line, .heading')]
  .map((each) => each.textContent).join('\\n')"""


@pytest.mark.embedded
@pytest.mark.parametrize("fill", [fill_demo, fill_attack])
def test_each_part_shows_the_space(fill: Callable[[Service], str], tmp_path: Path) -> None:
    """Every part opens without an error of a script, and nothing of a text becomes a part of the page."""
    with serving(store=str(tmp_path / "memory.db"), api_keys=(KEY,)) as (address, service):
        space = fill(service)
        turn = service.turn(TurnRequest(space=space, query=QUESTION, record=False))

        asyncio.run(_visit(f"{address}/inspector", space, turn))


async def _visit(address: str, space: str, turn: Turn) -> None:
    async with page_of(1200, 800) as page:
        await page.call("Page.navigate", url=f"{address}#{urlencode({'space': space})}")
        await page.until("document.getElementById('key')?.hidden === false")
        for domain in ("Runtime", "Log"):
            await page.call(f"{domain}.enable")
        await page.call("Log.clear")
        page.events.clear()  # The refusal of a request without a key is told in the log of the browser, too.
        await page.evaluate(f"document.querySelector('#key input').value = {json.dumps(KEY)}")
        await page.evaluate("document.querySelector('#key button').click()")

        for part, shown in PARTS.items():
            await page.evaluate(f"location.hash = new URLSearchParams({json.dumps({'space': space, 'part': part})})")
            await page.until(READ % part)
            await page.until(f"document.querySelector({json.dumps(shown)})")
            if part == "block":
                await _ask(page, turn)
            for open in OPENED.get(part, ()):
                await page.evaluate(f"document.querySelector({json.dumps(open)}).click()")
                await page.until("document.querySelector('dialog[open] h2')")
                assert await page.evaluate(FOREIGN) == 0, open
                await page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
            await page.until("!location.hash.includes('item=')")
            if space == SPACE:
                assert "onerror=" in await page.evaluate("document.querySelector('main').textContent"), part
            assert await page.evaluate(FOREIGN) == 0, part
            assert await page.evaluate(NAMELESS) == [], part

        assert not await page.evaluate("Boolean(window.hasRun)")
        told = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"}
        assert [event for event in page.events if event["method"] in told] == []


async def _ask(page: Page, turn: Turn) -> None:
    await page.evaluate(f"document.getElementById('question').value = {json.dumps(QUESTION)}")
    await page.evaluate("document.querySelector('aside form button').click()")
    await page.until(f"document.querySelector('.result h2')?.textContent === {json.dumps(QUESTION)}")
    assert await page.evaluate(SENT) == turn.block.body.rstrip()
    assert await page.evaluate(EXPLAINED) == len(turn.items)
    assert await page.evaluate(COVERED) == turn.block.left_out_count + sum(each.stands_for for each in turn.items)


@pytest.mark.embedded
def test_part_asks_for_all_its_items_at_once(tmp_path: Path) -> None:
    """A key with few requests a minute can open what is known, and a block with many items."""
    with serving(store=str(tmp_path / "memory.db")) as (address, service):
        asyncio.run(_count(f"{address}/inspector", fill_demo(service)))


async def _count(address: str, space: str) -> None:
    async with page_of(1200, 800) as page:
        await page.call("Network.enable")
        await page.call("Page.navigate", url=f"{address}#{urlencode({'space': space})}")
        await page.until(READ % "memory")
        assert await page.evaluate("document.querySelectorAll('.line').length") > 20
        assert len(_asked(page, space)) <= MEMORY_REQUESTS_MAX
        page.events.clear()
        await page.evaluate("document.querySelector('header nav a[href*=block]').click()")
        await page.until(READ % "block")
        assert await page.evaluate(EXPLAINED) > 5
        assert _asked(page, space) == ["blocks", "blocks", "items", "weights"]


def _asked(page: Page, space: str) -> list[str]:
    """What the page has asked of the space, by the first part of the path."""
    sent = [each["params"]["request"]["url"] for each in page.events if each["method"] == "Network.requestWillBeSent"]
    paths = [urlsplit(url).path.partition(f"/spaces/{space}/") for url in sent]
    return sorted(rest.split("/")[0] for _, found, rest in paths if found)


@pytest.mark.embedded
def test_graph_shows_whoever_is_tied(tmp_path: Path) -> None:
    """All are drawn on request, those beyond the best tied ones as dots; without a fact, messages tie who is named."""
    with serving(store=str(tmp_path / "memory.db")) as (address, service):
        asyncio.run(_see_ties(f"{address}/inspector", fill_crowd(service), fill_talk(service)))


async def _see_ties(address: str, crowd: str, talk: str) -> None:
    async with page_of(1200, 800) as page:
        await page.call("Page.navigate", url=f"{address}#{urlencode({'space': crowd, 'part': 'graph'})}")
        await page.until("document.querySelector('.document > button')")
        await page.evaluate("document.querySelector('.document > button').click()")
        await page.until(f"document.querySelector('.document h1')?.textContent.startsWith('{CROWD} ')")
        assert await page.evaluate("document.querySelectorAll('.node').length") == 300
        assert await page.evaluate(PAINTED)

        await page.evaluate(f"location.hash = new URLSearchParams({json.dumps({'space': talk, 'part': 'graph'})})")
        await page.until("document.querySelector('.node[aria-label=Trabzon]')")
        await page.evaluate("document.querySelector('.node[aria-label=Trabzon]').dispatchEvent(new Event('click'))")
        await page.until("document.querySelector('.document .line')?.textContent.includes('in Trabzon.')")
        assert not await page.evaluate(PAINTED)


@pytest.mark.embedded
def test_page_is_used_by_keyboard_on_a_narrow_screen(tmp_path: Path) -> None:
    """The focus stays where it was when a part or an item is opened, and nothing is wider than the screen."""
    with serving(store=str(tmp_path / "memory.db")) as (address, service):
        asyncio.run(_walk(f"{address}/inspector", fill_demo(service)))


async def _walk(address: str, space: str) -> None:
    async with page_of(NARROW, 800) as page:
        await page.call("Page.navigate", url=f"{address}#{urlencode({'space': space})}")
        await page.until(READ % "memory")
        for number, part in enumerate(PARTS):
            await page.evaluate(f"document.querySelectorAll('header nav a')[{number}].focus()")
            await _press(page, "Enter")
            await page.until(READ % part)
            is_there = f"document.activeElement === document.querySelectorAll('header nav a')[{number}]"
            assert await page.evaluate(is_there), part
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part

        await page.evaluate("document.querySelector('header nav a').click()")
        await page.until(f"{READ % 'memory'} && document.querySelector('.says a')")
        await page.evaluate("document.querySelector('.says a').focus()")
        await _press(page, "Enter")
        await page.until("document.querySelector('dialog[open] h3') && document.activeElement.className === 'close'")
        await _press(page, "Escape")
        await page.until("!document.querySelector('dialog[open]') && !location.hash.includes('item=')")
        assert await page.evaluate("document.activeElement === document.querySelector('.says a')")


async def _press(page: Page, key: str) -> None:
    known = {"Enter": {"windowsVirtualKeyCode": 13, "text": "\r"}, "Escape": {"windowsVirtualKeyCode": 27}}[key]
    for type in ("keyDown", "keyUp"):
        await page.call("Input.dispatchKeyEvent", type=type, key=key, **known)
