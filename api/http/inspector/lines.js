// A line of what is known: what it says, since when, from whom and how sure, what it replaced, and what can be done.

import { pickOf } from "./choosing.js";
import { day, element, shortened, told } from "./elements.js";
import { handsMenu } from "./hands.js";
import { itemLink, textOf } from "./item.js";
import { freshAddress } from "./places.js";
import { counted, t } from "./words.js";

const BADGES = {
  disputed: "in dispute",
  superseded: "no longer true",
  closed: "closed",
  withdrawn: "withdrawn",
};

/** A fact as an entry of a list. `subject` is the entity that it stands under, which need not be named again. */
export function factLine(space, fact, subject = null) {
  const isPast = !["current", "disputed"].includes(fact.item.status);
  const who = fact.about.filter(({ id }) => id !== subject);
  return element(
    "li",
    { class: `line ${isPast ? "past" : ""}`, "data-id": fact.id },
    pickOf(fact),
    element(
      "div",
      { class: "says" },
      itemLink(fact.id, fact.item.body),
      element("small", { class: "meta" }, joined(metaOf(fact)), who.length ? [" · ", entitiesOf(who)] : ""),
      evidenceOf(fact),
      beforeOf(fact),
    ),
    handsMenu(space, fact),
  );
}

/** The words of a fact about itself: since when, from whom, how sure. */
export function metaOf({ label, item: its, from = [] }) {
  if (label !== "Fact") return [its.updated_at ? day(its.updated_at) : ""].filter(Boolean);
  const said = [...new Set(from.map(({ item: { sender, role } }) => sender || t(role)))];
  return [
    its.valid_from && t(its.kind === "question" ? "asked {day}" : "since {day}", { day: day(its.valid_from) }),
    its.valid_to && t("until {day}", { day: day(its.valid_to) }),
    said.length && t("from {names}", { names: said.join(", ") }),
    !said.length && its.author === "caller" && t("set by hand"),
    said.length && its.author === "caller" && t("corrected by hand"),
    its.author === "rules" && t("found without a model"),
    its.kind === "theory" && t("{n} % sure", { n: Math.round(100 * its.confidence) }),
    its.status !== "current" && element("b", { class: "badge" }, t(BADGES[its.status] ?? its.status)),
    its.reason && its.status !== "current" && told(its.reason),
  ].filter(Boolean);
}

export const joined = (parts) => parts.flatMap((part, place) => (place ? [" · ", part] : [part]));

const entitiesOf = (entities) =>
  entities.flatMap(({ id, item: its }, place) => [
    place ? ", " : "",
    element("a", { href: freshAddress({ part: "memory", at: id }), class: "told", dir: "auto" }, its.name),
  ]);

function evidenceOf({ evidence = [] }) {
  if (!evidence.length) return null;
  const rows = evidence.map(({ fact, isFor }) =>
    element(
      "li",
      {},
      element("span", { class: isFor ? "for" : "against" }, t(isFor ? "for it" : "against it")),
      " ",
      itemLink(fact.id, fact.item.body),
    ),
  );
  return element("ul", { class: "evidence" }, rows);
}

/** What a fact has replaced, folded under it. */
function beforeOf({ before = [] }) {
  if (!before.length) return null;
  const rows = before.map((old) =>
    element(
      "li",
      { class: "past" },
      itemLink(old.id, old.item.body),
      element("small", { class: "meta" }, joined(metaOf(old))),
    ),
  );
  return element(
    "details",
    { class: "before" },
    element("summary", {}, counted(before.length, "1 statement before", "{n} statements before")),
    element("ul", {}, rows),
  );
}

/** Any other item as an entry of a list: a summary, a message, a significant memory. */
export function otherLine(space, found) {
  const { label, item: its } = found;
  const time = its.sent_at ?? its.first_at ?? its.updated_at;
  const kind = label === "Message" ? its.sender || t(its.role) : t(label);
  return element(
    "li",
    { class: "line", "data-id": found.id },
    element(
      "div",
      { class: "says" },
      itemLink(found.id, label === "Message" ? its.body : shortened(textOf(found), 400)),
      element("small", { class: "meta" }, joined([kind, time ? day(time) : ""].filter(Boolean))),
    ),
    handsMenu(space, found),
  );
}
