// Why an item is in a block or not: its score as a bar, the reason in words, and the terms of the score.

import { bar, element, note, table } from "./elements.js";
import { itemLink, named } from "./item.js";
import { counted, t } from "./words.js";

/** The terms of a score, each with its colour and what it says of the item. */
const TERMS = {
  text: ["words", "has words like the question's"],
  around: ["words", "the lines around it share words with it"],
  asked: ["words", "the line before it asks the same"],
  vector: ["meaning", "means something similar"],
  beside: ["meaning", "a line beside it means something similar"],
  graph: ["names-of", "close by in the graph"],
  named: ["names-of", "about, by or with somebody who is named"],
  sought: ["names-of", "has a name or a day, which is asked for"],
  time: ["time-of", "fits the time that is asked for"],
  recency: ["time-of", "is recent"],
  importance: ["nature", "matters"],
  salience: ["nature", "is emotional"],
  usefulness: ["nature", "was useful before, or was not"],
  shown: ["nature", "was in the block before"],
  role: ["nature", "who says it"],
  kind: ["nature", "what kind of item it is"],
};

const COLOURS = {
  words: "words",
  meaning: "meaning",
  "names-of": "names and graph",
  "time-of": "time",
  nature: "what it is",
};

const ID = /\b[a-z]\d{8}\b/g;

const colourOf = (term) => TERMS[term]?.[0] ?? "nature";
const wordsOf = (term) => (TERMS[term] ? t(TERMS[term][1]) : "");

export function legend() {
  const colours = Object.entries(COLOURS).map(([kind, words]) => element("span", { class: kind }, t(words)));
  return element("p", { class: "legend" }, t("What a score is made of:"), colours);
}

/** How scores are drawn: with the weights of the space, and so that the highest score fills the bar. */
export function scaleOf(scored, weights) {
  return { weights, top: Math.max(...scored.map(({ score }) => score), 0.01) };
}

/** The reason of an item in a block or of a near miss, which opens to the terms of its score. */
export function reasonOf(item, scale) {
  const rank = item.rank && Object.keys(item.terms).length ? `#${item.rank}` : "–";
  const verdict = item.verdict
    ? element("strong", {}, " ", t("It was judged {verdict}.", { verdict: t(item.verdict) }))
    : null;
  const link = itemLink(item.id, t("{what}: source, times, history", { what: named(item.label) }));
  const others = (item.reason.match(ID) ?? []).map((id) => [" · ", itemLink(id, id)]);
  return element(
    "details",
    { class: "reason" },
    element(
      "summary",
      {},
      element("b", {}, rank),
      element("span", { class: "score" }, scoreOf(item, scale), tokensOf(item)),
      element("span", { class: "words-of" }, item.reason, verdict),
    ),
    termsOf(item, scale.weights),
    element("p", {}, link, others),
  );
}

function scoreOf(item, { weights, top }) {
  const gained = partsOf(item, weights).filter(([, amount]) => amount > 0);
  if (!gained.length) return [];
  const sum = gained.reduce((total, [, amount]) => total + amount, 0);
  const width = Math.max(0, item.score) / top / sum;
  const pieces = gained.map(([name, amount]) => {
    return [amount * width, colourOf(name), `${wordsOf(name) || name}: ${amount.toFixed(2)}`];
  });
  const score = item.score.toFixed(2);
  return [bar(pieces, t("score {n}", { n: score })), score];
}

function tokensOf({ tokens }) {
  return tokens ? element("small", {}, counted(tokens, "1 token", "{n} tokens")) : null;
}

/** What each term adds to the score, as `[name, amount]`, the greatest first. */
function partsOf({ terms }, weights) {
  return Object.entries(terms)
    .map(([name, value]) => [name, value * (weights[name] ?? 0)])
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
}

function termsOf(item, weights) {
  const parts = partsOf(item, weights);
  if (!parts.length) return note(t("It has no score: it is shown whatever is asked."));
  const most = Math.max(...parts.map(([, amount]) => Math.abs(amount)), 0.01);
  const rows = parts.map(([name, amount]) => {
    const kind = amount < 0 ? "minus" : colourOf(name);
    const words = amount.toFixed(2);
    const drawn = bar([[Math.abs(amount) / most, kind, words]], words);
    return [element("code", {}, name), wordsOf(name), element("span", { class: "used" }, words, drawn)];
  });
  return table(
    [t("Term"), t("What it says"), t("Adds")],
    rows,
    t("Score {n}, term by term", { n: item.score.toFixed(2) }),
  );
}
