// Conversations and summaries over time: a row for each level, and the messages of a conversation page by page.

import { ask, inSpace } from "./asking.js";
import { button, day, drawn, element, paged, period, plural, problem, shortened, told, when } from "./elements.js";
import { itemLink } from "./item.js";
import { addressOf } from "./places.js";

const ROW = 26, GAP = 3, NAMES = 90, PAGE = 200;

export async function showTimeline(section, { space }) {
  const summaries = [], messages = [];
  const cursors = { items: undefined, messages: undefined };
  const words = element("p", { class: "note" }), picture = element("div"), list = element("ol", { class: "talks" });
  const earlier = button("Earlier", load);
  section.append(words, picture, earlier, element("h2", {}, "Conversations, newest first"), list);
  await load();

  async function load() {
    earlier.disabled = true;
    const read = async (path, asked) => {
      if (cursors[path] === null) return [];
      const page = await ask(inSpace(space, `/${path}`), { ...asked, limit: PAGE, cursor: cursors[path] });
      cursors[path] = page.next_cursor;
      return page.items;
    };
    try {
      const [more, lines] = await Promise.all([read("items", { label: "Summary" }), read("messages", {})]);
      summaries.push(...more);
      messages.push(...lines);
      earlier.hidden = !cursors.items && !cursors.messages;
      draw();
    } catch (error) {
      earlier.before(problem(error));
    }
    earlier.disabled = false;
  }

  function draw() {
    const talks = talksOf(summaries, messages);
    words.textContent = talks.length
      ? `${plural(talks.length, "conversation")} and ${plural(summaries.length, "summary", "summaries")} of the time since ${day(talks.at(-1).from)}` +
        `${cursors.messages ? `, those without a summary since ${day(messages.at(-1).item.sent_at)}` : ""}. Wide means many messages; silence takes no room. The list below says the same.`
      : "No message yet.";
    if (talks.length) picture.replaceChildren(pictureOf(talks, summaries, picture.clientWidth));
    if (talks.length) picture.querySelector(".scrolls").scrollLeft = 1e6;
    list.replaceChildren(...talks.map((talk) => talkRow(space, talk)));
  }
}

/** Conversations, newest first, put together from what summaries and messages say of theirs. */
function talksOf(summaries, messages) {
  const talks = new Map();
  const add = (id, from, to, count, text, summary = null) => {
    const talk = talks.get(id) ?? { id, from, to, count: 0, summary: null };
    talk.from = from < talk.from ? from : talk.from;
    talk.to = to > talk.to ? to : talk.to;
    if (summary ? !talk.summary || talk.summary.item.level < summary.item.level : !talk.summary) {
      talk.summary = summary;
      talk.count = summary ? count : talk.count + count;
    }
    talk.text = talk.summary ? talk.summary.item.body : text;
    talks.set(id, talk);
  };
  for (const each of summaries) if (each.item.conversation) add(each.item.conversation, each.item.first_at, each.item.last_at, each.item.message_count, "", each);
  for (const { item: its } of messages) add(its.conversation, its.sent_at, its.sent_at, 1, `${its.sender}: ${its.body}`);
  return [...talks.values()].sort((one, other) => (one.from < other.from ? 1 : -1));
}

function pictureOf(talks, summaries, room) {
  const levels = Math.max(0, ...summaries.map(({ item: its }) => its.level));
  const width = Math.max(room - NAMES, talks.length * 34);
  const place = scaleOf(talks, width - 70);
  const mark = (row, from, to, kind, title, open) => {
    const x = place(from), end = place(to, 1);
    return drawn("rect", { x, y: row * ROW + GAP, width: Math.max(3, end - x - 1), height: ROW - 2 * GAP, rx: 3, class: kind, click: open },
      drawn("title", {}, title));
  };
  const rows = [...Array(levels).keys()].map((row) => `level ${levels - row}`).concat("conversations");
  const marks = summaries.map(({ id, item: its }) => mark(levels - its.level, its.first_at, its.last_at, `level-${Math.min(its.level, 4)}`,
    `${period(its.first_at, its.last_at)}, ${plural(its.message_count, "message")}: ${shortened(its.body, 200)}`, () => location.assign(addressOf({ item: id }))));
  marks.push(...talks.map((talk) => mark(levels, talk.from, talk.to, "talk", `${period(talk.from, talk.to)}, ${plural(talk.count, "message")}`, () => {
    const open = document.getElementById(talk.id);
    open.open = true;
    open.scrollIntoView({ block: "center" });
    open.querySelector("summary").focus();
  })));
  const days = [...talks].reverse().map((talk) => [place(talk.from), day(talk.from)]);
  let free = 0;
  const labels = days.filter(([x]) => x >= free && (free = x + 80)).map(([x, words]) => drawn("text", { x, y: (levels + 1) * ROW + 14 }, words));
  const names = rows.map((name, row) => drawn("text", { x: 0, y: row * ROW + 17 }, name));
  const height = (levels + 1) * ROW + 20;
  return element("div", { class: "named" }, drawn("svg", { width: NAMES, height, "aria-hidden": "true" }, names),
    element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Timeline" },
      drawn("svg", { width, height, role: "img", "aria-label": "Summaries by level above conversations, oldest left" }, marks, labels)));
}

/** Places on a line where each conversation is as wide as it has messages, and silence has no width. */
function scaleOf(talks, width) {
  const talked = [];
  for (const { from, to, count } of [...talks].reverse()) {
    const start = Date.parse(from), end = Date.parse(to) + 1, last = talked.at(-1);
    if (last && start < last.end) Object.assign(last, { end: Math.max(last.end, end), count: last.count + count });
    else talked.push({ start, end, count });
  }
  const room = (width - talked.length * GAP) / talked.reduce((sum, { count }) => sum + count, 0);
  let at = 0;
  for (const each of talked) {
    Object.assign(each, { at, width: each.count * room });
    at += each.width + GAP;
  }
  return (time, after = 0) => {
    const moment = Date.parse(time) + after;
    const here = talked.find(({ end }) => moment <= end) ?? talked.at(-1);
    return here.at + here.width * Math.min(1, Math.max(0, (moment - here.start) / (here.end - here.start)));
  };
}

function talkRow(space, talk) {
  const lines = element("ol", { class: "lines" });
  let isRead = false;
  const read = async () => {
    if (isRead) return;
    isRead = true;
    await paged(lines, async (cursor) => {
      const page = await ask(inSpace(space, "/messages"), { conversation: talk.id, newest_first: false, limit: 50, cursor });
      return { rows: page.items.map(({ id, item: its }) => element("li", {}, when(its.sent_at), " ", itemLink(id, its.sender), " ", told(its.body))), next: page.next_cursor };
    }, "Later messages").catch((error) => lines.append(problem(error)));
  };
  return element("li", {}, element("details", { id: talk.id, toggle: read },
    element("summary", {}, element("b", {}, period(talk.from, talk.to)), ` · ${plural(talk.count, "message")}${talk.summary ? "" : ", not summarised yet"} · `, told(shortened(talk.text, 160))),
    element("p", {}, itemLink(talk.id, `Conversation ${talk.id}`), talk.summary ? [" · ", itemLink(talk.summary.id, `its summary ${talk.summary.id}`)] : ""), lines));
}
