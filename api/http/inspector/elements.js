// Makes elements. Text of a space is only ever added as text, so that nothing in it is read as HTML.

import { language, t } from "./words.js";

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** A text of the space: its own direction, so that it turns nothing around it. */
export const told = (text, name = "span") => element(name, { class: "told", dir: "auto" }, text);

export const button = (text, click, attributes = {}) =>
  element("button", { type: "button", click, ...attributes }, text);

export const note = (...words) => element("p", { class: "note" }, ...words);

export const problem = (error) => element("p", { class: "problem", role: "alert" }, error.message);

const latest = new WeakMap();

/** Shows in a place what is read for it, or why it cannot be read, unless something else was asked there meanwhile. */
export async function showLatest(place, read) {
  const asked = Symbol("asked");
  latest.set(place, asked);
  const parts = await read().catch((error) => [problem(error)]);
  if (latest.get(place) === asked) place.replaceChildren(...parts);
}

export const numbered = (count) => count.toLocaleString(language());

export function shortened(text, length) {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : letters.join("");
}

const formats = new Map();

function formatted(time, style) {
  const locale = language() === "en" ? "en-GB" : language();
  const key = JSON.stringify([locale, style]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }));
  return formats.get(key).format(new Date(time));
}

export const day = (time) => formatted(time, { dateStyle: "medium" });

export const weekday = (time) => formatted(time, { dateStyle: "full" });

export const hour = (time) => formatted(time, { timeStyle: "short" });

/** A time as a person reads it, in UTC. */
export const when = (time) =>
  element(
    "time",
    { datetime: time, title: `${time} (UTC)` },
    formatted(time, { dateStyle: "medium", timeStyle: "short" }),
  );

export const period = (from, to) => (day(from) === day(to) ? day(from) : `${day(from)} – ${day(to)}`);

export function table(headings, rows, caption) {
  const head = element(
    "tr",
    {},
    headings.map((heading) => element("th", { scope: "col" }, heading)),
  );
  return element(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, head),
      element("tbody", {}, rows.map(tableRow)),
    ),
  );
}

export function tableRow(cells) {
  return element(
    "tr",
    {},
    cells.map((cell) => element("td", {}, cell ?? "")),
  );
}

/**
 * A list that loads page after page: `read(cursor)` gives `{rows, next}`; `place` gets the rows.
 * Raises what the first `read` raises; what a later one raises is shown.
 */
export async function paged(place, read, words = t("Show more")) {
  let cursor;
  const more = button(words, () => load().catch((error) => more.before(problem(error))));

  async function load() {
    more.disabled = true;
    try {
      const { rows, next } = await read(cursor);
      place.append(...rows);
      cursor = next;
      more.hidden = !next;
    } finally {
      more.disabled = false;
    }
  }

  (place.closest(".scrolls") ?? place).after(more);
  await load();
}

/** Bars of these widths beside each other, from `[share of 1, class, title]`. */
export function bar(pieces, label) {
  let at = 0;
  const made = pieces.map(([share, kind, title]) => {
    const width = Math.max(0, share) * 100;
    const rect = drawn("rect", { x: at, y: 0, width, height: 8, class: kind }, drawn("title", {}, title));
    at += width;
    return rect;
  });
  const look = { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": label };
  return drawn("svg", look, made);
}
