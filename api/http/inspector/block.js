// The block of a turn: its text as sent, and beside each entry the reason why it is there.

import { ask, inSpace, itemsOf } from "./asking.js";
import { coverOf } from "./block_cover.js";
import { comparing } from "./block_difference.js";
import { linesOf } from "./block_lines.js";
import { bar, button, element, note, numbered, paged, problem, shortened, showLatest, told, when } from "./elements.js";
import { itemLink, named, textOf } from "./item.js";
import { freshAddress, note as noted, place } from "./places.js";
import { legend, reasonOf, scaleOf } from "./scores.js";
import { counted, t } from "./words.js";

const HISTORY = ["summaries", "recent messages"]; // sections that do not answer the question
const ALWAYS = "key info"; // a section that is the same whatever is asked
const SHADES = 6; // of the bar of sections, in the style
const FOUND_MAX = 10;

export async function show(section, { space, at }) {
  const list = element("ol", { class: "blocks" });
  const result = element("div", { class: "result" });
  const form = questionForm((body) => {
    noted({ q: body.query, at: null });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    return showIn(result, space, () => ask(inSpace(space, "/turns"), {}, body), body.query);
  });
  section.append(element("aside", {}, form, element("h2", {}, t("Recent blocks")), list), result);

  const { q } = place();
  let opened = q ? "" : at;
  await paged(
    list,
    async (cursor) => {
      const { blocks, next_cursor: next } = await ask(inSpace(space, "/blocks"), { limit: 10, cursor });
      opened ??= blocks[0]?.id;
      if (!blocks.length) return { rows: [element("li", {}, t("None is recorded yet. Ask something above."))], next };
      const asked = await itemsOf(
        space,
        blocks.map(({ query }) => query),
      );
      return { rows: blocks.map((block) => blockRow(block, block.question || asked.get(block.query), opened)), next };
    },
    t("Earlier blocks"),
  );
  if (result.childElementCount) return; // Somebody has asked meanwhile.
  const hint = t("Ask something, and see the block that the assistant would get, with the reason for each line.");
  if (!q && !opened) result.append(note(hint));
  else if (q) form.requestSubmit();
  else await showIn(result, space, () => ask(inSpace(space, `/blocks/${encodeURIComponent(opened)}`)));
}

function questionForm(send) {
  const question = element("textarea", {
    rows: 2,
    required: true,
    maxlength: 4000,
    id: "question",
    placeholder: t("What would the user ask?"),
    keydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      event.target.form.requestSubmit();
    },
  });
  question.value = place().q ?? "";
  const budget = element("input", { type: "number", min: 64, max: 100000, placeholder: t("the usual one") });
  const submit = async (event) => {
    event.preventDefault();
    const body = { query: question.value, record: false };
    if (budget.value) body.budget_tokens = Number(budget.value);
    shown.disabled = true;
    await send(body);
    shown.disabled = false;
  };
  const shown = element("button", { class: "main" }, t("Show the block"));
  return element(
    "form",
    { submit },
    element("label", { class: "field" }, t("Ask without recording"), question),
    element("label", { class: "field" }, t("Budget in tokens"), budget),
    shown,
  );
}

function blockRow({ id, created_at, tokens }, asked, opened) {
  const words = asked ? shortened(asked.label ? textOf(asked) : asked, 80) : t("Without a question");
  const isOpen = id === opened ? "true" : null;
  const link = element("a", { href: freshAddress({ at: id }), "aria-current": isOpen }, told(words));
  return element(
    "li",
    {},
    link,
    element("small", {}, when(created_at), ` · ${counted(tokens, "1 token", "{n} tokens")}`),
  );
}

async function showIn(place, space, read, question = null) {
  place.replaceChildren(note(t("Reading …")));
  await showLatest(place, async () => {
    const [turn, { weights }] = await Promise.all([read(), ask(inSpace(space, "/weights"))]);
    const misses = turn.near_misses ?? [];
    const { query } = turn.block;
    const items = await itemsOf(space, [query, ...turn.items.map(({ id }) => id), ...misses.map(({ id }) => id)]);
    const asked = question ?? turn.block.question ?? (items.has(query) ? textOf(items.get(query)) : null);
    const scale = scaleOf([...turn.items, ...misses], weights);
    return explained(space, { ...turn, misses }, items, { asked, scale });
  });
}

function explained(space, turn, items, { asked, scale }) {
  const texts = turn.items.map(({ id }) => [
    id,
    items.has(id) ? (items.get(id).item.body ?? textOf(items.get(id))) : "",
  ]);
  const lines = linesOf(turn.block.text, turn.items, new Map(texts));
  return [
    element("h2", {}, asked ? told(asked) : t("A block without a question")),
    element("p", { class: "why", role: "status" }, inShort(turn, lines)),
    sharesOf(turn.items),
    coverOf(turn, items),
    comparing(space, turn, asked),
    element(
      "div",
      { class: "rows" },
      element("div", { class: "titled" }, element("h3", {}, t("The block, as sent")), copyButton(turn.block.text)),
      element("div", {}, element("h3", {}, t("Why it is there")), legend()),
      lines.map(({ kind, text, item }) => [
        element("div", { class: kind, dir: "auto" }, text),
        item ? reasonOf(item, scale) : element("div"),
      ]),
    ),
    element("h3", { id: "misses" }, t("Nearly shown: {n}", { n: turn.misses.length })),
    missesOf(turn.misses, items, scale),
    element("h3", {}, t("Why is something else not there?")),
    lookUp(space, turn, scale),
  ];
}

