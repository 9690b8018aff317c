// One entity with what is known about it, as a picture and as a list that says the same.

import { ask, inSpace, item } from "./asking.js";
import { drawn, element, note, paged, plural, problem, shortened, told } from "./elements.js";
import { itemLink, textOf } from "./item.js";
import { addressOf } from "./places.js";

const FACTS_MAX = 30, NODES_MAX = 60, WIDTH = 600, HEIGHT = 480, STEPS = 300;

export async function showGraph(section, { space, at }) {
  const list = element("ul", { class: "names" }), found = element("div", { class: "result" });
  const word = element("input", { type: "search", required: true, maxlength: 400, "aria-label": "Name of an entity", placeholder: "Name" });
  section.append(element("aside", {}, element("form", { role: "search", submit: search }, word, element("button", {}, "Find")),
    element("h2", {}, "Entities, newest change first"), list), found);
  let first = null;
  await paged(list, async (cursor) => {
    const page = await ask(inSpace(space, "/items"), { label: "Entity", limit: 50, cursor });
    first ??= page.items[0]?.id ?? null;
    return { rows: page.items.map(row), next: page.next_cursor };
  }, "More entities");
  const chosen = at ?? first;
  if (!chosen) return found.append(note("No entity yet. Rounds find them, after ten new messages or silence; or now: remembrancer round SPACE"));
  try {
    found.replaceChildren(...await around(space, chosen));
  } catch (error) {
    found.replaceChildren(problem(error));
  }

  function row({ id, item: its }) {
    const link = element("a", { href: addressOf({ at: id, item: null }), class: "told", dir: "auto", "aria-current": id === (at ?? first) ? "true" : null }, its.name);
    return element("li", {}, link, its.type === "unknown" ? "" : element("small", {}, ` ${its.type}`));
  }

  async function search(event) {
    event.preventDefault();
    try {
      const { items } = await ask(inSpace(space, "/search"), { q: word.value, label: "Entity", limit: 20 });
      list.replaceChildren(...(items.length ? items.map(row) : [element("li", {}, "None has this name.")]));
      list.nextElementSibling.hidden = true;
    } catch (error) {
      list.replaceChildren(problem(error));
    }
  }
}

async function around(space, id) {
  const centre = await item(space, id);
  const known = centre.neighbours.filter(({ kind, direction }) => kind === "ABOUT" && direction === "in");
  const facts = await Promise.all(known.slice(0, FACTS_MAX).map((each) => item(space, each.id)));
  const nodes = new Map([[id, { id, name: centre.item.name ?? id, kind: "centre" }]]), edges = [];
  const join = (from, to, node) => {
    if (!nodes.has(to) && nodes.size >= NODES_MAX) return;
    nodes.set(to, nodes.get(to) ?? node);
    edges.push([from, to]);
  };
  facts.forEach((fact, place) => {
    const isPast = !["current", undefined].includes(fact.item.status);
    join(id, fact.id, { id: fact.id, name: String(place + 1), kind: isPast ? "past" : "fact", title: textOf(fact) });
    for (const end of fact.neighbours) {
      if (end.kind === "ABOUT" && end.id !== id) join(fact.id, end.id, { id: end.id, name: end.name, kind: "entity" });
      if (end.kind === "SUPERSEDED_BY" && end.direction === "out" && nodes.has(end.id)) edges.push([fact.id, end.id]);
    }
  });
  const rest = known.length - facts.length;
  const heading = element("h2", {}, told(centre.item.name ?? id), element("small", {}, centre.item.type === "unknown" ? " " : ` ${centre.item.type ?? ""} `), itemLink(id, "sources, ties and history"));
  const texts = facts.map((fact) => {
    const others = fact.neighbours.filter((end) => end.kind === "ABOUT" && end.id !== id && end.direction === "out");
    return element("li", {}, itemLink(fact.id, textOf(fact)), element("small", {}, ` ${[fact.item.kind ?? fact.label, fact.item.status].filter((word) => word && word !== "fact" && word !== "current").join(", ")}`),
      others.length ? others.map((end, place) => [place ? ", " : " with ", element("a", { href: addressOf({ at: end.id }), class: "told" }, end.name)]) : "");
  });
  return [
    heading,
    centre.item.brief ? element("p", {}, told(centre.item.brief)) : "",
    facts.length ? element("div", { class: "beside" }, pictureOf([...nodes.values()], edges), element("div", {},
      element("h3", {}, `${plural(known.length, "statement")} about it${rest > 0 ? `, of which ${facts.length} are shown` : ""}${known.length >= 50 ? ", or more" : ""}`),
      element("ol", {}, texts))) : note("Nothing is stated about it. It is only mentioned: see its ties."),
  ].filter(Boolean);
}

function pictureOf(nodes, edges) {
  const places = settled(nodes, edges);
  const lines = edges.map(([from, to]) => drawn("line", { x1: places.get(from).x, y1: places.get(from).y, x2: places.get(to).x, y2: places.get(to).y }));
  const marks = nodes.map(({ id, name, kind, title }) => {
    const { x, y } = places.get(id), isFact = kind === "fact" || kind === "past";
    const open = () => location.assign(addressOf(isFact || kind === "centre" ? { item: id } : { at: id }));
    return drawn("g", { class: kind, click: open, transform: `translate(${x} ${y})` }, drawn("title", {}, title ?? name),
      drawn("circle", { r: isFact ? 11 : 9 }), drawn("text", isFact ? { y: 4, "text-anchor": "middle" } : { x: 12, y: 4 }, isFact ? name : shortened(name, 22)));
  });
  return drawn("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "The entity, its numbered statements and whom else they are about" }, lines, marks);
}

/** Places of the nodes after they have pushed each other apart and their edges have pulled. The first stays in the middle. */
function settled(nodes, edges) {
  const at = nodes.map((_, place) => ({ x: WIDTH / 2 + place * 3 * Math.cos(place * 2.4), y: HEIGHT / 2 + place * 3 * Math.sin(place * 2.4) }));
  const index = new Map(nodes.map(({ id }, place) => [id, place]));
  for (let step = 0; step < STEPS; step += 1) {
    const push = at.map(() => ({ x: 0, y: 0 }));
    const pull = (one, other, force) => {
      const x = at[other].x - at[one].x, y = at[other].y - at[one].y, far = Math.hypot(x, y) || 1, amount = force(far) / far;
      push[one].x += x * amount, push[one].y += y * amount, push[other].x -= x * amount, push[other].y -= y * amount;
    };
    for (let one = 0; one < at.length; one += 1) for (let other = 0; other < one; other += 1) pull(one, other, (far) => -9000 / (far * far));
    for (const [from, to] of edges) pull(index.get(from), index.get(to), (far) => (far - 110) * 0.08);
    const heat = 1.2 * (1 - step / STEPS);
    for (let place = 1; place < at.length; place += 1) {
      at[place].x = Math.min(WIDTH - 100, Math.max(16, at[place].x + push[place].x * heat));
      at[place].y = Math.min(HEIGHT - 16, Math.max(16, at[place].y + push[place].y * heat));
    }
  }
  return new Map(nodes.map(({ id }, place) => [id, { x: Math.round(at[place].x), y: Math.round(at[place].y) }]));
}
