// What is known, as a person would write it down: key info, people, places and things with their facts, what is open.

import { button, element, note, numbered, paged, problem, showLatest, told } from "./elements.js";
import { findingForm, isAsked, showFound } from "./finding.js";
import { choosing } from "./choosing.js";
import { addHands, handsMenu } from "./hands.js";
import { itemLink } from "./item.js";
import { bySubject, itemsPage, withTies } from "./knowledge.js";
import { factLine, otherLine } from "./lines.js";
import { fillNames } from "./names.js";
import { freshAddress, place } from "./places.js";
import { counted, t } from "./words.js";
import { detailOf, itemsOf } from "./asking.js";

const FACTS = 100; // of a page
const FACTS_FIRST = 8; // of a subject, until somebody wants all
const TOLD_MAX = 50; // neighbours of one kind, as many as the service tells

export async function show(section, { space, at }) {
  const names = element("nav", { class: "names", "aria-label": t("People, places and things") });
  const result = element("div", { class: "document" });
  section.append(
    findingForm(() => fill(result, space, at)),
    element("div", { class: "aside" }, names),
    result,
  );
  await Promise.all([fillNames(names, space, at), fill(result, space, at)]);
}

async function fill(result, space, at) {
  result.setAttribute("aria-busy", "true");
  await showLatest(result, async () => {
    const asked = place();
    const shown = await (isAsked(asked) ? showFound(space, asked) : at ? oneShown(space, at) : allShown(space));
    return [...shown, choosing(space, result)];
  });
  result.removeAttribute("aria-busy");
}

/** Everything that holds now. Nine requests at first, however much is known. */
async function allShown(space) {
  const [keyInfo, ...pages] = await Promise.all([
    itemsPage(space, { label: "KeyInfo" }),
    ...["fact", "question", "objective", "theory"].map((kind) =>
      itemsPage(space, { kind, status: "current", limit: FACTS }),
    ),
    itemsPage(space, { status: "disputed", limit: 50 }),
  ]);
  const all = await withTies(
    space,
    pages.flatMap(({ items }) => items),
  );
  const ofKind = (kind) => all.filter(({ item: its }) => its.kind === kind && its.status === "current");
  const disputed = all.filter(({ item: its }) => its.status === "disputed");
  const subjects = bySubject(ofKind("fact"));
  const more = element("div");
  const shown = [
    keyInfoShown(space, keyInfo.items[0]),
    section(t("In dispute: which of these is true?"), factList(space, disputed)),
    ...subjects.map((group) => subjectShown(space, group)),
    pages[0].next ? element("div", {}, more, moreFacts(space, more, pages[0].next)) : null,
    section(t("Open questions"), factList(space, ofKind("question")), "questions"),
    section(t("Objectives"), treeOf(space, ofKind("objective")), "objectives"),
    section(t("Theories"), factList(space, ofKind("theory")), "theories"),
    folded(t("Stories, reflections and other memories"), (list) => otherPages(space, list)),
    folded(t("What no longer holds"), (list) => pastPages(space, list)),
  ].filter(Boolean);
  const isEmpty = !all.length && !keyInfo.items.length;
  return isEmpty ? [emptyOf(), element("p", {}, addHands(space))] : [...shown, element("p", {}, addHands(space))];
}

const emptyOf = () =>
  note(t("Nothing is known yet. Rounds read what is said, after ten new messages or silence; see Conversations."));

const section = (title, content, kind = "") =>
  content ? element("section", { class: `part ${kind}` }, element("h2", {}, title), content) : null;

function factList(space, facts, subject = null) {
  if (!facts.length) return null;
  return element(
    "ul",
    { class: "facts" },
    facts.map((fact) => factLine(space, fact, subject)),
  );
}

function keyInfoShown(space, found) {
  const lines = found?.item.lines ?? [];
  const rows = lines.map((line, place) =>
    element(
      "li",
      { class: "line" },
      element(
        "div",
        { class: "says" },
        found.item.sources[place] ? itemLink(found.item.sources[place], line) : told(line),
        element("small", { class: "meta" }, place < found.item.pinned ? t("pinned by hand") : ""),
      ),
      handsMenu(space, { label: "KeyLine", id: "key-info", line, isPinned: place < found.item.pinned }),
    ),
  );
  const content = rows.length ? element("ul", { class: "facts" }, rows) : note(t("Nothing is told in every turn."));
  const left = found?.item.left_out ? note(t("{n} more had no room.", { n: found.item.left_out })) : null;
  return section(t("Told in every turn"), element("div", {}, content, left), "key-info");
}

function subjectShown(space, { subject, facts }) {
  const id = subject?.id ?? null;
  const first = facts.slice(0, FACTS_FIRST);
  const list = factList(space, first, id);
  const rest = facts.slice(FACTS_FIRST);
  const all = button(counted(rest.length, "1 more", "{n} more"), () => {
    list.append(...rest.map((fact) => factLine(space, fact, id)));
    all.remove();
  });
  const content = [list, rest.length ? all : null];
  if (!subject) return section(t("Also known"), element("div", {}, content));
  return element("section", { class: "part subject" }, headOf(space, subject, "h2"), textsOf(subject.item), content);
}

