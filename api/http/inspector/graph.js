// One entity with what is known about it, as a picture and as a list that says the same.

import { ask, detailOf, inSpace, itemsOf } from "./asking.js";
import { drawn, element, note, paged, plural, problem, shortened, told, when } from "./elements.js";
import { settled } from "./forces.js";
import { itemLink, textOf } from "./item.js";
import { addressOf } from "./places.js";

const FACTS_MAX = 30;
const NODES_MAX = 60;
const TOLD_MAX = 50; // neighbours of one kind, as many as the service tells
const LETTER = 7; // the width of a letter of a name
const LINE = 16;
const BOX = { width: 460, height: 460, margin: 16 };

export async function showGraph(section, { space, at }) {
  const list = element("ul", { class: "names" });
  const result = element("div", { class: "result" });
  const form = searchForm(async (q) => {
    const { items } = await ask(inSpace(space, "/search"), { q, label: "Entity", limit: 20 });
    return items.map((item) => nameRow(item));
  }, list);
  section.append(element("aside", {}, form, element("h2", {}, "Entities, newest change first"), list), result);

  let chosen = at ?? (await newestSpokenOf(space));
  await paged(
    list,
    async (cursor) => {
      const page = await ask(inSpace(space, "/items"), { label: "Entity", limit: 50, cursor });
      chosen ??= page.items[0]?.id;
      return { rows: page.items.map((item) => nameRow(item, chosen)), next: page.next_cursor };
    },
    "More entities",
  );
  if (!chosen) {
    result.append(note("No entity yet. Rounds find them, after ten new messages or silence. ", NOW));
    return;
  }
  try {
    result.replaceChildren(...(await entityShown(space, chosen)));
  } catch (error) {
    result.replaceChildren(problem(error));
  }
}

const NOW = "To have one now: remembrancer round SPACE";

/** The entity that the newest fact is about; undefined if there is none. */
async function newestSpokenOf(space) {
  const { items } = await ask(inSpace(space, "/items"), { label: "Fact", limit: 1 });
  if (!items.length) return undefined;
  const { edges } = await ask(inSpace(space, "/edges"), { id: items[0].id, kind: "ABOUT" });
  return edges[0]?.target;
}

function nameRow({ id, item: its }, chosen = null) {
  const look = { class: "told", dir: "auto", "aria-current": id === chosen ? "true" : null };
  const link = element("a", { href: addressOf({ at: id, item: null }), ...look }, its.name);
  return element("li", {}, link, typeOf(its));
}

const typeOf = ({ type }) => (type && type !== "unknown" ? element("small", {}, ` ${type} `) : " ");

function searchForm(find, list) {
  const look = { "aria-label": "Name of an entity", placeholder: "Name" };
  const word = element("input", { type: "search", required: true, maxlength: 400, ...look });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const rows = await find(word.value);
      list.replaceChildren(...(rows.length ? rows : [element("li", {}, "None has this name.")]));
      list.nextElementSibling.hidden = true;
    } catch (error) {
      list.replaceChildren(problem(error));
    }
  };
  return element("form", { role: "search", submit }, word, element("button", {}, "Find"));
}

async function entityShown(space, id) {
  const centre = await detailOf(space, id);
  const { brief, name = id } = centre.item;
  const about = endsOf(centre, "ABOUT");
  const facts = await factsOf(space, id, about.slice(0, FACTS_MAX));
  const heading = element("h2", {}, told(name), typeOf(centre.item), itemLink(id, "sources, ties and history"));
  return [
    heading,
    ...(brief ? [element("p", {}, told(brief))] : []),
    ...(facts.length ? [pictureAndList(id, name, facts, about.length)] : await mentionsOf(space, centre)),
  ];
}

const endsOf = ({ neighbours }, wanted) =>
  neighbours.filter(({ kind, direction }) => kind === wanted && direction === "in").map(({ id }) => id);

/** What is stated about an entity, each with the others whom it is about and what has replaced it. */
async function factsOf(space, id, ids) {
  if (!ids.length) return [];
  const [facts, { edges }] = await Promise.all([
    itemsOf(space, ids),
    ask(inSpace(space, "/edges"), { id: ids, kind: ["ABOUT", "SUPERSEDED_BY"] }),
  ]);
  const isOther = ({ kind, target }) => kind === "ABOUT" && target !== id;
  const others = await itemsOf(
    space,
    edges.filter(isOther).map(({ target }) => target),
  );
  const targetsOf = (fact, isWanted) =>
    edges.filter((edge) => edge.source === fact && isWanted(edge)).map(({ target }) => target);
  return [...facts.values()].map((fact) => ({
    ...fact,
    isPast: !["current", undefined].includes(fact.item.status),
    others: targetsOf(fact.id, isOther)
      .filter((other) => others.has(other))
      .map((other) => others.get(other)),
    successors: targetsOf(fact.id, ({ kind }) => kind === "SUPERSEDED_BY").filter((other) => facts.has(other)),
  }));
}

