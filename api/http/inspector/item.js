// One item: what it says, where it comes from, what it is tied to, and what changed it.

import { item } from "./asking.js";
import { element, note, shortened, table, told, when } from "./elements.js";
import { addressOf } from "./places.js";

const SOURCES_MAX = 10;
const TIES_MAX = 12;

const TIES = {
  "IN out": "in the conversation", "IN in": "its messages", "SAID_BY out": "said by", "SAID_BY in": "said",
  "MENTIONS out": "mentions", "MENTIONS in": "mentioned by", "TOOK_PART_IN out": "took part in", "TOOK_PART_IN in": "took part",
  "ALSO_KNOWN_AS out": "also known as", "ABOUT out": "is about", "ABOUT in": "what is known about it", "STATED_IN out": "said in",
  "STATED_IN in": "what was taken from it", "EVIDENCE out": "rests on", "EVIDENCE in": "evidence for", "PART_OF out": "part of",
  "PART_OF in": "its parts", "SUPERSEDED_BY out": "replaced by", "SUPERSEDED_BY in": "replaced", "SUMMARIZES out": "summarises",
  "SUMMARIZES in": "summarised by", "COVERS out": "tells of", "COVERS in": "told of by", "PRESENTED in": "shown in blocks",
  "ANSWERED_BY out": "answered by", "ANSWERED_BY in": "answers", "CONTRADICTS out": "contradicts", "CONTRADICTS in": "contradicts",
  "BRANCHES_FROM out": "branches from", "BRANCHES_FROM in": "branches", "HELPED_WITH out": "helped with", "HELPED_WITH in": "was helped by",
};

/** The text of an item, as a person would quote it. */
export function textOf({ label, item: its }) {
  if (label === "KeyInfo") return its.lines.join("\n");
  if (label === "Message") return `${its.sender}: ${its.body}`;
  if (label === "Conversation") return its.title ?? `Conversation of ${its.participants.join(", ")}`;
  if (label === "Entity") return its.aliases.length ? `${its.name} (also ${its.aliases.join(", ")})` : its.name;
  return its.body;
}

export const itemLink = (id, text, attributes = {}) =>
  element("a", { href: addressOf({ item: id }), class: "told", dir: "auto", ...attributes }, text);

/** A link to an item that gets its text once it can be seen. */
export function itemText(space, id, length = 200) {
  const link = itemLink(id, id);
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    item(space, id).then(
      (found) => link.replaceChildren(shortened(textOf(found), length)),
      (error) => (link.title = error.message),
    );
  });
  seen.observe(link);
  return link;
}

export async function showItem(body, { space, item: id }) {
  const found = await item(space, id);
  const { item: its, history } = found;
  body.replaceChildren(
    element("h2", { id: "item-title" }, `${found.label} `, element("code", {}, id)),
    element("p", { class: "text" }, told(textOf(found))),
    ...["brief", "dossier"].filter((name) => its[name]).map((name) => element("p", {}, `${name}: `, told(its[name]))),
    factsOf(found),
    element("h3", {}, "Where it comes from"),
    sourcesOf(space, history.sources),
    element("h3", {}, "What it is tied to"),
    tiesOf(space, found.neighbours),
    element("h3", {}, "What changed it"),
    changesOf(history.changes),
    element("h3", {}, "On the command line"),
    element("pre", {}, `remembrancer explain ${quoted(space)} ${id}`,
      history.changes.length ? `\nremembrancer undo ${quoted(space)} CHANGE` : "",
      found.label === "Fact" ? `\nremembrancer fact --help` : found.label === "Entity" ? "\nremembrancer entity --help" : ""),
  );
}

const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

function factsOf({ item: its, history }) {
  const rows = [
    ["Kind", [its.kind ?? its.type ?? (its.level && `level ${its.level}`), its.status].filter(Boolean).join(", ")],
    ["Written by", history.author],
    ["Made", history.created_at && when(history.created_at)],
    ["Changed", history.updated_at && history.updated_at !== history.created_at && when(history.updated_at)],
    ["True from", history.valid_from && when(history.valid_from)],
    ["True until", history.valid_to && when(history.valid_to)],
    ["Reason", history.reason && told(history.reason)],
    ["Speaks of", its.speaks_of?.join(", ")],
    ["Takes part", its.participants?.length && told(its.participants.join(", "))],
    ["Messages", its.message_count],
    ["Weight", its.importance && `importance ${its.importance}${its.salience ? `, salience ${its.salience}` : ""} of 10`],
    ["Usefulness", its.usefulness || null],
    ["To be rewritten", its.is_stale && "something that it tells of has changed since"],
  ];
  return element("dl", {}, rows.filter(([, value]) => value).map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

function sourcesOf(space, sources) {
  if (!sources.length) return note("Nothing else: it was said, or set by hand.");
  const rows = sources.slice(0, SOURCES_MAX).map((id) => element("li", {}, id ? itemText(space, id, 400) : "nobody said it"));
  const rest = sources.length - rows.length;
  return element("ul", {}, rows, rest > 0 ? element("li", {}, `and ${rest} more`) : null);
}

function tiesOf(space, neighbours) {
  const ties = Map.groupBy(neighbours, ({ kind, direction }) => TIES[`${kind} ${direction}`] ?? kind);
  if (!ties.size) return note("Nothing.");
  return element("dl", {}, [...ties].map(([words, ends]) => {
    const links = ends.slice(0, TIES_MAX).map((end) => element("li", {}, linkTo(space, end)));
    const rest = ends.length - links.length;
    const more = rest > 0 ? element("li", {}, `and ${rest} more${ends.length >= 50 ? " at least" : ""}`) : null;
    return [element("dt", {}, words), element("dd", {}, element("ul", {}, links, more))];
  }));
}

function linkTo(space, { id, label, name }) {
  if (label === "Block") return element("a", { href: addressOf({ part: "block", at: id, item: null }) }, id);
  return label === "Alias" ? told(name) : itemLink(id, name);
}

function changesOf(changes) {
  if (!changes.length) return note("No change is noted. Messages have none, and the log keeps changes for a set time.");
  const rows = changes.map((change) => [
    when(change.created_at),
    [told(change.what), change.why ? [": ", told(change.why)] : "", change.undone_by ? ` (undone by ${change.undone_by})` : ""].flat(),
    [change.by || change.archivist, change.author].filter(Boolean).join(", "),
    element("code", {}, change.id),
  ]);
  return table(["When", "What", "By", "Change"], rows, "Changes, newest first, at most 50");
}

