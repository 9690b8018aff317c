// Conversations with their summaries, as trees by level.

import { ask, inSpace } from "./asking.js";
import { itemsPage } from "./knowledge.js";

const PAGE = 100;

/** Reads conversations, newest first, page by page: `read()` gives the next ones, or none at the end. */
export function conversationsOf(space) {
  let cursor;
  let isDone = false;
  return async () => {
    if (isDone) return [];
    const page = await ask(inSpace(space, "/conversations"), { limit: PAGE, cursor });
    cursor = page.next_cursor;
    isDone = !cursor;
    return page.conversations;
  };
}

/** Reads summaries as far back as they are wanted. */
export function summariesOf(space) {
  const known = [];
  let cursor;
  let isDone = false;
  return {
    known,
    /** All that end at this time or later are known afterwards. */
    async since(time) {
      while (!isDone && !(known.length && known.at(-1).item.last_at < time)) {
        const { items, next } = await itemsPage(space, { label: "Summary", limit: 200, cursor });
        known.push(...items);
        cursor = next;
        isDone = !next;
      }
    },
  };
}

/** The summaries of a conversation, or of several if it is null, as trees: each with its `parts`, the highest first. */
export function treesOf(summaries, conversation) {
  const own = summaries.filter(({ item: its }) => its.conversation === conversation);
  const known = new Set(own.map(({ id }) => id));
  const treeOf = (summary) => ({
    ...summary,
    parts: own
      .filter(({ item: its }) => its.container === summary.id)
      .sort(byTime)
      .map(treeOf),
  });
  return own
    .filter(({ item: its }) => !known.has(its.container))
    .sort(byTime)
    .map(treeOf);
}

const byTime = ({ item: one }, { item: other }) => one.first_at.localeCompare(other.first_at);
