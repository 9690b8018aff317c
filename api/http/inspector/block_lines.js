// Finds the lines of a block's text that belong to its items.

const LETTERS = 30; // of a line, by which it is found in an item's text

/**
 * The block line by line, as `{kind, text, item}`, each entry with its item. A line that the item itself has goes on
 * with its entry. `texts` are the texts of the items, by id.
 */
export function linesOf(text, items, texts) {
  const sections = [...Map.groupBy(items, ({ section }) => section).values()];
  const rows = [];
  let left = [];
  let isHeaded = false;
  let current = null;
  for (const line of text.trimEnd().split("\n")) {
    if (current && goesOn(line, texts.get(current.item.id))) {
      if (rows.at(-1) === current) current.text += `\n${line}`;
      else rows.push({ kind: "line", text: line });
      continue;
    }
    const isEntry = line.startsWith("- ");
    const isHeading = line.startsWith("## ");
    if (isHeaded && isEntry) left = [...(sections.shift() ?? [])];
    isHeaded = isHeading || (isHeaded && !isEntry);
    const item = isEntry ? left.shift() : undefined;
    rows.push({ kind: item ? "entry" : isHeading ? "heading" : "line", text: line, item });
    if (item) current = rows.at(-1);
    else if (isHeaded) current = null;
  }
  return rows;
}

function goesOn(line, text) {
  const starts = [line, line.replace(/^- /, "")].map((start) => start.trim().slice(0, LETTERS));
  return starts.some((start) => start && text.includes(start));
}
