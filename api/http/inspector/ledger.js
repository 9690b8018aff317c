// What models have cost: by purpose, by day, against the ceilings, and call by call.

import { ask, inSpace } from "./asking.js";
import { day, drawn, element, numbered, paged, table, tableRow, told, when } from "./elements.js";
import { counted, t } from "./words.js";

const ALMOST = 0.8; // of a ceiling
const CALLS = 50; // of a page
const DAYS_MAX = 60;
const PAGES_MAX = 10; // of calls that are read for the days
const HEIGHT = 60;

export async function ledgerShown(space) {
  const cost = await ask(inSpace(space, "/cost"));
  const days = element("div");
  const calls = table(
    [
      t("When"),
      t("Purpose"),
      t("Model"),
      t("Outcome"),
      t("Tokens in"),
      t("Tokens out"),
      t("Cost"),
      t("Took"),
      t("Error"),
    ],
    [],
    t("Newest first"),
  );
  const list = element(
    "details",
    { toggle: () => fillCalls(space, calls) },
    element("summary", {}, t("Every call")),
    calls,
  );
  if (cost.calls) dayBars(space).then((shown) => days.append(shown));
  return [
    element("p", { class: "why" }, costInWords(cost)),
    cost.calls ? [costTable(cost.lines), days] : null,
    element("h3", {}, t("Ceilings of the current hour")),
    ceilingsOf(cost),
    cost.calls ? list : null,
  ].flat();
}

function fillCalls(space, calls) {
  if (calls.querySelector("tbody tr")) return;
  paged(
    calls.querySelector("tbody"),
    async (cursor) => {
      const page = await ask(inSpace(space, "/calls"), { limit: CALLS, cursor });
      return { rows: page.calls.map(callRow), next: page.next_cursor };
    },
    t("Earlier calls"),
  );
}

/** A bar for each day with calls: what it cost or, where no price is known, its tokens. */
async function dayBars(space) {
  const days = new Map();
  let cursor;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { calls, next_cursor: next } = await ask(inSpace(space, "/calls"), { limit: 200, cursor });
    for (const { created_at: time, cost, tokens_in: read, tokens_out: written } of calls) {
      const key = time.slice(0, 10);
      const sum = days.get(key) ?? { cost: 0, tokens: 0, calls: 0 };
      days.set(key, { cost: sum.cost + (cost ?? 0), tokens: sum.tokens + read + written, calls: sum.calls + 1 });
    }
    cursor = next;
    if (!cursor || days.size > DAYS_MAX) break;
  }
  const shown = [...days].slice(0, DAYS_MAX).reverse();
  const isPriced = shown.some(([, { cost }]) => cost > 0);
  const amount = (its) => (isPriced ? its.cost : its.tokens);
  const most = Math.max(...shown.map(([, its]) => amount(its)), 1e-9);
  const dearest = shown.find(([, its]) => amount(its) === most);
  const told = ([date, its]) => {
    const amounts = isPriced ? dollars(its.cost) : counted(its.tokens, "1 token", "{n} tokens");
    return `${day(date)}: ${amounts}, ${counted(its.calls, "1 call", "{n} calls")}`;
  };
  const bars = shown.map((each, place) => {
    const height = Math.max(2, (amount(each[1]) / most) * HEIGHT);
    return drawn(
      "rect",
      { x: place * 14, y: HEIGHT - height, width: 11, height, rx: 2, class: "talk" },
      drawn("title", {}, told(each)),
    );
  });
  return element(
    "div",
    { class: "cost-days" },
    element("p", {}, t("The dearest day: {day}", { day: told(dearest) })),
    drawn(
      "svg",
      { width: shown.length * 14, height: HEIGHT, role: "img", "aria-label": t("What each day has cost") },
      bars,
    ),
    element("p", { class: "note" }, `${day(shown[0][0])} – ${day(shown.at(-1)[0])}`),
  );
}

function dollars(cost) {
  if (cost === null) return t("price unknown");
  return `$${cost.toFixed(cost && cost < 0.01 ? 5 : 2)}`;
}

function costInWords({ calls, messages, calls_per_100_messages: rate, cost }) {
  if (!calls) return t("Nothing: no model was called for this space.");
  const values = {
    calls: counted(calls, "1 call", "{n} calls"),
    messages: counted(messages, "1 message", "{n} messages"),
  };
  return t("{calls} for {messages}, {rate} for 100: {cost}.", {
    ...values,
    rate: rate.toFixed(1),
    cost: dollars(cost),
  });
}

function costTable(lines) {
  const headings = [t("Purpose"), t("Model"), t("Calls"), t("Failed"), t("Tokens in"), t("Tokens out"), t("Cost")];
  const rows = lines.map((line) => [
    t(line.purpose),
    told(line.model),
    numbered(line.calls),
    line.failed || "",
    numbered(line.tokens_in),
    numbered(line.tokens_out),
    dollars(line.cost),
  ]);
  return table(headings, rows, t("By purpose and model"));
}

function ceilingsOf({ hour, hour_of_all: all }) {
  const hours = [[t("This space"), hour]];
  if (all) hours.push([t("All spaces"), all]);
  const rows = hours.map(([name, { calls, calls_max: callsMax, tokens, tokens_max: tokensMax }]) => [
    name,
    usedOf(calls, callsMax),
    usedOf(tokens, tokensMax),
  ]);
  return table([t("Spaces"), t("Calls"), t("Tokens")], rows, t("Work above a ceiling waits for the next hour"));
}

function usedOf(count, most) {
  const words = t("{done} of {total}", { done: numbered(count), total: numbered(most) });
  const look = { min: 0, max: most, high: most * ALMOST, value: count, "aria-label": words };
  return element("span", { class: "used" }, words, element("meter", look));
}

const callRow = (call) =>
  tableRow([
    when(call.created_at),
    t(call.purpose),
    told(call.model),
    t(call.outcome.replaceAll("_", " ")),
    numbered(call.tokens_in),
    numbered(call.tokens_out),
    dollars(call.cost),
    `${(call.duration_ms / 1000).toFixed(1)} s`,
    told(call.error ?? ""),
  ]);
