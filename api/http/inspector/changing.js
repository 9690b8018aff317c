// Sends changes, so that nobody overwrites what somebody else has changed meanwhile, and offers to undo them.

import { ask, forgetItems, inSpace, Refusal } from "./asking.js";
import { button, element } from "./elements.js";
import { textOf } from "./item.js";
import { t } from "./words.js";

const SHOWN_MS = 12_000;
const SEEN = ["body", "status", "kind", "importance", "salience", "valid_from", "valid_to", "name", "type", "aliases"];

/** Changes an item that was seen in this version. Raises Refusal if what it says has changed since. */
export async function changeItem(space, thing, method, path, body) {
  const send = (version) => ask(inSpace(space, path), {}, { ...body, version }, method);
  try {
    return await send(thing.version);
  } catch (error) {
    if (error.status !== 409 || !/is version \d+, expected/.test(error.message)) throw error;
    const { items } = await ask(inSpace(space, "/items"), { id: thing.id });
    // A vector or a verdict makes a new version, too: only what people see counts.
    if (items.length && seenIn(items[0]) === seenIn(thing)) return send(items[0].version);
    const now = items.length ? textOf(items[0]) : t("it is gone");
    throw new Refusal(409, t("Somebody has changed it meanwhile: {now}. Close this, and look again.", { now }));
  }
}

/** Changes an item as `changeItem` does, and says so. */
export async function changeAndTell(space, thing, method, path, body, words) {
  const { changes } = await changeItem(space, thing, method, path, body);
  told(space, words, changes);
}

const seenIn = ({ item: its }) => JSON.stringify(SEEN.map((name) => its[name] ?? null));

/** Says what was done, with a button that undoes it, and shows the page as it is now. */
export function told(space, words, changes) {
  const place = document.getElementById("told");
  const undo = button(t("Undo"), async () => {
    undo.disabled = true;
    try {
      await undoAll(space, changes);
      show(place, t("Undone."));
    } catch (error) {
      show(place, error.message);
    }
    renew();
  });
  show(place, changes.length ? words : t("Nothing to change: it is so already."), changes.length ? undo : null);
  renew();
}

/** Undoes changes, the last one first. The undos are changes as well. */
export async function undoAll(space, changes, why = "") {
  const undos = [];
  for (const { id } of changes.toReversed()) {
    undos.push(await ask(inSpace(space, `/changes/${encodeURIComponent(id)}/undo`), {}, { why }));
  }
  return undos;
}

let timer = null;

function show(place, words, undo = null) {
  clearTimeout(timer);
  place.replaceChildren(element("span", {}, words), undo ?? "");
  place.hidden = false;
  timer = setTimeout(() => {
    place.hidden = true;
  }, SHOWN_MS);
}

/** Something has changed: what is shown is read again. */
export function renew() {
  forgetItems();
  document.dispatchEvent(new Event("renew"));
}
