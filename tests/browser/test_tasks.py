"""What three people want of the page is done by clicks and typing alone, by the names that they see (`make page`)."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from api.commands.demo import SPACE as DEMO
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import Line
from graph.store.verbs import Label, PutNode, ReadDepth
from graph.values.items import Role
from tests.api.serving import serving
from tests.browser.chromium import Page, installed, page_of
from tests.browser.inspected import fill_demo

pytestmark = [pytest.mark.page, pytest.mark.skipif(installed() is None, reason="Chromium is not installed")]

TASKS = json.loads((Path(__file__).parent / "tasks.json").read_text(encoding="utf-8"))
SAID = "I am allergic to penicillin, too. From now on, always answer in short sentences."
WAIT_MS = 8_000

DRIVER = """{
const shown = (each) => each.checkVisibility() && !each.disabled;
const top = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
const nameOf = (each) => (each.ariaLabel ?? each.getAttribute('aria-label')
  ?? (each.labels?.length ? each.labels[0].textContent : each.textContent)).replace(/\\s+/g, ' ').trim();
const CLICKED = 'button, a, summary, input, [role=button]';
const smallest = (text) => [...top().querySelectorAll('li, tr, .head, .said')]
  .filter((each) => shown(each) && each.textContent.includes(text)).at(-1);
window.act = {
  click(name, within) {
    const place = within ? smallest(within) : top();
    const all = [...(place?.querySelectorAll(CLICKED) ?? [])].filter(shown);
    const told = within ? all : [...all, ...document.querySelectorAll('#told button')].filter(shown);
    const found = told.find((each) => nameOf(each) === name) ?? told.find((each) => nameOf(each).startsWith(name));
    found?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return Boolean(found);
  },
  type(name, value) {
    const found = [...top().querySelectorAll('input, textarea, select')].filter(shown)
      .find((each) => nameOf(each).startsWith(name));
    if (!found) return false;
    if (found.tagName === 'SELECT') found.value = [...found.options].find((each) => each.text === value).value;
    else found.value = value;
    for (const kind of ['input', 'change']) found.dispatchEvent(new Event(kind, { bubbles: true }));
    return true;
  },
  choose(name) {
    const found = [...top().querySelectorAll('select')].find((each) => nameOf(each) === name);
    if (!found || found.options.length < 2) return false;
    found.selectedIndex = 1;
    found.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  },
  see: (text) => document.body.innerText.replace(/\\s+/g, ' ').includes(text),
};
}"""
UNTIL = """new Promise((done) => { const start = Date.now();
  const look = () => (%s) ? done(true) : Date.now() - start > %d ? done(false) : setTimeout(look, 50);
  look(); })"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the demo, a block, and a space whose rounds fail."""
    file: Path = tmp_path_factory.mktemp("tasks") / "memory.db"
    with serving(store=str(file)) as (_, service):
        space = fill_demo(service)
        service.turn(TurnRequest(space=space, query="Where does Selin's mother Nermin live?", budget_tokens=500))
        service.knowledge.append(space, [Line(role=Role.USER, body=SAID, sender="Selin")], now=service.now())
        _fail_a_space(service)
    return file


@pytest.mark.embedded
@pytest.mark.parametrize("task", TASKS, ids=[f"{each['who']}: {each['task']}" for each in TASKS])
def test_a_task_is_done_by_clicks(task: dict[str, Any], filled: Path, tmp_path: Path) -> None:
    """Whoever reads the words on the page can do it."""
    store = shutil.copy(filled, tmp_path / "memory.db")
    with serving(store=str(store)) as (address, _):
        asyncio.run(_done(f"{address}/inspector#{urlencode({'space': DEMO})}", task["steps"]))


def _fail_a_space(service: Service) -> None:
    service.knowledge.create_space("broken", now=service.now())
    version = service.knowledge.store.nodes("broken", ["space"], ReadDepth.HEAD)["space"].version
    failed = {"attempts": 2, "last_error": "the provider is away"}
    service.knowledge.store.write("broken", [PutNode(Label.SPACE, "space", failed, expect=version)])


async def _done(address: str, steps: list[str]) -> None:
    async with page_of(1280, 900) as page:
        await page.call("Page.navigate", url=address)
        await _until(page, "document.querySelector('section.memory:not([aria-busy])')", "the page")
        await page.evaluate(DRIVER)
        for step in steps:
            await _until(page, _script_of(step), step)


def _script_of(step: str) -> str:
    """A condition that is true once the step is done."""
    if step.startswith("at "):
        within, _, step = step.removeprefix("at ").partition(": ")
        return f"act.click({json.dumps(step.removeprefix('click '))}, {json.dumps(within)})"
    verb, _, rest = step.partition(" ")
    match verb:
        case "go" | "click":
            return f"act.click({json.dumps(rest)})"
        case "type":
            name, _, value = rest.partition(":")
            return f"act.type({json.dumps(name)}, {json.dumps(value.strip())})"
        case "choose":
            return f"act.choose({json.dumps(rest)})"
        case "see":
            return f"act.see({json.dumps(rest)})"
        case "gone" | "not":
            return f"!act.see({json.dumps(rest)})"
    raise AssertionError(step)


async def _until(page: Page, script: str, step: str) -> None:
    if not await page.evaluate(UNTIL % (script, WAIT_MS)):
        raise AssertionError(f"cannot do: {step}\n{await page.evaluate('document.body.innerText')}")
