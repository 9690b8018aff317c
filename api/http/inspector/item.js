// One item: what it says, where it comes from, what was made of it, which blocks showed it, and what changed it.

import { detailOf, itemsOf } from "./asking.js";
import { renew, undoAll } from "./changing.js";
import { button, element, note, numbered, problem, shortened, told, when } from "./elements.js";
import { handsBar } from "./hands.js";
import { marked } from "./marking.js";
import { addressOf } from "./places.js";
import { mayWrite } from "./rights.js";
import { t } from "./words.js";

const SOURCES_MAX = 10;
const TIES_MAX = 12;
const TOLD_MAX = 50; // neighbours of one kind, as many as the service tells

const LABELS = { KeyInfo: "Key info", SignificantMemory: "Significant memory" };

const TIMES = { Message: ["Said"], Summary: ["From", "To"], Conversation: ["From", "To"] };

const SOURCE_KINDS = ["STATED_IN", "EVIDENCE", "SUMMARIZES", "COVERS"]; // from an item to what it was made from

const TIES = {
  "IN out": "in the conversation",
  "IN in": "its messages",
  "SAID_BY out": "said by",
  "SAID_BY in": "said",
  "MENTIONS out": "mentions",
  "MENTIONS in": "mentioned by",
  "TOOK_PART_IN out": "took part in",
  "TOOK_PART_IN in": "took part",
  "ALSO_KNOWN_AS out": "also known as",
  "ABOUT out": "is about",
  "ABOUT in": "what is known about it",
  "STATED_IN out": "said in",
  "STATED_IN in": "what was taken from it",
  "EVIDENCE out": "rests on",
  "EVIDENCE in": "evidence for",
  "PART_OF out": "part of",
  "PART_OF in": "its parts",
  "SUPERSEDED_BY out": "replaced by",
  "SUPERSEDED_BY in": "replaced",
  "SUMMARIZES out": "summarises",
  "SUMMARIZES in": "summarised by",
  "COVERS out": "tells of",
  "COVERS in": "told of by",
  "PRESENTED in": "shown in blocks",
  "ANSWERED_BY out": "answered by",
  "ANSWERED_BY in": "answers",
  "CONTRADICTS out": "contradicts",
  "CONTRADICTS in": "contradicts",
  "BRANCHES_FROM out": "branches from",
  "BRANCHES_FROM in": "branches",
  "HELPED_WITH out": "helped with",
  "HELPED_WITH in": "was helped by",
};

/** A label as people call it. */
export const named = (label) => t(LABELS[label] ?? label);

/** The text of an item, as a person would quote it. */
export function textOf({ label, item: its }) {
  if (label === "KeyInfo") return its.lines.join("\n");
  if (label === "Message") return `${its.sender || its.role}: ${its.body}`;
  if (label === "Conversation")
    return its.title || t("Conversation of {names}", { names: its.participants.join(", ") });
  if (label === "Entity") {
    return its.aliases.length
      ? t("{name} (also {names})", { name: its.name, names: its.aliases.join(", ") })
      : its.name;
  }
  return its.body;
}

export const itemLink = (id, text) => element("a", { href: addressOf({ item: id }), class: "told", dir: "auto" }, text);

export async function showItem(body, { space, item: id }) {
  const found = await detailOf(space, id);
  const { label, item: its, history, neighbours } = found;
  const sources = await itemsOf(space, history.sources.slice(0, SOURCES_MAX));
  const texts = ["brief", "dossier"].filter((name) => its[name]);
  const isEnd = (way) => (each) => each.direction === way && SOURCE_KINDS.includes(each.kind);
  const made = neighbours.filter(isEnd("in"));
  const blocks = neighbours.filter(({ kind, direction }) => kind === "PRESENTED" && direction === "in");
  const rest = neighbours.filter((each) => !isEnd("in")(each) && !isEnd("out")(each) && !blocks.includes(each));
  const parts = [
    [t("Where it comes from"), sourcesOf(found, sources)],
    [t("What was made of it"), made.length ? await itemsList(space, made) : null],
    [t("Blocks that showed it"), blocks.length ? blocksOf(blocks) : null],
    [t("What changed it"), changesOf(space, history.changes)],
    [t("What it is tied to"), tiesOf(rest)],
  ];
  body.replaceChildren(
    element("p", { class: "kind" }, named(label)),
    element("h2", { id: "item-title", class: "text" }, told(shortened(textOf(found), 600))),
    handsBar(space, found),
    ...texts.map((name) => element("p", { class: "text" }, element("b", {}, `${t(name)}: `), told(its[name]))),
    label === "Conversation" || label === "Message" ? conversationLink(found) : "",
    factsOf(found),
    ...parts.filter(([, content]) => content).flatMap(([title, content]) => [element("h3", {}, title), content]),
    element("p", { class: "note" }, element("code", {}, id)),
  );
}

const conversationLink = ({ id, label, item: its }) =>
  element(
    "p",
    {},
    element(
      "a",
      {
        href: addressOf({
          part: "conversations",
          at: label === "Message" ? its.conversation : id,
          message: id,
          item: null,
        }),
      },
      t("Read the conversation"),
    ),
  );

