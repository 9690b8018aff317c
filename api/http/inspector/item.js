// One item: what it says, where it comes from, what it is tied to, and what changed it.

import { detailOf, itemsOf } from "./asking.js";
import { element, note, numbered, shortened, table, told, when } from "./elements.js";
import { addressOf } from "./places.js";

const SOURCES_MAX = 10;
const TIES_MAX = 12;
const TOLD_MAX = 50; // neighbours of one kind, as many as the service tells

const LABELS = { KeyInfo: "Key info", SignificantMemory: "Significant memory" };

const TIMES = { Message: ["Said"], Summary: ["From", "To"], Conversation: ["From", "To"] };

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
export const named = (label) => LABELS[label] ?? label;

/** The text of an item, as a person would quote it. */
export function textOf({ label, item: its }) {
  if (label === "KeyInfo") return its.lines.join("\n");
  if (label === "Message") return `${its.sender || its.role}: ${its.body}`;
  if (label === "Conversation") return its.title || `Conversation of ${its.participants.join(", ")}`;
  if (label === "Entity") return its.aliases.length ? `${its.name} (also ${its.aliases.join(", ")})` : its.name;
  return its.body;
}

export const itemLink = (id, text) => element("a", { href: addressOf({ item: id }), class: "told", dir: "auto" }, text);

export async function showItem(body, { space, item: id }) {
  const found = await detailOf(space, id);
  const { label, item: its, history, neighbours } = found;
  const sources = await itemsOf(space, history.sources.slice(0, SOURCES_MAX));
  const texts = ["brief", "dossier"].filter((name) => its[name]);
  body.replaceChildren(
    element("h2", { id: "item-title" }, `${named(label)} `, element("code", {}, id)),
    element("p", { class: "text" }, told(textOf(found))),
    ...texts.map((name) => element("p", { class: "text" }, element("b", {}, `${name}: `), told(its[name]))),
    factsOf(found),
    element("h3", {}, "Where it comes from"),
    sourcesOf(label, history.sources, sources, neighbours),
    element("h3", {}, "What it is tied to"),
    tiesOf(neighbours),
    element("h3", {}, "What changed it"),
    changesOf(history.changes),
    element("h3", {}, "On the command line"),
    element("pre", {}, commandsFor(space, found).join("\n")),
  );
}

function commandsFor(space, { id, label, history }) {
  const commands = [`remembrancer explain ${quoted(space)} ${id}`];
  if (history.changes.length) commands.push(`remembrancer undo ${quoted(space)} CHANGE`);
  if (label === "Fact") commands.push("remembrancer fact --help");
  if (label === "Entity") commands.push("remembrancer entity --help");
  return commands;
}

/** A name as a shell takes it. */
export const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

function factsOf({ label, item: its, history }) {
  const salience = its.salience ? `, salience ${its.salience}` : "";
  const rows = [
    ["Kind", [its.kind ?? its.type ?? (its.level && `level ${its.level}`), its.status].filter(Boolean).join(", ")],
    ["Written by", its.author],
    ...timesOf(label, history),
    ["True from", its.valid_from && when(its.valid_from)],
    ["True until", its.valid_to && when(its.valid_to)],
    ["Reason", its.reason && told(its.reason)],
    ["Speaks of", its.speaks_of?.length && told(its.speaks_of.join(", "))],
    ["Takes part", its.participants?.length && told(its.participants.join(", "))],
    ["Messages", its.message_count && numbered(its.message_count)],
    ["Weight", its.importance && `importance ${its.importance}${salience} of 10`],
    ["Usefulness", its.usefulness],
    ["To be rewritten", its.is_stale && "something that it tells of has changed since"],
  ];
  return element("dl", {}, rows.filter(([, value]) => value).map(described));
}

/** What an item's two times mean: those of a summary are of the messages that it tells of. */
function timesOf(label, { created_at: first, updated_at: last }) {
  const names = TIMES[label] ?? ["Made", "Changed"];
  const times = first === last ? [first] : [first, last];
  return times.map((time, place) => [names[place], time && when(time)]);
}

const described = ([name, value]) => [element("dt", {}, name), element("dd", {}, value)];

function sourcesOf(label, ids, items, neighbours) {
  if (!ids.length) return note(label === "Message" ? "It was said." : "No source is noted. Its ties may tell more.");
  const names = new Map(neighbours.map(({ id, name }) => [id, name]));
  const rows = ids.slice(0, SOURCES_MAX).map((id) => {
    const text = items.has(id) ? shortened(textOf(items.get(id)), 400) : (names.get(id) ?? id);
    return element("li", {}, id ? itemLink(id, text) : "nobody said it");
  });
  return element("ul", {}, rows, restOf(ids, rows));
}

function tiesOf(neighbours) {
  const ties = Map.groupBy(neighbours, ({ kind, direction }) => TIES[`${kind} ${direction}`] ?? kind);
  if (!ties.size) return note("Nothing.");
  const rows = [...ties].map(([words, ends]) => {
    const links = ends.slice(0, TIES_MAX).map((end) => element("li", {}, linkTo(end)));
    return [words, element("ul", {}, links, restOf(ends, links))];
  });
  return element("dl", {}, rows.map(described));
}

function restOf(all, shown) {
  const rest = all.length - shown.length;
  return rest ? element("li", {}, `and ${rest} more${all.length >= TOLD_MAX ? " at least" : ""}`) : null;
}

function linkTo({ id, label, name }) {
  if (label === "Block") return element("a", { href: addressOf({ part: "block", at: id, item: null }) }, id);
  return label === "Alias" ? told(name) : itemLink(id, name);
}

function changesOf(changes) {
  if (!changes.length) return note("No change is noted. Messages have none, and the log keeps changes for a set time.");
  const rows = changes.map(({ id, created_at, what, why, undone_by, by, archivist, author }) => [
    when(created_at),
    [told(what), why ? [": ", told(why)] : "", undone_by ? ` (undone by ${undone_by})` : ""].flat(),
    told([by || archivist, author].filter(Boolean).join(", ")),
    element("code", {}, id),
  ]);
  return table(["When", "What", "By", "Change"], rows, "Changes, newest first, at most 50");
}
