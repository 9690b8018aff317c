// Marks in a text the words that another text has, too.

import { element } from "./elements.js";

const LETTERS_MIN = 4; // of a word that tells something
const STEM = 5; // letters by which words are compared: endings differ

const WORD = /[\p{L}\p{N}]+/gu;

const folded = (word) =>
  word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ı", "i").toLowerCase().slice(0, STEM);

/** The text in pieces, of which those are marked that stand in the other text. */
export function marked(text, other) {
  const wanted = new Set(
    [...other.matchAll(WORD)]
      .map(([word]) => word)
      .filter(isTelling)
      .map(folded),
  );
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    if (!isTelling(found[0]) || !wanted.has(folded(found[0]))) continue;
    pieces.push(text.slice(at, found.index), element("mark", {}, found[0]));
    at = found.index + found[0].length;
  }
  return [...pieces, text.slice(at)];
}

const isTelling = (word) => word.length >= LETTERS_MIN || /\d/.test(word);
