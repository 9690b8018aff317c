"""People with other senses and devices can use the page: axe finds nothing on any part of it (`make page`)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest

from api.wiring import Service
from tests.api.serving import serving
from tests.browser.chromium import Page, installed, page_of
from tests.browser.inspected import fill_attack, fill_demo
from tests.browser.test_inspector import OPENED, PARTS, READ

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = [
    pytest.mark.page,
    pytest.mark.skipif(installed() is None, reason="Chromium is not installed"),
    pytest.mark.skipif(not AXE.exists(), reason="`npm ci --prefix tests/browser` fetches axe"),
]

# A link to a part of the page, such as #space=demo, is no link that skips to an element.
RULES = {"target-size": {"enabled": True}, "skip-link": {"enabled": False}}
RUN = (
    f"axe.run({{rules: {json.dumps(RULES)}}})"
    + """.then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`)))"""
)


@pytest.mark.embedded
@pytest.mark.parametrize("fill", [fill_demo, fill_attack])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(fill: Callable[[Service], str], width: int, scheme: str, tmp_path: Path) -> None:
    """No part of the page, no item and no form breaks a rule of WCAG or of good practice that axe can check."""
    with serving(store=str(tmp_path / "memory.db")) as (address, service):
        asyncio.run(_check(f"{address}/inspector", fill(service), width, scheme))


async def _check(address: str, space: str, width: int, scheme: str) -> None:
    async with page_of(width, 900) as page:
        wanted = {"name": "prefers-color-scheme", "value": scheme}
        await page.call("Emulation.setEmulatedMedia", features=[wanted])
        await page.call("Page.navigate", url=f"{address}#{urlencode({'space': space})}")
        await page.until(READ % "memory")
        await page.evaluate(f"{AXE.read_text(encoding='utf-8')}; 0")
        for part, shown in PARTS.items():
            await page.evaluate(f"location.hash = new URLSearchParams({json.dumps({'space': space, 'part': part})})")
            await page.until(READ % part)
            await page.until(f"document.querySelector({json.dumps(shown)})")
            assert await page.evaluate(RUN) == [], part
            for open in OPENED.get(part, ()):
                if await page.evaluate(f"Boolean(document.querySelector({json.dumps(open)}))"):
                    await _check_dialog(page, open)


async def _check_dialog(page: Page, open: str) -> None:
    await page.evaluate(f"document.querySelector({json.dumps(open)}).click()")
    await page.until("document.querySelector('dialog[open] h2')")
    assert await page.evaluate(RUN) == [], open
    await page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
    await page.until("!location.hash.includes('item=')")
