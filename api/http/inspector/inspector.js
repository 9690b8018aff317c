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
const NO_SPACE = "No space yet. A space is made by the first turn with ?create=true, or by: remembrancer demo";

const byId = (id) => document.getElementById(id);
const main = byId("part");
const spaces = byId("space");
const dialog = byId("item");
const links = new Map(Object.entries(PARTS).map(([part, [name]]) => [part, element("a", {}, name)]));

let nextSpaces = null;
let shown = ""; // the space, the part and what it shows

async function start() {
  byId("key").hidden = true;
  spaces.replaceChildren();
  nextSpaces = null;
  shown = "";
  try {
    await readSpaces();
  } catch (error) {
    fail(main, error);
    return;
  }
  await show();
}

async function readSpaces() {
  const page = await ask("spaces", { limit: 200, cursor: nextSpaces });
  spaces.append(...page.spaces.map(optionOf));
  nextSpaces = page.next_cursor;
  byId("more-spaces").hidden = !nextSpaces;
}

const optionOf = (name) => element("option", { value: name }, name);

async function show() {
  const at = place();
  if (!Object.hasOwn(PARTS, at.part)) at.part = "block";
  if (!at.item) dialog.close();
  if (!at.space) {
    if (spaces.options.length) location.replace(addressOf({ space: spaces.options[0].value }));
    else main.replaceChildren(note(NO_SPACE));
    return;
  }
  showPlace(at);
  const wanted = JSON.stringify([at.space, at.part, at.at]);
  if (wanted !== shown) {
    shown = wanted;
    await showPart(at);
  }
  if (place().item) await showDialog(place());
}

/** Tells where the page is, without making links again that may have the focus. */
function showPlace(at) {
  if (![...spaces.options].some((option) => option.value === at.space)) spaces.append(optionOf(at.space));
  spaces.value = at.space;
  for (const [part, link] of links) {
    link.href = addressOf({ part, at: null, item: null });
    if (part === at.part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${PARTS[at.part][0]} of ${at.space}: Remembrancer`;
}

async function showPart(at) {
  const [name, fill] = PARTS[at.part];
  const section = element("section", { class: at.part, "aria-label": name, "aria-busy": "true" });
  const reading = note("Reading …");
  main.replaceChildren(section, reading);
  try {
    await fill(section, at);
  } catch (error) {
    fail(section, error);
  }
  reading.remove();
  section.removeAttribute("aria-busy");
}

async function showDialog(at) {
  const close = button("Close", () => dialog.close(), { class: "close" });
  const body = element("div", {}, note("Reading …"));
  dialog.replaceChildren(close, body);
  if (!dialog.open) dialog.showModal();
  close.focus();
  dialog.scrollTop = 0;
  try {
    await showItem(body, at);
  } catch (error) {
    body.replaceChildren();
    fail(body, error);
  }
}

function fail(where, error) {
  where.append(problem(error));
  if (error.status !== 401) return;
  byId("key").hidden = false;
  byId("key").querySelector("input").focus();
}

byId("key").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = event.target.querySelector("input");
  keepKey(input.value.trim());
  input.value = "";
  main.replaceChildren();
  start();
});
dialog.addEventListener("close", () => {
  if (place().item) location.assign(addressOf({ item: null }));
});
byId("more-spaces").addEventListener("click", () => readSpaces().catch((error) => fail(main, error)));
byId("again").addEventListener("click", () => {
  forgetItems();
  start();
});
spaces.addEventListener("change", () => {
  location.assign(addressOf({ space: spaces.value, at: null, item: null }));
});
addEventListener("hashchange", show);
byId("parts").replaceChildren(...links.values());
start();
