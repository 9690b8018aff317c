// Conversations and summaries over time: a row for each level, and the messages of a conversation page by page.

import { ask, inSpace } from "./asking.js";
import { talksOf } from "./conversations.js";
import { button, day, drawn, element, paged, period, plural, problem, shortened, told, when } from "./elements.js";
import { itemLink } from "./item.js";
import { addressOf } from "./places.js";

const ROW = 26;
const GAP = 3;
const NAMES = 90;
const LABEL = 80;
const TALK_MIN = 34;
const PAGE = 200;
const COLOURS = 4; // of levels, in the style

export async function showTimeline(section, { space }) {
  const read = { items: [], messages: [] };
  const cursors = {};
  const words = element("p", { class: "note" });
  const picture = element("div");
  const list = element("ol", { class: "talks" });
  const earlier = button("Show earlier ones", load);
  const wide = element("div");
  section.append(words, picture, earlier, wide, element("h2", {}, "Conversations, newest first"), list);

  async function readPage(path, asked) {
    if (cursors[path] === null) return;
    const page = await ask(inSpace(space, `/${path}`), { ...asked, limit: PAGE, cursor: cursors[path] });
    cursors[path] = page.next_cursor;
    read[path].push(...page.items);
  }

  async function load() {
    earlier.disabled = true;
    try {
      await Promise.all([readPage("items", { label: "Summary" }), readPage("messages", {})]);
      earlier.hidden = !cursors.items && !cursors.messages;
      draw();
    } catch (error) {
      earlier.before(problem(error));
    }
    earlier.disabled = false;
  }

  function draw() {
    const talks = talksOf(read.items, read.messages);
    if (!talks.length) {
      words.textContent = "No message yet.";
      return;
    }
    words.textContent = inWords(talks, read.items, cursors.messages ? read.messages.at(-1) : null);
    picture.replaceChildren(pictureOf(talks, read.items, picture.clientWidth));
    picture.querySelector(".scrolls").scrollLeft = picture.scrollWidth * talks.length;
    wide.replaceChildren(...wideSummaries(read.items));
    const opened = new Set([...list.querySelectorAll("details[open]")].map(({ id }) => id));
    list.replaceChildren(...talks.map((talk) => talkRow(space, talk, opened.has(talk.id))));
  }

  await load();
}

function inWords(talks, summaries, oldest) {
  const counts = `${plural(talks.length, "conversation")} and ${plural(summaries.length, "summary", "summaries")}`;
  const gap = oldest ? ` Conversations that have no summary are shown since ${day(oldest.item.sent_at)}.` : "";
  const bars = "A wide bar means many messages; silence takes no room.";
  return `${counts} since ${day(talks.at(-1).from)}.${gap} ${bars}`;
}

/** The summaries of several conversations; the others stand with their conversation. */
function wideSummaries(summaries) {
  const rows = summaries
    .filter(({ item: its }) => !its.conversation)
    .map(({ id, item: its }) => {
      return element(
        "li",
        {},
        itemLink(id, `level ${its.level}, ${spanOf(its)}`),
        " · ",
        told(shortened(its.body, 300)),
      );
    });
  if (!rows.length) return [];
  return [element("h2", {}, "Summaries of several conversations"), element("ol", { class: "talks" }, rows)];
}

const spanOf = ({ first_at: from, last_at: to, message_count: count }) =>
  `${period(from, to)}, ${plural(count, "message")}`;

function pictureOf(talks, summaries, room) {
  const levels = Math.max(0, ...summaries.map(({ item: its }) => its.level));
  const width = Math.max(room - NAMES, talks.length * TALK_MIN);
  const height = (levels + 1) * ROW + 20;
  const place = scaleOf(talks, width - LABEL + 10);
  const bars = [
    ...summaries.map((each) => summaryBar(each, levels, place)),
    ...talks.map((talk) => talkBar(talk, levels, place)),
  ];
  const names = [...Array(levels).keys()].map((row) => `level ${levels - row}`).concat("conversations");
  const label = "Summaries by level above conversations, oldest left; the list below says the same";
  return element(
    "div",
    { class: "named" },
    drawn(
      "svg",
      { width: NAMES, height, "aria-hidden": "true" },
      names.map((name, row) => drawn("text", { x: 0, y: row * ROW + 17 }, name)),
    ),
    element(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Timeline" },
      drawn("svg", { width, height, role: "img", "aria-label": label }, bars, daysOf(talks, levels, place)),
    ),
  );
}

