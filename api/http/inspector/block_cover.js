// How a block covers the history: a bar over time, as wide as there are messages.

import { bar, day, element, numbered, period } from "./elements.js";
import { counted, t } from "./words.js";

/** The bar, in which each message that the assistant does not see counts once; nothing if there is none. */
export function coverOf({ items, block }, known) {
  const left = block.left_out_count;
  const parts = partsOf(items.filter(({ id }) => known.has(id)).map((item) => ({ ...item, ...known.get(item.id) })));
  const total = parts.reduce((sum, { count }) => sum + count, left);
  if (!total) return null;
  const pieces = parts.map((part) => [part.count / total, part.kind, wordsOf(part)]);
  if (left) pieces.unshift([left / total, "left", t("not shown: {n}", { n: numbered(left) })]);
  const sumOf = (isWord) =>
    parts.filter(({ kind }) => (kind === "word") === isWord).reduce((sum, { count }) => sum + count, 0);
  const names = [
    element("span", { class: "summarised" }, t("summarised: {n}", { n: numbered(sumOf(false)) })),
    element("span", { class: "word" }, t("word for word: {n}", { n: numbered(sumOf(true)) })),
    left ? element("span", { class: "left" }, t("not shown: {n}", { n: numbered(left) })) : "",
  ];
  return element(
    "div",
    { class: "shares cover" },
    bar(pieces, t("How the history is covered, oldest first")),
    element("p", {}, element("b", {}, t("The history")), parts.length ? spanOf(parts) : "", names),
  );
}

/** What stands for messages, by the time of its last one. A message that is quoted beside its summary is a word. */
function partsOf(items) {
  const parts = items.filter(({ stands_for: count }) => count).map(partOf);
  for (const { label, stands_for: count, item: its } of items) {
    if (label !== "Message" || count) continue;
    const within = parts
      .filter((part) => part.kind !== "word" && part.count && part.to >= its.sent_at && !(part.from > its.sent_at))
      .sort(byTime)[0];
    if (!within) continue; // Only a part of it is quoted, and nothing else tells it: it is not shown.
    within.count -= 1;
    parts.push({ kind: "word", from: its.sent_at, to: its.sent_at, count: 1 });
  }
  return parts.sort(byTime);
}

const byTime = (one, other) => one.to.localeCompare(other.to);

/** `from` is null if the line tells earlier summaries as well, whose times it does not have. */
function partOf({ label, stands_for: count, item: its }) {
  if (label === "Message") return { kind: "word", from: its.sent_at, to: its.sent_at, count };
  if (label !== "Summary") return { kind: "summarised", from: null, to: its.valid_from ?? its.updated_at, count };
  const from = count > its.message_count ? null : its.first_at;
  return { kind: `summarised deep-${Math.min(its.level, 3)}`, from, to: its.last_at, count };
}

function wordsOf({ kind, from, to, count }) {
  if (kind === "word" && count === 1) return `${day(to)}: ${t("word for word")}`;
  const days = from ? period(from, to) : t("until {day}", { day: day(to) });
  return `${days}: ${counted(count, "1 message", "{n} messages")}`;
}

function spanOf(parts) {
  const last = parts.at(-1).to;
  const first = parts.some(({ from }) => !from) ? null : parts.map(({ from }) => from).sort()[0];
  return first ? period(first, last) : t("until {day}", { day: day(last) });
}
