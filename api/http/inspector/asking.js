// Asks the service. The key is sent in a header and kept in this tab only.

const KEY = "remembrancer-key";
const AT_ONCE_MAX = 6;

export class Refusal extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

export const keepKey = (key) => sessionStorage.setItem(KEY, key);

/** The answer to a GET, or with a body to a POST. Raises Refusal in the service's own words. */
export async function ask(path, asked = {}, body = undefined) {
  const url = new URL(`v1/${path}`, document.baseURI);
  for (const [name, value] of Object.entries(asked)) {
    for (const each of [value].flat()) if (each !== undefined && each !== null) url.searchParams.append(name, each);
  }
  const key = sessionStorage.getItem(KEY);
  const headers = { ...(key ? { Authorization: `Bearer ${key}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
  const options = { method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers, credentials: "omit" };
  const answer = await fetch(url, { ...options, cache: "no-store", redirect: "error" }).catch(() => null);
  if (answer === null) throw new Refusal(0, "The service does not answer. See whether it is still running, then read again.");
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, found?.detail ?? `The service answers ${answer.status}.`);
  return found;
}

export const inSpace = (space, path) => `spaces/${encodeURIComponent(space)}${path}`;

const known = new Map();
const waiting = [];
let running = 0;

/** An item with its neighbours and its history. Each is read once, a few at a time. */
export function item(space, id) {
  const path = inSpace(space, `/items/${encodeURIComponent(id)}`);
  if (!known.has(path)) {
    known.set(path, new Promise((done, failed) => waiting.push({ path, done, failed })));
    goOn();
  }
  return known.get(path);
}

export const forgetItems = () => known.clear();

function goOn() {
  while (running < AT_ONCE_MAX && waiting.length) {
    const { path, done, failed } = waiting.shift();
    running += 1;
    ask(path).then(done, (error) => (known.delete(path), failed(error))).finally(() => (running -= 1, goOn()));
  }
}
