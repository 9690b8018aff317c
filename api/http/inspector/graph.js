// Who and what belongs together: entities tied by facts, to be opened in place, and what the chosen tie says.

import { ask, inSpace } from "./asking.js";
import { button, element, note, numbered, problem, told } from "./elements.js";
import { Ties } from "./graph_model.js";
import { Picture } from "./graph_picture.js";
import { factLine, otherLine } from "./lines.js";
import { freshAddress, note as noted, place } from "./places.js";
import { counted, t } from "./words.js";

const KINDS = ["fact", "question", "objective", "theory"];

export async function show(section, { space, at }) {
  const ties = new Ties(space);
  const filter = { kind: "", day: "", past: false };
  const panel = element("div", { class: "document", "aria-live": "polite" });
  let chosen = place().on ?? at;

  const draw = () => {
    const shown = ties.shown(filter);
    const drawn = [...shown.nodes, ...shown.dots, ...shown.edges];
    const isThere = (id) => drawn.some((each) => (each.id ?? each.key) === id);
    if (chosen && !isThere(chosen)) chosen = null;
    picture.draw(shown, chosen);
    panel.replaceChildren(...panelOf(space, ties, shown, chosen, choose));
    if (!chosen && ties.hasMore) panel.append(button(t("Draw all of it"), readAll));
  };
  async function readAll({ target }) {
    target.disabled = true;
    try {
      while (ties.hasMore && section.isConnected) {
        await ties.readOn();
        target.textContent = t("{n} people, places and things", { n: numbered(ties.names.size) });
      }
      draw();
      picture.fit();
    } catch (error) {
      panel.append(problem(error));
    }
  }
  async function choose(id) {
    chosen = id;
    const isEntity = ties.names.has(id);
    noted({ on: id });
    draw();
    if (!isEntity || ties.opened.has(id)) return;
    try {
      await ties.open(id);
      draw();
    } catch (error) {
      panel.append(problem(error));
    }
  }
  const picture = new Picture(choose);
  const bar = barOf(space, filter, draw, picture, choose);
  section.append(element("div", { class: "canvas" }, bar, picture.crowd.canvas, picture.svg), panel);
  await (at ? ties.open(at) : ties.readNewest());
  if (!ties.names.size) {
    section.replaceChildren(note(t("No person, place or thing is known yet. Rounds find them.")));
    return;
  }
  requestAnimationFrame(draw);
}

function barOf(space, filter, draw, picture, choose) {
  const set = (name, read) => ({
    change: ({ target }) => {
      filter[name] = read(target);
      draw();
    },
  });
  const options = ["", ...KINDS].map((kind) => element("option", { value: kind }, t(kind || "any kind")));
  const save = () => {
    const link = element("a", { href: URL.createObjectURL(picture.file()), download: `${place().space}.svg` });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return element(
    "div",
    { class: "filters" },
    searchForm(space, choose),
    element(
      "label",
      {},
      t("Kind"),
      element(
        "select",
        set("kind", ({ value }) => value),
        options,
      ),
    ),
    element("label", {}, t("True on"), element("input", { type: "date", ...set("day", ({ value }) => value) })),
    element(
      "label",
      { class: "check" },
      element("input", { type: "checkbox", ...set("past", ({ checked }) => checked) }),
      t("also what is past"),
    ),
    element(
      "span",
      { class: "buttons" },
      button("+", () => picture.zoom(true), { "aria-label": t("Nearer") }),
      button("−", () => picture.zoom(false), { "aria-label": t("Farther") }),
      button(t("Whole"), () => picture.fit()),
      button(t("Save the picture"), save),
    ),
  );
}

function searchForm(space, choose) {
  const list = element("datalist", { id: "graph-names" });
  const known = new Map();
  const input = async ({ target }) => {
    if (known.has(target.value)) return;
    const { items } = await ask(inSpace(space, "/search"), {
      q: target.value || " ",
      label: "Entity",
      limit: 10,
    }).catch(() => ({ items: [] }));
    for (const { id, item: its } of items) known.set(its.name, id);
    list.replaceChildren(...items.map(({ item: its }) => element("option", { value: its.name })));
  };
  const word = element("input", {
    type: "search",
    list: "graph-names",
    placeholder: t("Name"),
    "aria-label": t("Find by name"),
    input,
  });
  const submit = async (event) => {
    event.preventDefault();
    await input({ target: word });
    const id = known.get(word.value) ?? [...known.values()].at(-1);
    if (id) location.assign(freshAddress({ at: id }));
  };
  return element("form", { role: "search", submit }, word, list);
}

function panelOf(space, ties, shown, chosen, choose) {
  const edge = shown.edges.find(({ key }) => key === chosen);
  const rows = (facts, subject = null) =>
    element(
      "ul",
      { class: "facts" },
      facts.map((fact) => (fact.label === "Fact" ? factLine(space, fact, subject) : otherLine(space, fact))),
    );
  if (edge) {
    const [one, other] = [edge.from, edge.to].map((id) => ties.names.get(id).item.name);
    return [element("h1", {}, told(one), " – ", told(other)), rows(edge.facts)];
  }
  if (chosen) {
    const { item: its } = ties.names.get(chosen);
    const facts = shown.factsOf(chosen);
    return [
      element(
        "h1",
        {},
        element("a", { href: freshAddress({ part: "memory", at: chosen }), class: "told", dir: "auto" }, its.name),
      ),
      its.brief ? element("p", { class: "brief" }, told(its.brief)) : "",
      facts.length ? rows(facts, chosen) : note(t("No statement about it fits the filter.")),
    ];
  }
  const names = shown.nodes.map(({ id, item: its }) =>
    element(
      "li",
      {},
      button(its.name, () => choose(id), { class: "link told", dir: "auto" }),
    ),
  );
  const count = shown.nodes.length + shown.dots.length;
  return [
    element("h1", {}, counted(count, "1 person, place or thing", "{n} people, places and things")),
    shown.dots.length ? note(t("The {n} that are tied most are named; the others are dots.", { n: names.length })) : "",
    note(t("Choose one to see what is stated about it, or a tie to see what ties the two.")),
    element("ul", { class: "choices" }, names),
  ];
}
