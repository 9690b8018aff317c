// Reads counts in the format of Prometheus.

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

function* samplesOf(text, name) {
  for (const line of text.split("\n")) {
    const found = LINE.exec(line);
    if (!found || found[1] !== name) continue;
    const labels = Object.fromEntries(
      [...(found[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]),
    );
    yield [labels, Number(found[3])];
  }
}

/** The values of a count by one of its labels; without one, under undefined. */
export function countsIn(text, name, label) {
  const found = new Map();
  for (const [labels, value] of samplesOf(text, name))
    found.set(labels[label], (found.get(labels[label]) ?? 0) + value);
  return found;
}

/** How many of a histogram lie up to each of these bounds, above the one before. */
export function sharesOf(text, name, bounds) {
  const sums = countsIn(text, `${name}_bucket`, "le");
  return bounds.map((bound, place) => (sums.get(bound) ?? 0) - (place ? (sums.get(bounds[place - 1]) ?? 0) : 0));
}
