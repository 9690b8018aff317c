// How a block covers the history: a bar over time, as wide as there are messages.

import { bar, day, element, period } from "./elements.js";
import { counted, t } from "./words.js";

const HISTORY = ["summaries", "recent messages"]; // the sections that stand for the history

/** The bar; nothing if the block has no history. */
export function coverOf({ items, block }, known) {
  const parts = items
    .filter(({ section, id }) => HISTORY.includes(section) && known.has(id))
    .map(({ id }) => partOf(known.get(id)))
    .sort((one, other) => one.from.localeCompare(other.from));
  const left = block.left_out_count;
  const total = parts.reduce((sum, { count }) => sum + count, left);
  if (!total) return null;
  const pieces = parts.map(({ kind, count, words }) => [count / total, kind, words]);
  if (left) pieces.unshift([left / total, "left", t("not shown: {n}", { n: left })]);
  const sums = ["summarised", "word"].map((kind) => {
    const its = parts.filter((part) => part.kind.startsWith(kind));
    return [kind, its.reduce((sum, { count }) => sum + count, 0)];
  });
  const names = [
    element("span", { class: "summarised" }, t("summarised: {n}", { n: sums[0][1] })),
    element("span", { class: "word" }, t("word for word: {n}", { n: sums[1][1] })),
    left ? element("span", { class: "left" }, t("not shown: {n}", { n: left })) : "",
  ];
  const from = parts[0] ? `${day(parts[0].from)} – ${day(parts.at(-1).to)}` : "";
  return element(
    "div",
    { class: "shares cover" },
    bar(pieces, t("How the history is covered, oldest first")),
    element("p", {}, element("b", {}, t("The history")), from, names),
  );
}

function partOf({ label, item: its }) {
  if (label === "Summary") {
    const { first_at: from, last_at: to, message_count: count, level } = its;
    const messages = counted(count, "1 message", "{n} messages");
    return {
      kind: `summarised deep-${Math.min(level, 3)}`,
      from,
      to,
      count,
      words: `${period(from, to)}: ${messages}`,
    };
  }
  const { sent_at: time } = its;
  return { kind: "word", from: time, to: time, count: 1, words: `${day(time)}: ${t("word for word")}` };
}