async function mentionsOf(space, centre) {
  const ids = endsOf(centre, "MENTIONS").slice(0, FACTS_MAX);
  if (!ids.length) return [note("Nothing is stated about it, and no message mentions it.")];
  const messages = [...(await itemsOf(space, ids)).values()];
  const rows = messages.map((each) => {
    const text = itemLink(each.id, shortened(textOf(each), 300));
    return element("li", {}, each.item.sent_at ? [when(each.item.sent_at), " "] : "", text);
  });
  return [
    note("Nothing is stated about it. It is mentioned here, newest first:"),
    element("ul", { class: "lines" }, rows),
  ];
}

function pictureAndList(id, name, facts, count) {
  const rest = count > facts.length ? `, of which ${facts.length} are shown` : "";
  const words = `${plural(count, "statement")}${rest}${count >= TOLD_MAX ? ", or more" : ""}`;
  return element(
    "div",
    { class: "beside" },
    pictureOf(...nodesAndEdges(id, name, facts)),
    element("div", {}, element("h3", {}, words), element("ol", {}, facts.map(factRow))),
  );
}

function factRow({ id, label, item: its, others, ...rest }) {
  const kinds = [its.kind ?? label, its.status].filter((word) => word && word !== "fact" && word !== "current");
  const links = others.map((other, place) => [
    place ? ", " : " with ",
    element("a", { href: addressOf({ at: other.id }), class: "told", dir: "auto" }, other.item.name),
  ]);
  const text = textOf({ id, label, item: its, ...rest });
  return element("li", {}, itemLink(id, text), element("small", {}, ` ${kinds.join(", ")}`), links.flat());
}

function nodesAndEdges(id, name, facts) {
  const nodes = new Map([[id, { id, name, kind: "centre" }]]);
  const edges = [];
  const join = (from, node) => {
    if (!nodes.has(node.id) && nodes.size >= NODES_MAX) return;
    if (!nodes.has(node.id)) nodes.set(node.id, node);
    edges.push([from, node.id]);
  };
  facts.forEach((fact, place) => {
    const kind = fact.isPast ? "past" : "fact";
    join(id, { id: fact.id, name: String(place + 1), kind, title: textOf(fact) });
  });
  for (const fact of facts.filter((each) => nodes.has(each.id))) {
    for (const other of fact.others) join(fact.id, { id: other.id, name: other.item.name, kind: "entity" });
    for (const successor of fact.successors) if (nodes.has(successor)) edges.push([fact.id, successor]);
  }
  return [[...nodes.values()], edges];
}

function pictureOf(nodes, edges) {
  const places = settled(nodes, edges, BOX);
  const lines = edges.map(([from, to]) => {
    const [start, end] = [places.get(from), places.get(to)];
    return drawn("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y });
  });
  const marks = nodes.map((node) => markOf(node, places.get(node.id), [...places.values()]));
  const label = "The entity, its numbered statements and whom else they are about; the list says the same";
  const look = { class: "graph", viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img", "aria-label": label };
  return drawn("svg", look, lines, marks);
}

/** A node as a link. The keyboard goes by the list beside the picture. */
function markOf({ id, name, kind, title }, { x, y }, places) {
  const isFact = kind === "fact" || kind === "past";
  const href = addressOf(kind === "entity" ? { at: id } : { item: id });
  const words = isFact ? name : shortened(name, 22);
  const beside = isFact ? { "text-anchor": "middle" } : besideOf({ x, y }, words.length * LETTER, places);
  return drawn(
    "a",
    { class: kind, href, tabindex: -1, transform: `translate(${x} ${y})` },
    drawn("title", {}, title ?? name),
    drawn("circle", { r: isFact ? 11 : 9 }),
    drawn("text", { y: 4, ...beside }, words),
  );
}

/** Where a name of this width stands: inside the picture, on the side of its mark on which it covers fewer others. */
function besideOf({ x, y }, width, places) {
  const isNear = (other) => Math.abs(other.y - y) < LINE && Math.abs(other.x - x) < width + LINE;
  const near = places.filter(isNear).map((other) => other.x - x);
  const right = x + width + LINE > BOX.width ? Infinity : near.filter((far) => far > 0).length;
  const left = x - width - LINE < 0 ? Infinity : near.filter((far) => far < 0).length;
  return left < right ? { x: -12, "text-anchor": "end" } : { x: 12 };
}
