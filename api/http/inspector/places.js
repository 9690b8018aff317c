// Where the page is: what stands in its address after the #, which no server gets.

/** `space`, `part`, `at` (what the part shows) and `item` (what is open beside it). */
export function place() {
  const kept = new URLSearchParams(location.hash.slice(1));
  return { space: kept.get("space"), part: kept.get("part") ?? "block", at: kept.get("at"), item: kept.get("item") };
}

/** The address of this place with changes; null takes something out. */
export function addressOf(changes) {
  const kept = Object.entries({ ...place(), ...changes }).filter(([, value]) => value !== null);
  return `#${new URLSearchParams(kept)}`;
}
