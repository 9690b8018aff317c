// The page: which space, which part of it, and which item is open, all of it in the address after the #.

import { ask, forgetItems, keepKey } from "./asking.js";
import { button, element, note, problem } from "./elements.js";
import { showItem } from "./item.js";
import { addressOf, place } from "./places.js";
import { keepScope } from "./rights.js";
import { keepLanguage, language, languages, readWords, t } from "./words.js";

// A part is loaded when it is first shown.
const PARTS = {
  memory: { name: "Memory", load: () => import("./memory.js") },
  conversations: { name: "Conversations", load: () => import("./conversations.js") },
  graph: { name: "Graph", load: () => import("./graph.js") },
  block: { name: "Block", load: () => import("./block.js") },
  operations: { name: "Operations", load: () => import("./operations.js") },
};
const NO_SPACE = "No space yet. A space is made by the first turn with ?create=true, or by: remembrancer demo";
const WORDS = {
  "more-spaces": "More spaces",
  "key-words": "This service asks for a key. It is kept in this tab only, until you close it.",
  "key-name": "Key",
  "key-send": "Use this key",
};
const NAMES = { parts: "Parts of the page", language: "Language", space: "Space", again: "Read again" };

const partIn = ({ part }) => (Object.hasOwn(PARTS, part) ? part : "memory");
const byId = (id) => document.getElementById(id);
const main = byId("part");
const spaces = byId("space");
const dialog = byId("item");
const links = new Map(Object.keys(PARTS).map((part) => [part, element("a")]));

let nextSpaces = null;
let shown = ""; // the space, the part and what it shows

function sayWords() {
  for (const [id, words] of Object.entries(WORDS)) byId(id).textContent = t(words);
  for (const [part, link] of links) link.textContent = t(PARTS[part].name);
  for (const [id, words] of Object.entries(NAMES)) byId(id).setAttribute("aria-label", t(words));
  byId("language").replaceChildren(
    ...languages().map(([code, name]) =>
      element("option", { value: code, lang: code, selected: code === language() }, name),
    ),
  );
}

async function start() {
  byId("key").hidden = true;
  spaces.replaceChildren();
  nextSpaces = null;
  shown = "";
  try {
    await Promise.all([readSpaces(), PARTS[partIn(place())].load()]);
  } catch (error) {
    fail(main, error);
    return;
  }
  await show();
}

async function readSpaces() {
  const page = await ask("spaces", { limit: 200, cursor: nextSpaces });
  keepScope(page.scope);
  spaces.append(...page.spaces.map(optionOf));
  nextSpaces = page.next_cursor;
  byId("more-spaces").hidden = !nextSpaces;
}

const optionOf = (name) => element("option", { value: name }, name);

async function show() {
  const at = place();
  at.part = partIn(at);
  if (!at.item) dialog.close();
  if (!at.space) {
    if (spaces.options.length) location.replace(addressOf({ space: spaces.options[0].value }));
    else main.replaceChildren(note(t(NO_SPACE)));
    return;
  }
  showPlace(at);
  const wanted = JSON.stringify([at.space, at.part, at.at, at.message, at.beside]);
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
  document.title = `${t(PARTS[at.part].name)} – ${at.space} – Remembrancer`;
}

/** Shows the part anew. What is there stays until the new one is read, so that nothing jumps. */
async function showPart(at) {
  const { name, load } = PARTS[at.part];
  const section = element("section", { class: at.part, "aria-label": t(name), "aria-busy": "true" });
  const isSame = main.firstElementChild?.className === at.part;
  const top = isSame ? scrollY : 0;
  const asked = location.hash;
  if (!isSame) main.replaceChildren(note(t("Reading …")));
  const reading = load().then((part) => part.show(section, at));
  if (!isSame) main.replaceChildren(section);
  try {
    await reading;
  } catch (error) {
    fail(section, error);
  }
  if (isSame && location.hash !== asked) return showPart(place()); // In what is there, something was asked meanwhile.
  main.replaceChildren(section);
  scrollTo(0, top);
  section.removeAttribute("aria-busy");
}

async function showDialog(at) {
  const close = button(t("Close"), () => dialog.close(), { class: "close" });
  const body = element("div", {}, note(t("Reading …")));
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
spaces.addEventListener("change", () => location.assign(addressOf({ space: spaces.value })));
byId("language").addEventListener("change", async ({ target }) => {
  keepLanguage(target.value);
  await readWords();
  sayWords();
  shown = "";
  show();
});
addEventListener("hashchange", show);
document.addEventListener("renew", () => {
  shown = "";
  show();
});
byId("parts").replaceChildren(...links.values());
await readWords();
sayWords();
start();
