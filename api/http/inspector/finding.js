// Search across everything that is known, and filters.

import { ask, inSpace } from "./asking.js";
import { element, note, shortened } from "./elements.js";
import { itemsPage, withTies } from "./knowledge.js";
import { factLine, otherLine } from "./lines.js";
import { note as noted, place } from "./places.js";
import { counted, t } from "./words.js";

const TYPED_MS = 250;
const WANTED = 60; // that a list of what was found shows
const PAGES_MAX = 12; // that are read for one list
const PAGE = 200;

const CHOICES = {
  kind: ["fact", "question", "objective", "theory", "Entity", "Summary", "Message", "Reflection", "SignificantMemory"],
  status: ["current", "disputed", "superseded", "closed", "withdrawn"],
  said: ["user", "assistant"],
  made: ["rules", "model", "caller"],
};
const WORDS = {
  kind: "Kind",
  status: "Holds",
  said: "Said by",
  made: "Made by",
  caller: "by hand",
  rules: "without a model",
  model: "by a model",
  current: "still true",
  superseded: "no longer true",
  disputed: "in dispute",
  user: "the user",
  assistant: "the assistant",
};
const NAMES = [...Object.keys(CHOICES), "from", "to"];

/** Whether something is looked for, so that a list of it is shown and no document. */
export const isAsked = (at) => Boolean(at.q) || NAMES.some((name) => at[name]);

/** The form for what is looked for; `show` is called when it changes. What it asks stays in the address. */
export function findingForm(show) {
  let timer = null;
  const changed = (name) => (event) => {
    noted({ [name]: event.target.value.trim() });
    clearTimeout(timer);
    timer = setTimeout(show, event.type === "input" ? TYPED_MS : 0);
  };
  const at = place();
  const q = { type: "search", name: "q", value: at.q ?? "", input: changed("q"), placeholder: t("Search everything") };
  const selects = Object.entries(CHOICES).map(([name, values]) =>
    element(
      "label",
      {},
      t(WORDS[name]),
      element(
        "select",
        { name, change: changed(name) },
        element("option", { value: "" }, t("any")),
        values.map((each) => element("option", { value: each, selected: at[name] === each }, t(WORDS[each] ?? each))),
      ),
    ),
  );
  const days = [
    ["from", "From"],
    ["to", "Until"],
  ].map(([name, words]) =>
    element(
      "label",
      {},
      t(words),
      element("input", { type: "date", name, value: at[name] ?? "", change: changed(name) }),
    ),
  );
  return element(
    "form",
    { role: "search", class: "finding", submit: (event) => event.preventDefault() },
    element("input", { ...q, "aria-label": t("Search everything"), maxlength: 400 }),
    element(
      "details",
      { open: NAMES.some((name) => at[name]) },
      element("summary", {}, t("Filter")),
      element("div", { class: "filters" }, selects, days),
    ),
  );
}

/** What was found, as lines. */
export async function showFound(space, at) {
  const { found, isWhole } = at.q ? await searched(space, at) : await filtered(space, at);
  const facts = await withTies(
    space,
    found.filter(({ label }) => label === "Fact"),
  );
  const known = new Map(facts.map((fact) => [fact.id, fact]));
  const rows = found.map((each) => {
    const fact = known.get(each.id);
    const row = fact ? factLine(space, fact) : otherLine(space, each);
    if (each.reason)
      row.querySelector(".says").append(element("small", { class: "meta why" }, shortened(each.reason, 120)));
    return row;
  });
  const words = counted(rows.length, "1 found", "{n} found");
  return [
    element("p", { class: "note", role: "status" }, rows.length ? words : t("Nothing was found.")),
    rows.length ? element("ul", { class: "facts found" }, rows) : null,
    isWhole ? null : note(t("There is more; say more exactly what you look for.")),
  ].filter(Boolean);
}

const isFactKind = (kind) => CHOICES.kind.indexOf(kind) < 4;

function askedOf({ kind, status }) {
  if (kind && !isFactKind(kind)) return { label: kind };
  return { kind: kind || undefined, status: status || undefined };
}

async function searched(space, at) {
  const page = await ask(inSpace(space, "/search"), { q: at.q, limit: WANTED, ...askedOf(at) });
  return { found: page.items.filter(fitting(at)), isWhole: !page.next_cursor };
}

/** Pages of items, newest first, until enough of them fit. */
async function filtered(space, at) {
  const asked = askedOf(at);
  if (!asked.label && !asked.kind && !asked.status) asked.label = "Fact";
  const found = [];
  let cursor;
  for (let page = 0; page < PAGES_MAX && found.length < WANTED; page += 1) {
    const { items, next } = await itemsPage(space, { ...asked, limit: PAGE, cursor });
    found.push(...items.filter(fitting(at)));
    cursor = next;
    if (!cursor) break;
  }
  return { found, isWhole: !cursor };
}

/** Whether an item is what the filters want that the service does not know. */
function fitting({ said, made, from, to }) {
  return ({ item: its }) => {
    const time = its.valid_from ?? its.sent_at ?? its.first_at ?? its.updated_at ?? "";
    return (
      (!said || (its.stated_by ?? its.role) === said) &&
      (!made || its.author === made) &&
      (!from || time >= from) &&
      (!to || time.slice(0, 10) <= to)
    );
  };
}
