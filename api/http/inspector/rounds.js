// Rounds: what is unread, read now, and what each round has changed, line by line.

import { ask, inSpace } from "./asking.js";
import { told, undoAll } from "./changing.js";
import { button, element, note, paged, problem, when } from "./elements.js";
import { changeShown } from "./item.js";
import { mayWrite } from "./rights.js";
import { counted, t } from "./words.js";

const REQUESTS_MAX = 50; // each reads about a thousand messages at most

const ADDED = /^(New|Pin|CompleteConversation|EntityText)/;
const TAKEN = /^(Supersede|Withdraw|Drop|Unpin|Close|Complete|Merge|TakeBack)/;

/** What is unread, a button that reads it, and what came of it. */
export function readingBox(space) {
  const words = element("p", { class: "meta" });
  const result = element("div", { "aria-live": "polite" });
  const read = button(t("Read now"), () => readNow(space, read, result, words));
  read.hidden = true;
  ask(inSpace(space, "/rounds"))
    .then(({ messages, calls, cost }) => {
      words.textContent = messages ? unreadWords(messages, calls, cost) : t("Everything is read.");
      read.hidden = !messages || !mayWrite();
    })
    .catch((error) => words.append(problem(error)));
  const log = element("ol", { class: "changes" });
  let isRead = false;
  const toggle = () => {
    if (isRead) return;
    isRead = true;
    changePages(space, log).catch((error) => log.append(problem(error)));
  };
  return element(
    "div",
    { class: "reading" },
    words,
    read,
    result,
    element("details", { toggle }, element("summary", {}, t("What has changed")), log),
  );
}

function unreadWords(messages, calls, cost) {
  const effort = calls ? counted(calls, "1 model call at most", "{n} model calls at most") : t("without a model");
  const price = calls && cost !== null ? `, $${cost.toFixed(2)}` : "";
  return `${counted(messages, "1 message is unread", "{n} messages are unread")}: ${effort}${price}.`;
}

async function readNow(space, read, result, words) {
  read.disabled = true;
  const bar = element("progress", { "aria-label": t("Reading") });
  result.replaceChildren(bar);
  try {
    const [newest] = (await ask(inSpace(space, "/changes"), { limit: 1 })).changes;
    const { messages: all } = await ask(inSpace(space, "/rounds"));
    bar.max = all;
    for (let request = 0; request < REQUESTS_MAX; request += 1) {
      const { rounds } = await ask(inSpace(space, "/rounds"), { backfill: true }, null, "POST");
      const { messages: left } = await ask(inSpace(space, "/rounds"));
      bar.value = all - left;
      if (!rounds.length || !left) break;
    }
    const changes = await changesSince(space, newest?.id);
    result.replaceChildren(
      element("h2", {}, counted(changes.length, "1 change", "{n} changes")),
      roundShown(space, changes),
    );
    read.hidden = true;
    words.textContent = t("Everything is read.");
  } catch (error) {
    result.replaceChildren(problem(error));
  }
  read.disabled = false;
}

async function changesSince(space, id) {
  const found = [];
  let cursor;
  do {
    const page = await ask(inSpace(space, "/changes"), { limit: 200, cursor });
    const known = page.changes.findIndex((change) => change.id === id);
    if (known >= 0) return [...found, ...page.changes.slice(0, known)];
    found.push(...page.changes);
    cursor = page.next_cursor;
  } while (cursor);
  return found;
}

/** The changes of the space, newest first; those of one round together. */
async function changePages(space, log) {
  await paged(log, async (cursor) => {
    const { changes, next_cursor: next } = await ask(inSpace(space, "/changes"), { limit: 100, cursor });
    if (!changes.length) return { rows: [element("li", {}, note(t("Nothing yet.")))], next };
    const rows = [...Map.groupBy(changes, ({ round, id }) => round ?? id).values()].map((its) =>
      element("li", {}, its[0].round ? roundFolded(space, its) : changeShown(space, its[0])),
    );
    return { rows, next };
  });
}

const roundFolded = (space, changes) =>
  element(
    "details",
    {},
    element(
      "summary",
      {},
      t("A round: {count}", { count: counted(changes.length, "1 change", "{n} changes") }),
      " · ",
      when(changes[0].created_at),
    ),
    roundShown(space, changes),
  );

/** Changes as a diff of the graph: what was added, changed and taken away. */
function roundShown(space, changes) {
  const rows = changes.map((change) => {
    const sign = ADDED.test(change.kind) ? "+" : TAKEN.test(change.kind) ? "−" : "~";
    const kind = { "+": "added", "−": "taken", "~": "changed" }[sign];
    return element(
      "li",
      { class: kind },
      element("span", { class: "sign", "aria-label": t(kind) }, sign),
      element("div", {}, changeShown(space, change)),
    );
  });
  const open = changes.filter(({ undone_by: undone }) => !undone);
  return [element("ol", { class: "diff" }, rows), open.length > 1 && mayWrite() ? undoButton(space, open) : null];
}

/** Undoes all changes, the newest first. They come newest first. */
function undoButton(space, changes) {
  const undo = button(counted(changes.length, "Undo it", "Undo all {n}"), async () => {
    undo.disabled = true;
    try {
      const undone = await undoAll(space, changes.toReversed(), t("the whole round"));
      told(space, t("Undone."), undone);
    } catch (error) {
      undo.replaceWith(problem(error));
    }
  });
  return undo;
}
