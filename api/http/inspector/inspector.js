// The page: which space, which part of it, and which item is open, all of it in the address after the #.

import { ask, forgetItems, keepKey } from "./asking.js";
import { showBlock } from "./block.js";
import { button, element, note, problem } from "./elements.js";
import { showGraph } from "./graph.js";
import { showItem } from "./item.js";
import { addressOf, place } from "./places.js";
import { showTimeline } from "./timeline.js";
import { showJobs, showLedger } from "./work.js";

const PARTS = {
  block: ["Block", showBlock],
  timeline: ["Timeline", showTimeline],
  graph: ["Graph", showGraph],
  jobs: ["Jobs", showJobs],
  ledger: ["Ledger", showLedger],
};
const byId = (id) => document.getElementById(id);
const spaces = byId("space");
let nextSpaces = null;
let shown = "";

async function start() {
  byId("key").hidden = true;
  spaces.replaceChildren();
  nextSpaces = null;
  try {
    await readSpaces();
  } catch (error) {
    return fail(byId("part"), error);
  }
  shown = "";
  await show();
}

async function readSpaces() {
  const page = await ask("spaces", { limit: 200, cursor: nextSpaces });
  spaces.append(...page.spaces.map((name) => element("option", { value: name }, name)));
  nextSpaces = page.next_cursor;
  byId("more-spaces").hidden = !nextSpaces;
}

async function show() {
  const at = place();
  if (!Object.hasOwn(PARTS, at.part)) at.part = "block";
  if (!at.item) byId("item").close();
  if (!at.space && spaces.options.length) return location.replace(addressOf({ space: spaces.options[0].value }));
  if (!at.space) return byId("part").replaceChildren(note("No space yet. A space is made by the first turn with ?create=true, or by: remembrancer demo"));
  if (![...spaces.options].some((option) => option.value === at.space)) spaces.append(element("option", { value: at.space }, at.space));
  spaces.value = at.space;
  byId("parts").replaceChildren(...Object.entries(PARTS).map(([part, [name]]) =>
    element("a", { href: addressOf({ part, at: null, item: null }), "aria-current": part === at.part ? "page" : null }, name)));
  const [name, showPart] = PARTS[at.part];
  document.title = `${name} of ${at.space}: Remembrancer`;
  const wanted = JSON.stringify([at.space, at.part, at.at]);
  if (wanted !== shown) {
    shown = wanted;
    const section = element("section", { class: at.part, "aria-label": name });
    byId("part").replaceChildren(section);
    section.setAttribute("aria-busy", "true");
    try {
      await showPart(section, at);
    } catch (error) {
      fail(section, error);
    }
    section.removeAttribute("aria-busy");
  }
  await showDialog(place());
}

async function showDialog(at) {
  const dialog = byId("item");
  if (!at.item) return;
  const close = button("Close", () => dialog.close(), { class: "close" });
  const body = element("div", {}, note("Reading …"));
  dialog.replaceChildren(close, body);
  if (!dialog.open) dialog.showModal();
  try {
    await showItem(body, at);
  } catch (error) {
    fail(body, error);
  }
}

function fail(where, error) {
  if (error.status === 401) byId("key").hidden = false;
  where.append(problem(error));
}

byId("key").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = event.target.querySelector("input");
  keepKey(input.value.trim());
  input.value = "";
  byId("part").replaceChildren();
  start();
});
byId("item").addEventListener("close", () => {
  if (place().item) location.assign(addressOf({ item: null }));
});
byId("more-spaces").addEventListener("click", () => readSpaces().catch((error) => fail(byId("part"), error)));
byId("again").addEventListener("click", () => (forgetItems(), start()));
spaces.addEventListener("change", () => location.assign(addressOf({ space: spaces.value, at: null, item: null })));
addEventListener("hashchange", show);
start();
