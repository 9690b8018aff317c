// Puts conversations together from what summaries and messages say of theirs.

/** Conversations, newest first, as `{id, from, to, count, text, summaries}`; the summary of the highest level first. */
export function talksOf(summaries, messages) {
  const talks = new Map();
  for (const each of summaries) {
    const { conversation, first_at, last_at } = each.item;
    if (conversation) stretched(talks, conversation, first_at, last_at).summaries.push(each);
  }
  for (const { item: its } of messages) {
    const talk = stretched(talks, its.conversation, its.sent_at, its.sent_at);
    talk.count += 1;
    talk.text = `${its.sender || its.role}: ${its.body}`; // They come newest first: the talk's first one stays.
  }
  for (const talk of talks.values()) {
    talk.summaries.sort((one, other) => other.item.level - one.item.level);
    const [highest] = talk.summaries;
    if (highest) Object.assign(talk, { count: highest.item.message_count, text: highest.item.body });
  }
  return [...talks.values()].sort((one, other) => (one.from < other.from ? 1 : -1));
}

function stretched(talks, id, from, to) {
  if (!talks.has(id)) talks.set(id, { id, from, to, count: 0, text: "", summaries: [] });
  const talk = talks.get(id);
  if (from < talk.from) talk.from = from;
  if (to > talk.to) talk.to = to;
  return talk;
}