function factsOf({ label, item: its, history }) {
  const rows = [
    [
      t("Kind"),
      [its.kind ?? its.type ?? (its.level && t("level {n}", { n: its.level })), its.status]
        .filter(Boolean)
        .map((word) => t(word))
        .join(", "),
    ],
    [
      t("Written by"),
      its.author && t({ rules: "without a model", model: "by a model", caller: "by hand" }[its.author]),
    ],
    ...timesOf(label, history),
    [t("True from"), its.valid_from && when(its.valid_from)],
    [t("True until"), its.valid_to && when(its.valid_to)],
    [t("Reason"), its.reason && told(its.reason)],
    [t("Speaks of"), its.speaks_of?.length && told(its.speaks_of.join(", "))],
    [t("Takes part"), its.participants?.length && told(its.participants.join(", "))],
    [t("Messages"), its.message_count && numbered(its.message_count)],
    [t("Sure"), its.kind === "theory" && `${Math.round(100 * its.confidence)} %`],
    [t("Matters"), its.importance && t("{n} of 10", { n: its.importance })],
    [t("Feeling"), its.salience && t("{n} of 10", { n: its.salience })],
    [t("Usefulness"), its.usefulness],
    [t("To be rewritten"), its.is_stale && t("something that it tells of has changed since")],
  ];
  return element("dl", {}, rows.filter(([, value]) => value).map(described));
}

/** What an item's two times mean: those of a summary are of the messages that it tells of. */
function timesOf(label, { created_at: first, updated_at: last }) {
  const names = TIMES[label] ?? ["Made", "Changed"];
  const times = first === last ? [first] : [first, last];
  return times.map((time, place) => [t(names[place] ?? names[0]), time && when(time)]);
}

const described = ([name, value]) => [element("dt", {}, name), element("dd", {}, value)];

/** The messages that it was made from, with the words that it shares with them marked. */
function sourcesOf(found, items) {
  const { label, history, neighbours } = found;
  const ids = history.sources;
  if (!ids.length) return label === "Message" ? null : note(t("No message says it."));
  const names = new Map(neighbours.map(({ id, name }) => [id, name]));
  const rows = ids.slice(0, SOURCES_MAX).map((id) => {
    const source = items.get(id);
    if (!source) return element("li", {}, id ? itemLink(id, names.get(id) ?? id) : t("nobody said it"));
    if (source.label !== "Message") return element("li", {}, itemLink(id, shortened(textOf(source), 400)));
    const { sender, role, sent_at: time, body } = source.item;
    const head = element("div", { class: "meta" }, told(sender || t(role)), " · ", itemTime(id, time));
    return element(
      "li",
      { class: "quote" },
      head,
      element("div", { class: "told text", dir: "auto" }, marked(body, textOf(found))),
    );
  });
  return element("ul", { class: "sources" }, rows, restOf(ids, rows));
}

const itemTime = (id, time) => element("a", { href: addressOf({ item: id }) }, when(time));

async function itemsList(space, ends) {
  const items = await itemsOf(
    space,
    ends.slice(0, TIES_MAX).map(({ id }) => id),
  );
  const rows = [...items.values()].map((each) =>
    element("li", {}, element("small", {}, `${named(each.label)}: `), itemLink(each.id, shortened(textOf(each), 200))),
  );
  return element("ul", {}, rows, restOf(ends, rows));
}

function blocksOf(blocks) {
  const rows = blocks.slice(0, TIES_MAX).map(({ id, properties }) => {
    const link = element("a", { href: addressOf({ part: "block", at: id, item: null }) }, t("Block {id}", { id }));
    const verdict = properties.verdict ? ` · ${t(properties.verdict)}` : "";
    return element("li", {}, link, properties.rank ? ` · #${properties.rank}` : "", verdict);
  });
  return element("ul", {}, rows, restOf(blocks, rows));
}

function tiesOf(neighbours) {
  const ties = Map.groupBy(neighbours, ({ kind, direction }) => TIES[`${kind} ${direction}`] ?? kind);
  if (!ties.size) return null;
  const rows = [...ties].map(([words, ends]) => {
    const links = ends.slice(0, TIES_MAX).map((end) => element("li", {}, linkTo(end)));
    return [t(words), element("ul", {}, links, restOf(ends, links))];
  });
  return element("dl", {}, rows.map(described));
}

function restOf(all, shown) {
  const rest = all.length - shown.length;
  if (!rest) return null;
  return element("li", {}, t(all.length >= TOLD_MAX ? "and at least {n} more" : "and {n} more", { n: rest }));
}

function linkTo({ id, label, name }) {
  return label === "Alias" ? told(name) : itemLink(id, name);
}

/** What changed it, newest first, each with who and why, and a button that takes it back. */
function changesOf(space, changes) {
  if (!changes.length)
    return note(t("No change is noted. Messages have none, and the log keeps changes for a set time."));
  return element(
    "ol",
    { class: "changes" },
    changes.map((change) => element("li", {}, changeShown(space, change))),
  );
}

/** A change of the log in words, with a button that undoes it. */
export function changeShown(space, { id, created_at: time, what, why, undone_by: undone, by, archivist, author }) {
  const who = [
    by || archivist,
    author === "caller" ? t("by hand") : t(author === "model" ? "by a model" : "without a model"),
  ];
  const undo = button(
    t("Undo"),
    async () => {
      undo.disabled = true;
      try {
        await undoAll(space, [{ id }]);
        renew();
      } catch (error) {
        undo.replaceWith(problem(error));
      }
    },
    { "aria-label": t("Undo: {text}", { text: shortened(what, 60) }) },
  );
  return [
    element("div", {}, told(what), why ? [": ", told(why)] : ""),
    element("small", { class: "meta" }, when(time), " · ", told(who.filter(Boolean).join(", "))),
    " ",
    undone ? element("b", { class: "badge" }, t("undone")) : mayWrite() ? undo : "",
  ];
}