function headOf(space, subject, size) {
  const { name, type, aliases } = subject.item;
  const also = aliases.length ? t("also {names}", { names: aliases.join(", ") }) : "";
  const words = [type === "unknown" ? "" : t(type), also].filter(Boolean).join(" · ");
  return element(
    "div",
    { class: "head" },
    element(size, {}, element("a", { href: freshAddress({ at: subject.id }), class: "told", dir: "auto" }, name)),
    element("small", { class: "meta told", dir: "auto" }, words),
    handsMenu(space, subject),
  );
}

/** The brief, and the dossier folded, unless they wait to be rewritten. */
function textsOf({ brief, dossier, is_stale: isStale }) {
  return [
    brief ? element("p", { class: "brief" }, told(brief)) : null,
    dossier
      ? element("details", {}, element("summary", {}, t("Dossier")), element("p", { class: "text" }, told(dossier)))
      : null,
    isStale && (brief || dossier) ? note(t("Something in this text has changed; a round will rewrite it.")) : null,
  ];
}

/** Objectives with their parts below them. */
function treeOf(space, objectives) {
  const known = new Set(objectives.map(({ id }) => id));
  const isTop = ({ wholes }) => !wholes.some(({ id }) => known.has(id));
  const rowOf = (fact, seen) => {
    const row = factLine(space, fact);
    const parts = objectives.filter((each) => each.wholes.some(({ id }) => id === fact.id) && !seen.has(each.id));
    const below = new Set([...seen, ...parts.map(({ id }) => id)]);
    if (parts.length) {
      const list = parts.map((part) => rowOf(part, below));
      row.querySelector(".says").append(element("ul", { class: "facts parts" }, list));
    }
    return row;
  };
  const rows = objectives.filter(isTop).map((fact) => rowOf(fact, new Set([fact.id])));
  return rows.length ? element("ul", { class: "facts" }, rows) : null;
}

function moreFacts(space, more, first) {
  let cursor = first;
  const load = button(t("More facts"), async () => {
    load.disabled = true;
    try {
      const { items, next } = await itemsPage(space, { kind: "fact", status: "current", limit: FACTS, cursor });
      more.append(...bySubject(await withTies(space, items)).map((group) => subjectShown(space, group)));
      cursor = next;
      load.hidden = !next;
    } catch (error) {
      load.before(problem(error));
    }
    load.disabled = false;
  });
  return load;
}

/** A part that is read when it is opened. */
function folded(title, read) {
  const list = element("ul", { class: "facts" });
  let isRead = false;
  const toggle = async () => {
    if (isRead) return;
    isRead = true;
    await read(list).catch((error) => list.append(problem(error)));
    if (!list.childElementCount) list.append(element("li", {}, note(t("None."))));
  };
  return element("details", { class: "part folded", toggle }, element("summary", {}, element("h2", {}, title)), list);
}

async function pastPages(space, list) {
  for (const status of ["superseded", "closed", "withdrawn"]) {
    await paged(list, async (cursor) => {
      const { items, next } = await itemsPage(space, { status, limit: 50, cursor });
      return { rows: (await withTies(space, items)).map((fact) => factLine(space, fact)), next };
    });
  }
}

async function otherPages(space, list) {
  for (const label of ["SignificantMemory", "Reflection"]) {
    await paged(list, async (cursor) => {
      const { items, next } = await itemsPage(space, { label, limit: 50, cursor });
      return { rows: items.map((item) => otherLine(space, item)), next };
    });
  }
}

/** One person, place or thing, with all that is stated about it. */
async function oneShown(space, id) {
  const subject = await detailOf(space, id);
  const about = subject.neighbours.filter(({ kind, direction }) => kind === "ABOUT" && direction === "in");
  const items = await itemsOf(
    space,
    about.map(({ id: fact }) => fact),
  );
  const facts = await withTies(
    space,
    [...items.values()].filter(({ label }) => label === "Fact"),
  );
  const others = [...items.values()].filter(({ label }) => label !== "Fact");
  const holds = ({ item: its }) => ["current", "disputed"].includes(its.status);
  const past = facts.filter((fact) => !holds(fact) && !fact.after.length);
  const ofKinds = (...kinds) => facts.filter((fact) => holds(fact) && kinds.includes(fact.item.kind));
  const said = subject.neighbours.filter(({ kind, direction }) => kind === "MENTIONS" && direction === "in");
  return [
    headOf(space, subject, "h1"),
    ...textsOf(subject.item).filter(Boolean),
    about.length >= TOLD_MAX ? note(t("The newest {n} statements.", { n: numbered(TOLD_MAX) })) : null,
    section(t("Facts"), factList(space, ofKinds("fact"), id)),
    section(t("Open questions"), factList(space, ofKinds("question"), id)),
    section(t("Objectives"), factList(space, ofKinds("objective"), id)),
    section(t("Theories"), factList(space, ofKinds("theory"), id)),
    section(t("What no longer holds"), factList(space, past, id)),
    others.length
      ? element(
          "ul",
          { class: "facts" },
          others.map((each) => otherLine(space, each)),
        )
      : null,
    facts.length ? null : note(t("Nothing is stated about it.")),
    folded(counted(said.length, "1 message mentions it", "{n} messages mention it"), async (list) => {
      const messages = await itemsOf(
        space,
        said.map(({ id: message }) => message),
      );
      list.append(...[...messages.values()].map((message) => otherLine(space, message)));
    }),
    element(
      "p",
      {},
      element("a", { href: freshAddress({ part: "graph", at: id }) }, t("In the graph")),
      " ",
      addHands(space, subject),
    ),
  ].filter(Boolean);
}
