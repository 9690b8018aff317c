// Asks the service. The key is sent in a header and kept in this tab only.

const KEY = "remembrancer-key";
const IDS_MAX = 200; // that a request for items may name

export class Refusal extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

export const keepKey = (key) => sessionStorage.setItem(KEY, key);

export const inSpace = (space, path) => `spaces/${encodeURIComponent(space)}${path}`;

/** The answer to a GET, or with a body to a POST. Raises Refusal in the service's own words. */
export async function ask(path, asked = {}, body = null) {
  const answer = await fetch(addressOf(path, asked), optionsOf(body)).catch(() => null);
  if (answer === null) {
    throw new Refusal(0, "The service does not answer. See whether it is still running, then read again.");
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, found?.detail ?? `The service answers ${answer.status}.`);
  return found;
}

function addressOf(path, asked) {
  const url = new URL(`v1/${path}`, document.baseURI);
  for (const [name, value] of Object.entries(asked)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null) url.searchParams.append(name, each);
    }
  }
  return url;
}

function optionsOf(body) {
  const headers = {};
  const key = sessionStorage.getItem(KEY);
  if (key) headers.Authorization = `Bearer ${key}`;
  const options = { headers, credentials: "omit", cache: "no-store", redirect: "error" };
  if (body === null) return options;
  headers["Content-Type"] = "application/json";
  return { ...options, method: "POST", body: JSON.stringify(body) };
}

const known = new Map();

/** What the service has told about items is told once, until somebody wants to read again. */
export const forgetItems = () => known.clear();

/** An item with its neighbours and its history. */
export function detailOf(space, id) {
  const path = inSpace(space, `/items/${encodeURIComponent(id)}`);
  if (!known.has(path)) known.set(path, ask(path));
  known.get(path).catch(() => known.delete(path));
  return known.get(path);
}

/** The items with these ids, by id, as far as they are still there. One request for 200 that are not known yet. */
export async function itemsOf(space, ids) {
  const keyOf = (id) => JSON.stringify([space, id]);
  const missing = [...new Set(ids)].filter((id) => id && !known.has(keyOf(id)));
  const requests = [];
  for (let start = 0; start < missing.length; start += IDS_MAX) {
    requests.push(ask(inSpace(space, "/items"), { id: missing.slice(start, start + IDS_MAX) }));
  }
  for (const { items } of await Promise.all(requests)) {
    for (const item of items) known.set(keyOf(item.id), item);
  }
  return new Map(ids.filter((id) => known.has(keyOf(id))).map((id) => [id, known.get(keyOf(id))]));
}