/** A bar as a link. The keyboard goes by the list below. */
function barOf({ row, from, to, place, kind, title, href, click = null }) {
  const x = place(from);
  const width = Math.max(3, place(to, 1) - x - 1);
  const look = { x, y: row * ROW + GAP, width, height: ROW - 2 * GAP, rx: 3, class: kind };
  return drawn("a", { href, click, tabindex: -1 }, drawn("rect", look, drawn("title", {}, title)));
}

function summaryBar({ id, item: its }, levels, place) {
  const title = `${spanOf(its)}: ${shortened(its.body, 200)}`;
  const kind = `level-${Math.min(its.level, COLOURS)}`;
  const href = addressOf({ item: id });
  return barOf({ row: levels - its.level, from: its.first_at, to: its.last_at, place, kind, title, href });
}

function talkBar({ id, from, to, count }, levels, place) {
  const title = `${period(from, to)}, ${plural(count, "message")}`;
  const click = (event) => {
    event.preventDefault();
    const row = document.getElementById(id);
    row.open = true;
    row.scrollIntoView({ block: "center" });
    row.querySelector("summary").focus();
  };
  return barOf({ row: levels, from, to, place, kind: "talk", title, href: addressOf({ item: id }), click });
}

function daysOf(talks, levels, place) {
  let free = 0;
  const labels = [];
  for (const { from } of talks.toReversed()) {
    const x = place(from);
    if (x < free) continue;
    labels.push(drawn("text", { x, y: (levels + 1) * ROW + 14 }, day(from)));
    free = x + LABEL;
  }
  return labels;
}

/** Places on a line where each conversation is as wide as it has messages, and silence has no width. */
function scaleOf(talks, width) {
  const stretches = [];
  for (const { from, to, count } of talks.toReversed()) {
    const start = Date.parse(from);
    const end = Date.parse(to) + 1;
    const last = stretches.at(-1);
    if (last && start < last.end) Object.assign(last, { end: Math.max(last.end, end), count: last.count + count });
    else stretches.push({ start, end, count });
  }
  const total = stretches.reduce((sum, { count }) => sum + count, 0);
  const room = (width - stretches.length * GAP) / total;
  let at = 0;
  for (const stretch of stretches) {
    Object.assign(stretch, { at, width: stretch.count * room });
    at += stretch.width + GAP;
  }
  return (time, after = 0) => {
    const moment = Date.parse(time) + after;
    const here = stretches.find(({ end }) => moment <= end) ?? stretches.at(-1);
    const share = (moment - here.start) / (here.end - here.start);
    return here.at + here.width * Math.min(1, Math.max(0, share));
  };
}

function talkRow(space, talk, isOpen) {
  const lines = element("ol", { class: "lines" });
  let isRead = false;
  const toggle = async () => {
    if (isRead) return;
    isRead = true;
    await readLines(space, talk.id, lines).catch((error) => lines.append(problem(error)));
  };
  const { id, from, to, count, summaries, text } = talk;
  const state = summaries.length ? "" : ", not summarised yet";
  const links = summaries.map(({ id: summary, item: its }) => {
    return [" · ", itemLink(summary, `summary of level ${its.level} (${plural(its.message_count, "message")})`)];
  });
  return element(
    "li",
    {},
    element(
      "details",
      { id, toggle, open: isOpen },
      element(
        "summary",
        {},
        element("b", {}, period(from, to)),
        ` · ${plural(count, "message")}${state} · `,
        told(shortened(text, 160)),
      ),
      element("p", {}, itemLink(id, "The conversation"), links.flat()),
      lines,
    ),
  );
}

function readLines(space, conversation, lines) {
  return paged(
    lines,
    async (cursor) => {
      const asked = { conversation, newest_first: false, limit: 50, cursor };
      const { items, next_cursor: next } = await ask(inSpace(space, "/messages"), asked);
      return { rows: items.map(lineRow), next };
    },
    "Later messages",
  );
}

const lineRow = ({ id, item: its }) =>
  element("li", {}, when(its.sent_at), " ", itemLink(id, its.sender || its.role), " ", told(its.body));