/** The answer to "why does it show this?" in a few sentences. */
function inShort({ block, items, misses }, lines) {
  const always = items.filter(({ section }) => section === ALWAYS).length;
  const history = items.filter(({ section }) => HISTORY.includes(section)).length;
  const fitting = lines.filter(({ item }) => item && item.section !== ALWAYS && item.score > 0);
  const best = fitting.sort((one, other) => one.item.rank - other.item.rank)[0];
  const counts = [
    t("{n} for the question", { n: items.length - history - always }),
    t("{n} for the history", { n: history }),
    ...(always ? [t("{n} of key info, which is always there", { n: always })] : []),
  ];
  const used = t("{used} of {most} tokens", { used: numbered(block.tokens), most: numbered(block.budget_tokens) });
  const leftOut = block.left_out_count
    ? counted(
        block.left_out_count,
        "Of the history, 1 earlier message had no room.",
        "Of the history, {n} earlier messages had no room.",
      )
    : t("All of the history is shown or summarised.");
  const quote = best && element("q", {}, told(shortened(best.text.replace(/^- /, ""), 90)));
  return [
    `${counted(items.length, "1 item", "{n} items")}, ${used}: `,
    element("b", {}, counts.join(", ")),
    `. ${leftOut} `,
    ...(best ? [t("What fits the question best:"), " ", quote, `, ${best.item.reason}. `] : []),
    misses.length
      ? button(counted(misses.length, "1 item nearly came in.", "{n} items nearly came in."), showMisses, {
          class: "link",
        })
      : "",
  ];
}

const showMisses = () => document.getElementById("misses").scrollIntoView({ block: "start" });

function sharesOf(items) {
  const sections = [...Map.groupBy(items, ({ section }) => section)].map(([section, its], place) => ({
    kind: `shade-${place % SHADES}`,
    tokens: sumOf(its),
    words: `${t(section)}: ${its.length}, ${counted(sumOf(its), "1 token", "{n} tokens")}`,
  }));
  const total = sumOf(items) || 1;
  const pieces = sections.map(({ kind, tokens, words }) => [tokens / total, kind, words]);
  const names = sections.map(({ kind, words }) => element("span", { class: kind }, words));
  return element("div", { class: "shares" }, bar(pieces, t("How the tokens are shared")), element("p", {}, names));
}

const sumOf = (items) => items.reduce((sum, { tokens }) => sum + tokens, 0);

function copyButton(text) {
  if (!navigator.clipboard) return "";
  const copy = async ({ target }) => {
    await navigator.clipboard.writeText(text);
    target.textContent = t("Copied");
  };
  return button(t("Copy the block"), copy);
}

function missesOf(misses, items, scale) {
  if (!misses.length) return note(t("None is noted. Those of recorded blocks are kept for two days."));
  const rows = misses.map((miss) => {
    const text = items.has(miss.id) ? textOf(items.get(miss.id)) : miss.id;
    return [itemRow(miss, text), reasonOf(miss, scale)];
  });
  return element("div", { class: "rows" }, rows);
}

/** A search that says of each hit whether it is in the block. */
function lookUp(space, turn, scale) {
  const words = element("input", { type: "search", required: true, maxlength: 400, "aria-label": t("Words of it") });
  const hits = element("div", { class: "rows", role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const { items } = await ask(inSpace(space, "/search"), { q: words.value, limit: FOUND_MAX });
      const rows = items.map((item) => hitRow(item, turn, scale));
      hits.replaceChildren(...(rows.length ? rows.flat() : [note(t("Nothing like it is known."))]));
    } catch (error) {
      hits.replaceChildren(problem(error));
    }
  };
  const form = element("form", { role: "search", submit }, words, " ", element("button", {}, t("Look for it")));
  return element("div", {}, form, hits);
}

function hitRow(hit, { items, misses }, scale) {
  const entry = itemRow(hit, textOf(hit));
  const shown = items.find(({ id }) => id === hit.id);
  const scored = shown ?? misses.find(({ id }) => id === hit.id);
  if (!scored) return [entry, note(t(misses.length ? "Not in the block, and not near it." : "Not in the block."))];
  const words = t(shown ? "In the block." : "Nearly shown.");
  return [entry, element("div", {}, note(words), reasonOf(scored, scale))];
}

function itemRow({ id, label }, text) {
  return element("div", { class: "entry" }, `${named(label)}: `, itemLink(id, shortened(text, 200)));
}
