// The words of the page in the reader's language. The English words are the keys of the other languages' tables.

const KEPT = "remembrancer-language";

let tables = {};
let table = {};
let code = "en";

/** Reads the tables; what cannot be read stays English. */
export async function readWords() {
  const found = await fetch(new URL("inspector/words.json", document.baseURI)).catch(() => null);
  tables = found?.ok ? await found.json() : {};
  const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  code = Object.hasOwn(tables, wanted) ? wanted : "en";
  table = tables[code] ?? {};
  document.documentElement.lang = code;
}

export const language = () => code;

/** The languages of the page, each with its own name. */
export const languages = () =>
  ["en", ...Object.keys(tables)].map((each) => [each, new Intl.DisplayNames([each], { type: "language" }).of(each)]);

export function keepLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
}

/** These words in the reader's language, with values for what stands in braces. */
export function t(words, values = {}) {
  return (table[words] ?? words).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** One of two texts for a count, with the count in it. */
export const counted = (count, one, many) => t(count === 1 ? one : many, { n: count.toLocaleString(code) });
