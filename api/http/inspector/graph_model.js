// What the graph shows: entities, and the facts that tie two of them.

import { detailOf, itemsOf } from "./asking.js";
import { itemsPage, subjectOf, withTies } from "./knowledge.js";

const FACTS_MAX = 200;
const NODES_MAX = 300;

/** Facts that have been read, and the entities that were opened. */
export class Ties {
  #space;
  facts = new Map();
  names = new Map(); // entities by id
  opened = new Set();

  constructor(space) {
    this.#space = space;
  }

  /** Adds the newest facts. */
  async readNewest() {
    const { items } = await itemsPage(this.#space, { label: "Fact", limit: FACTS_MAX });
    await this.#add(items);
  }

  /** Adds what is stated about an entity: at most the newest fifty. */
  async open(id) {
    if (this.opened.has(id)) return;
    this.opened.add(id);
    const found = await detailOf(this.#space, id);
    this.names.set(id, found);
    const about = found.neighbours.filter(({ kind, direction }) => kind === "ABOUT" && direction === "in");
    const items = await itemsOf(
      this.#space,
      about.map(({ id: fact }) => fact),
    );
    await this.#add([...items.values()].filter(({ label }) => label === "Fact"));
  }

  async #add(items) {
    const fresh = items.filter(({ id }) => !this.facts.has(id));
    for (const fact of await withTies(this.#space, fresh)) {
      this.facts.set(fact.id, fact);
      for (const entity of fact.about) this.names.set(entity.id, entity);
    }
  }

  /** The entities and the ties between them that fit the filter; the best tied entities if there are too many. */
  shown(filter) {
    const facts = [...this.facts.values()].filter(fitting(filter));
    const ties = new Map();
    for (const fact of facts) {
      const subject = subjectOf(fact);
      for (const other of fact.about) {
        if (other.id === subject.id) continue;
        const [from, to] = [subject.id, other.id].sort();
        const key = `${from} ${to}`;
        if (!ties.has(key)) ties.set(key, { key, from, to, facts: [] });
        ties.get(key).facts.push(fact);
      }
    }
    const counts = new Map([...this.opened].map((id) => [id, Infinity]));
    for (const { from, to, facts: its } of ties.values()) {
      for (const id of [from, to]) counts.set(id, (counts.get(id) ?? 0) + its.length);
    }
    for (const fact of facts) for (const { id } of fact.about) if (!counts.has(id)) counts.set(id, 0);
    const best = [...counts].sort(([, one], [, other]) => other - one).slice(0, NODES_MAX);
    const kept = new Set(best.map(([id]) => id));
    return {
      nodes: best.map(([id]) => ({ id, item: this.names.get(id).item })),
      edges: [...ties.values()].filter(({ from, to }) => kept.has(from) && kept.has(to)),
      factsOf: (id) => facts.filter(({ about }) => about.some((each) => each.id === id)),
    };
  }
}

/** Whether a fact is of the kind and holds on the day that are wanted. */
function fitting({ kind, day, past }) {
  return ({ item: its }) => {
    if (kind && its.kind !== kind) return false;
    const end = its.valid_to?.slice(0, 10);
    if (day) return (its.valid_from?.slice(0, 10) ?? "") <= day && (!end || end > day || its.status === "current");
    return past || ["current", "disputed"].includes(its.status);
  };
}
