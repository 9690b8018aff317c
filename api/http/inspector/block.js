// The block of a turn: its text as sent, and beside each entry the reason why it is there.

import { ask, inSpace, item } from "./asking.js";
import { bar, button, element, note, paged, plural, problem, shortened, table, told, when } from "./elements.js";
import { itemLink, itemText, textOf } from "./item.js";
import { addressOf } from "./places.js";

const TERMS = {
  text: ["words", "shares words with the question"], around: ["words", "the lines around it share words with it"],
  asked: ["words", "the line before it asks the same"], vector: ["meaning", "means something similar"],
  beside: ["meaning", "a line beside it means something similar"], graph: ["names", "close by in the graph"],
  named: ["names", "about, by or with somebody who is named"], sought: ["names", "has a name or a day, which is asked for"],
  time: ["time", "fits the time that is asked for"], recency: ["time", "is recent"], importance: ["nature", "matters"],
  salience: ["nature", "is emotional"], usefulness: ["nature", "was useful before, or was not"],
  shown: ["nature", "was in the block before"], role: ["nature", "who says it"], kind: ["nature", "what kind of item it is"],
};
const HISTORY = ["summaries", "recent messages"], ALWAYS = "key info";  // sections that do not answer the question
const COLOURS = { words: "words", meaning: "meaning", names: "names and graph", time: "time", nature: "what it is" };

export async function showBlock(section, { space, at }) {
  const question = element("textarea", { rows: 2, required: true, maxlength: 4000, id: "question", placeholder: "What would the user ask?" });
  const budget = element("input", { type: "number", min: 64, max: 100000, placeholder: "as set" });
  const result = element("div", { class: "result" });
  const form = element("form", { submit: asked },
    element("label", {}, "Ask without recording", question),
    element("label", { class: "short" }, "Budget in tokens", budget), element("button", {}, "Show the block"));
  const list = element("ol", { class: "blocks" });
  section.append(element("aside", {}, form, element("h2", {}, "Recent blocks"), list), result);

  async function asked(event) {
    event.preventDefault();
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const body = { query: question.value, record: false, ...(budget.value ? { budget_tokens: Number(budget.value) } : {}) };
    await into(result, () => ask(inSpace(space, "/turns"), {}, body), question.value);
  }

  async function into(place, read, words) {
    place.replaceChildren(note("Reading …"));
    try {
      const [turn, { weights }] = await Promise.all([read(), ask(inSpace(space, "/weights"))]);
      const query = words ?? (turn.query ? await item(space, turn.query).then(textOf, () => null) : null);
      place.replaceChildren(...await explained(space, turn, weights, query));
    } catch (error) {
      place.replaceChildren(problem(error));
    }
  }

  let newest = null;
  await paged(list, async (cursor) => {
    const page = await ask(inSpace(space, "/blocks"), { limit: 10, cursor });
    newest ??= page.blocks[0]?.id ?? null;
    if (!newest) list.append(element("li", {}, "None is recorded yet. Ask something above."));
    return { rows: page.blocks.map(blockRow), next: page.next_cursor };
  }, "Earlier blocks");
  if (at ?? newest) await into(result, () => ask(inSpace(space, `/blocks/${encodeURIComponent(at ?? newest)}`)));

  function blockRow({ id, query, created_at, tokens }) {
    const words = element("span", { class: "told", dir: "auto" }, id);
    if (query) item(space, query).then((found) => words.replaceChildren(shortened(textOf(found), 80)), () => {});
    const open = element("a", { href: addressOf({ at: id }), "aria-current": id === (at ?? newest) ? "true" : null }, words);
    return element("li", {}, open, element("small", {}, when(created_at), ` · ${tokens} tokens`));
  }
}

async function explained(space, turn, weights, query) {
  const { block, items } = turn;
  const texts = await Promise.all(items.map(({ id }) => item(space, id).then((found) => [id, found.item.body ?? textOf(found)], () => [id, ""])));
  const rows = laidOut(block.text, items, new Map(texts));
  const top = Math.max(...items.map(({ score }) => score), ...(turn.near_misses ?? []).map(({ score }) => score), 0.01);
  return [
    element("h2", {}, query ? [told(query)] : "A block without a question"),
    element("p", { class: "why", role: "status" }, ...inShort(turn, rows)),
    sharesOf(items),
    element("p", { class: "legend" }, "Score: ", Object.entries(COLOURS).map(([kind, words]) => element("span", { class: kind }, words)),
      navigator.clipboard && button("Copy the block", (event) => navigator.clipboard.writeText(block.text).then(() => (event.target.textContent = "Copied")))),
    element("div", { class: "rows" }, element("h3", {}, "The block, as sent"), element("h3", {}, "Why it is there"),
      rows.map((row) => [
        element("div", { class: row.kind, dir: "auto" }, row.text),
        row.item ? reasonOf(space, row.item, weights, top) : element("div"),
      ])),
    element("h3", {}, `Nearly shown: ${turn.near_misses?.length ?? 0}`),
    turn.near_misses?.length ? missesOf(space, turn.near_misses, weights, top)
      : note("Nothing is noted. Near misses of recorded blocks are kept for two days."),
  ];
}

