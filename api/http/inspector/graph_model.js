// What the graph shows: entities, and what ties two of them: facts, or where there are none, messages.

import { detailOf, edgesOf, itemsOf } from "./asking.js";
import { itemsPage, subjectOf, withTies } from "./knowledge.js";

const PAGE = 200;
const NODES_MAX = 300; // with names; the others are dots
const DOTS_MAX = 5_000;
const FACTS_MAX = 12_000;

/** Facts (or messages) that have been read, and the entities that were opened. */
export class Ties {
  #space;
  #next = null; // where to read on
  #label = "Fact";
  facts = new Map();
  names = new Map(); // entities by id
  opened = new Set();

  constructor(space) {
    this.#space = space;
  }

  /** Whether there is more to read. */
  get hasMore() {
    return this.#next !== null && this.facts.size < FACTS_MAX;
  }

  /** Adds the newest facts; if they tie nobody, the messages that name the newest entities. */
  async readNewest() {
    await this.readOn();
    if ([...this.facts.values()].some(({ about }) => about.length)) return;
    this.#label = "Entity";
    this.#next = null;
    await this.readOn();
  }

  /** Adds another page. */
  async readOn() {
    const asked = { label: this.#label, limit: PAGE, cursor: this.#next };
    const { items, next } = await itemsPage(this.#space, asked);
    this.#next = next;
    if (this.#label === "Fact") await this.#add(items);
    else await this.#addMessages(items.map(({ id }) => id));
  }

  async #addMessages(entities) {
    const named = await edgesOf(this.#space, entities, ["MENTIONS"]);
    const known = await itemsOf(
      this.#space,
      named.map(({ source }) => source),
    );
    const messages = [...known.values()].filter(({ id, label }) => label === "Message" && !this.facts.has(id));
    const edges = await edgesOf(
      this.#space,
      messages.map(({ id }) => id),
      ["MENTIONS", "SAID_BY"],
    );
    const people = await itemsOf(
      this.#space,
      edges.map(({ target }) => target),
    );
    const about = Map.groupBy(edges, ({ source }) => source);
    for (const message of messages) {
      const its = new Set((about.get(message.id) ?? []).map(({ target }) => target));
      this.#keep({ ...message, about: [...its].map((id) => people.get(id)).filter(Boolean) });
    }
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
    const facts = [...items.values()].filter(({ label }) => label === "Fact");
    if (facts.length) await this.#add(facts);
    else await this.#addMessages([id]);
  }

  async #add(items) {
    const fresh = items.filter(({ id }) => !this.facts.has(id));
    for (const fact of await withTies(this.#space, fresh)) this.#keep(fact);
  }

  #keep(fact) {
    this.facts.set(fact.id, fact);
    for (const entity of fact.about) this.names.set(entity.id, entity);
  }

  /** What fits the filter: the best tied entities as `nodes` with `edges` between them, the others as `dots`. */
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
    const all = [...counts].sort(([, one], [, other]) => other - one).slice(0, DOTS_MAX);
    const nodes = all.map(([id]) => ({ id, item: this.names.get(id).item }));
    const best = nodes.slice(0, NODES_MAX);
    const kept = new Set(best.map(({ id }) => id));
    const [edges, faint] = [[], []];
    for (const tie of ties.values()) (kept.has(tie.from) && kept.has(tie.to) ? edges : faint).push(tie);
    return {
      nodes: best,
      edges,
      dots: nodes.slice(NODES_MAX),
      faint,
      factsOf: (id) => facts.filter(({ about }) => about.some((each) => each.id === id)),
    };
  }
}

/** Whether a fact is of the kind and holds on the day that are wanted. */
function fitting({ kind, day, past }) {
  return ({ item: its }) => {
    if (kind && its.kind !== kind) return false;
    const end = its.valid_to?.slice(0, 10);
    const since = (its.valid_from ?? its.sent_at)?.slice(0, 10) ?? "";
    if (day) return since <= day && (!end || end > day || its.status === "current");
    return past || holds(its);
  };
}

/** Whether a statement is true now; a message says what it says. */
export const holds = ({ status }) => !status || ["current", "disputed"].includes(status);
