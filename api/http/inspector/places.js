// Where the page is: what stands in its address after the #, which no server gets.

/** `space`, `part`, `at` (what the part shows), `item` (what is open beside it), and what the part has been asked. */
export function place() {
  const kept = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return { space: null, at: null, item: null, ...kept, part: kept.part ?? "memory" };
}

/** The address of this place with changes; null takes something out. Another part or space begins without the rest. */
export function addressOf(changes) {
  const { space, part, ...rest } = place();
  const isOther = (changes.part ?? part) !== part || (changes.space ?? space) !== space;
  const kept = Object.entries({ space, part, ...(isOther ? {} : rest), ...changes });
  return `#${new URLSearchParams(kept.filter(([, value]) => value !== null && value !== ""))}`;
}

/** Keep what was asked in the address, without showing the part again. */
export function note(changes) {
  history.replaceState(null, "", addressOf(changes));
}

/** The address of something else in the same part or another one, without what was asked here. */
export function freshAddress(changes) {
  const { space, part } = place();
  return `#${new URLSearchParams({ space, part, ...changes })}`;
}
