// What was said: conversations by days, summaries by level with what each covers, and the messages.

import { ask, detailOf, inSpace } from "./asking.js";
import { button, day, element, hour, note, paged, period, problem, shortened, told, weekday } from "./elements.js";
import { handsMenu } from "./hands.js";
import { itemLink } from "./item.js";
import { addressOf, freshAddress } from "./places.js";
import { readingBox } from "./rounds.js";
import { conversationsOf, summariesOf, treesOf } from "./talks.js";
import { counted, t } from "./words.js";

const LINES = 100; // messages of a page

export async function show(section, { space, at, message }) {
  const list = element("ol", { class: "days" });
  const result = element("div", { class: "document" });
  const read = conversationsOf(space);
  const summaries = summariesOf(space);
  const more = button(t("Earlier conversations"), () => next().catch((error) => more.before(problem(error))));
  const days = new Map();
  let newest = null;

  async function next() {
    const found = await read();
    if (found.length) await summaries.since(found.at(-1).last_at);
    newest ??= found[0]?.id ?? null;
    for (const each of found) rowsOf(days, list, each).append(talkRow(each, at ?? newest));
    more.hidden = !found.length;
    return found;
  }

  async function jump({ target }) {
    const wanted = target.value;
    const isThere = () => [...days.keys()].some((known) => known <= wanted);
    while (wanted && !isThere() && (await next()).length);
    const found = [...days.keys()].find((known) => known <= wanted);
    const row = days.get(found ?? [...days.keys()].at(-1));
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("a")?.focus();
  }

  const date = element("input", {
    type: "date",
    change: (event) => jump(event).catch((error) => list.before(problem(error))),
  });
  section.append(
    element(
      "aside",
      {},
      readingBox(space),
      element("label", { class: "field" }, element("span", {}, t("Go to a day")), date),
      list,
      more,
    ),
    result,
  );
  await next();
  const chosen = at ?? newest;
  if (!chosen) result.append(note(t("No message yet.")));
  else result.append(...(await conversationShown(space, chosen, summaries, message)));
  result.querySelector(".marked")?.scrollIntoView({ block: "center" });
}

function rowsOf(days, list, { last_at: time }) {
  const key = time.slice(0, 10);
  if (!days.has(key)) {
    const rows = element("ul");
    days.set(key, rows);
    list.append(element("li", {}, element("h2", {}, day(time)), rows));
  }
  return days.get(key);
}

function talkRow({ id, title, message_count: count, participants }, open) {
  const words = title || t("Conversation of {names}", { names: participants.join(", ") });
  const look = {
    href: freshAddress({ at: id }),
    class: "told",
    dir: "auto",
    "aria-current": id === open ? "page" : null,
  };
  return element(
    "li",
    {},
    element("a", look, shortened(words, 80)),
    element("small", { class: "meta" }, counted(count, "1 message", "{n} messages")),
  );
}

async function conversationShown(space, id, summaries, message) {
  const found = await detailOf(space, id);
  const { title, started_at: from, last_at: to, message_count: count, participants, status } = found.item;
  await summaries.since(from);
  const own = treesOf(summaries.known, id);
  const wide = treesOf(summaries.known, null);
  const lines = element("div", { class: "lines" });
  const state = status === "complete" ? "" : t("not complete yet");
  const shown = [
    element(
      "div",
      { class: "head" },
      element("h1", {}, told(title || t("Conversation of {names}", { names: participants.join(", ") }))),
      element(
        "small",
        { class: "meta" },
        [period(from, to), counted(count, "1 message", "{n} messages"), state].filter(Boolean).join(" · "),
      ),
      handsMenu(space, found),
    ),
    own.length ? element("section", { class: "part" }, element("h2", {}, t("In short")), treeShown(own)) : null,
    wide.length
      ? element(
          "details",
          { class: "part folded" },
          element("summary", {}, element("h2", {}, t("Summaries of several conversations"))),
          treeShown(wide),
        )
      : null,
    element("section", { class: "part" }, element("h2", {}, t("Word by word")), lines),
  ];
  await readLines(space, id, lines, message);
  return shown.filter(Boolean);
}

/** Summaries, each with those of the level below folded under it. */
function treeShown(trees) {
  const rows = trees.map(({ id, item: its, parts }) => {
    const covers = [
      t("level {n}", { n: its.level }),
      period(its.first_at, its.last_at),
      counted(its.message_count, "1 message", "{n} messages"),
    ];
    const isStale = its.is_stale ? element("b", { class: "badge" }, t("to be rewritten")) : "";
    const below = parts.length
      ? element(
          "details",
          {},
          element("summary", {}, counted(parts.length, "1 summary below", "{n} summaries below")),
          treeShown(parts),
        )
      : null;
    return element(
      "li",
      {},
      itemLink(id, its.body),
      element("small", { class: "meta" }, covers.join(" · "), " ", isStale),
      below,
    );
  });
  return element("ul", { class: "facts summaries" }, rows);
}

/** Messages under their days, page by page; as many pages as it takes to show the one that is looked for. */
async function readLines(space, conversation, lines, wanted) {
  let last = "";
  const rowsOf = (items) =>
    items.flatMap((item) => {
      const date = item.item.sent_at.slice(0, 10);
      const head = date === last ? [] : [element("h3", {}, weekday(item.item.sent_at))];
      last = date;
      return [...head, lineOf(space, item, wanted)];
    });
  await paged(
    lines,
    async (cursor) => {
      const rows = [];
      let next = cursor;
      do {
        const asked = { conversation, newest_first: false, limit: LINES, cursor: next };
        const page = await ask(inSpace(space, "/messages"), asked);
        rows.push(...rowsOf(page.items));
        next = page.next_cursor;
        if (!wanted || page.items.some(({ id }) => id === wanted)) break;
      } while (next);
      return { rows, next };
    },
    t("Later messages"),
  );
}

function lineOf(space, message, wanted) {
  const { id, item: its } = message;
  return element(
    "div",
    { class: `said ${its.role}${id === wanted ? " marked" : ""}`, id },
    element("a", { class: "time", href: addressOf({ item: id }), title: its.sent_at }, hour(its.sent_at)),
    element("b", { class: "told", dir: "auto" }, its.sender || t(its.role)),
    element("div", { class: "told text", dir: "auto" }, its.body),
    handsMenu(space, message),
  );
}
