// Asks the service. The key is sent in a header and kept in this tab only.

import { t } from "./words.js";

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

/** The answer to a GET, or with a body to a POST or another method. Raises Refusal in the service's own words. */
export async function ask(path, asked = {}, body = null, method = null) {
  const answer = await reached(addressOf(path, asked), optionsOf(body, method));
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, found?.detail ?? t("The service answers {status}.", answer));
  return found;
}

/** The text of a page of the service that is not below /v1; null if the key does not open it. */
export async function askText(path) {
  const answer = await reached(new URL(path, document.baseURI), optionsOf(null, null));
  return answer.ok ? answer.text() : null;
}

async function reached(url, options) {
  const answer = await fetch(url, options).catch(() => null);
  if (answer) return answer;
  throw new Refusal(0, t("The service does not answer. See whether it is still running, then read again."));
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

function optionsOf(body, method) {
  const headers = {};
  const key = sessionStorage.getItem(KEY);
  if (key) headers.Authorization = `Bearer ${key}`;
  const options = { headers, credentials: "omit", cache: "no-store", redirect: "error" };
  if (body === null) return method ? { ...options, method } : options;
  headers["Content-Type"] = "application/json";
  return { ...options, method: method ?? "POST", body: JSON.stringify(body) };
}

const known = new Map();

/** What the service has told about items is told once, until somebody wants to read again. */
export const forgetItems = () => known.clear();

/** The edges of these items, of these kinds. One request for 200 items. */
export async function edgesOf(space, ids, kinds) {
  const requests = [];
  for (let start = 0; start < ids.length; start += IDS_MAX) {
    requests.push(ask(inSpace(space, "/edges"), { id: ids.slice(start, start + IDS_MAX), kind: kinds }));
  }
  const edges = (await Promise.all(requests)).flatMap(({ edges: found }) => found);
  return [...new Map(edges.map((edge) => [`${edge.source} ${edge.kind} ${edge.target}`, edge])).values()];
}

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
