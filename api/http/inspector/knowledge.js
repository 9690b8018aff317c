// Reads facts together with what they hang on: subjects, sources, what they replaced, evidence, parts.

import { ask, edgesOf, inSpace, itemsOf } from "./asking.js";

const TIES = ["ABOUT", "STATED_IN", "SUPERSEDED_BY", "EVIDENCE", "PART_OF", "ANSWERED_BY", "CONTRADICTS"];

/** A page of items, `{items, next}`. */
export async function itemsPage(space, asked) {
  const { items, next_cursor: next } = await ask(inSpace(space, "/items"), asked);
  return { items, next };
}

/** Facts with lists of what each is tied to, in the same order. Two requests for 200. */
export async function withTies(space, facts) {
  const edges = facts.length
    ? await edgesOf(
        space,
        facts.map(({ id }) => id),
        TIES,
      )
    : [];
  const known = new Map(facts.map((fact) => [fact.id, fact]));
  const missing = edges.flatMap(({ source, target }) => [source, target]).filter((id) => !known.has(id));
  for (const [id, item] of await itemsOf(space, missing)) known.set(id, item);
  const ends = (id, kind, own, other) =>
    edges.filter((edge) => edge.kind === kind && edge[own] === id && known.has(edge[other]));
  const out = (id, kind) => ends(id, kind, "source", "target").map(({ target }) => known.get(target));
  const into = (id, kind) => ends(id, kind, "target", "source").map(({ source }) => known.get(source));
  return facts.map((fact) => ({
    ...fact,
    about: out(fact.id, "ABOUT"),
    from: out(fact.id, "STATED_IN"),
    after: out(fact.id, "SUPERSEDED_BY"),
    before: into(fact.id, "SUPERSEDED_BY"),
    wholes: out(fact.id, "PART_OF"),
    parts: into(fact.id, "PART_OF"),
    answers: out(fact.id, "ANSWERED_BY"),
    disputed: [...out(fact.id, "CONTRADICTS"), ...into(fact.id, "CONTRADICTS")],
    evidence: ends(fact.id, "EVIDENCE", "source", "target").map(({ target, properties }) => ({
      fact: known.get(target),
      isFor: properties.is_support !== false,
    })),
  }));
}

/** Facts by subject, the subject with the most facts first; those about nobody under null. */
export function bySubject(facts) {
  const groups = Map.groupBy(facts, (fact) => subjectOf(fact)?.id ?? null);
  return [...groups]
    .map(([id, its]) => ({ subject: id && subjectOf(its[0]), facts: its.toSorted(byWeight) }))
    .sort((one, other) => Number(!one.subject) - Number(!other.subject) || other.facts.length - one.facts.length);
}

const byWeight = ({ item: one }, { item: other }) =>
  other.importance - one.importance || (one.valid_from ?? "").localeCompare(other.valid_from ?? "");

/** Whom or what a sentence speaks of first; a fact about two is told once, with the first one. */
export function subjectOf({ item: its, about }) {
  const place = ({ item: { name, aliases } }) =>
    Math.min(...[name, ...aliases].map((each) => its.body.indexOf(each)).map((at) => (at < 0 ? Infinity : at)));
  return about.toSorted((one, other) => place(one) - place(other))[0] ?? null;
}