/** The answer to "why does it show this?" in two sentences. */
function inShort({ block, items, near_misses: misses }, rows) {
  const count = (isCounted) => items.filter(isCounted).length;
  const always = count(({ section }) => section === ALWAYS), history = count(({ section }) => HISTORY.includes(section));
  const best = rows.filter(({ item: its }) => its && its.section !== ALWAYS && its.score > 0).sort((one, other) => one.item.rank - other.item.rank)[0];
  return [
    `${plural(items.length, "item")} in ${block.tokens.toLocaleString("en")} of ${block.budget_tokens.toLocaleString("en")} tokens: `,
    element("b", {}, `${items.length - history - always} for the question, ${history} for the history${always ? ", and key info, which is always there" : ""}`),
    block.left_out_count ? `; ${plural(block.left_out_count, "earlier message")} had no room. ` : "; the history is told in full. ",
    best ? ["The best one is ", element("q", {}, told(shortened(best.text.replace(/^- /, ""), 90))), `: ${best.item.reason}. `] : "",
    misses?.length ? `${misses.length} more nearly came in.` : "",
  ].flat();
}

function sharesOf(items) {
  const sections = Map.groupBy(items, ({ section }) => section);
  const total = items.reduce((sum, { tokens }) => sum + tokens, 0) || 1;
  const shares = [...sections].map(([section, its]) => [section, its.length, its.reduce((sum, { tokens }) => sum + tokens, 0)]);
  const pieces = shares.map(([section, , tokens], place) => [tokens / total, `part-${place % 6}`, `${section}: ${tokens} tokens`]);
  return element("div", { class: "shares" }, bar(pieces, "How the tokens are shared"), element("p", {}, shares.map(([section, count, tokens], place) =>
    element("span", { class: `part-${place % 6}` }, `${section}: ${count}, ${tokens} tokens`))));
}

function reasonOf(space, shown, weights, top) {
  const verdict = shown.verdict ? element("strong", {}, `; judged ${shown.verdict}`) : null;
  const matched = Object.keys(shown.terms).length;
  return element("details", { class: "reason" },
    element("summary", {}, element("b", {}, matched ? `#${shown.rank}` : "–"), scoreBar(shown, weights, top),
      element("span", {}, shown.reason, verdict)),
    termsOf(shown, weights), element("p", {}, itemLink(shown.id, `${shown.label} ${shown.id}: source, times, history`)));
}

const parts = ({ terms }, weights) =>
  Object.entries(terms).map(([name, value]) => [name, value * (weights[name] ?? 0)]).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));

function scoreBar(shown, weights, top) {
  const gained = parts(shown, weights).filter(([, amount]) => amount > 0);
  const sum = gained.reduce((total, [, amount]) => total + amount, 0) || 1;
  const scale = Math.max(0, shown.score) / top / sum;
  const pieces = gained.map(([name, amount]) => [amount * scale, TERMS[name]?.[0] ?? "nature", `${TERMS[name]?.[1] ?? name}: ${amount.toFixed(2)}`]);
  return element("span", { class: "score" }, ...(pieces.length ? [bar(pieces, `score ${shown.score.toFixed(2)}`), shown.score.toFixed(2)] : []),
    shown.tokens ? element("small", {}, `${shown.tokens} tokens${shown.chance ? `, useful at ${Math.round(100 * shown.chance)} %` : ""}`) : "");
}

function termsOf(shown, weights) {
  const found = parts(shown, weights);
  if (!found.length) return note("It has no score: it is shown whatever is asked.");
  const most = Math.max(...found.map(([, amount]) => Math.abs(amount)), 0.01);
  return table(["Term", "What it says", "Adds", ""], found.map(([name, amount]) => [
    element("code", {}, name), TERMS[name]?.[1] ?? "", amount.toFixed(2),
    bar([[Math.abs(amount) / most, amount < 0 ? "minus" : TERMS[name]?.[0] ?? "nature", amount.toFixed(2)]], amount.toFixed(2)),
  ]), `Score ${shown.score.toFixed(2)}, term by term`);
}

function missesOf(space, misses, weights, top) {
  return element("div", { class: "rows" }, misses.map((miss) => [
    element("div", { class: "entry" }, `${miss.label}: `, itemText(space, miss.id)),
    element("details", { class: "reason" }, element("summary", {}, element("b", {}, "–"), scoreBar(miss, weights, top), element("span", {}, miss.reason)), termsOf(miss, weights)),
  ]));
}

/** The block line by line, each entry with its item. A line that the item itself has goes on with its entry. */
function laidOut(text, items, texts) {
  const groups = [...Map.groupBy(items, ({ section }) => section).values()];
  const rows = [];
  let left = [], isHeaded = false, current = null;
  for (const line of text.trimEnd().split("\n")) {
    const starts = [line.trim(), line.replace(/^- /, "").trim()].filter(Boolean).map((start) => start.slice(0, 30));
    if (current && starts.some((start) => texts.get(current.item.id).includes(start))) {
      if (rows.at(-1) === current) current.text += `\n${line}`;
      else rows.push({ kind: "line", text: line });
      continue;
    }
    if (isHeaded && line.startsWith("- ")) left = [...(groups.shift() ?? [])];
    isHeaded = line.startsWith("## ") || (isHeaded && !line.startsWith("- "));
    const found = line.startsWith("- ") ? left.shift() : undefined;
    rows.push({ kind: found ? "entry" : line.startsWith("## ") ? "heading" : "line", text: line, item: found });
    if (found || isHeaded) current = found ? rows.at(-1) : null;
  }
  return rows;
}
