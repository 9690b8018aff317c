// Uses the compiled client on a service, and prints what came. Arguments: the client, the address of the service.
import { pathToFileURL } from "node:url";

const [client, url] = process.argv.slice(2);
const { Memory, ServiceError, Unreachable } = await import(pathToFileURL(client));
const told = {};

let failures = 2;
const keys = new Set();
const flaky = async (address, init) => {
  keys.add(init.headers["Idempotency-Key"]);
  const answer = await fetch(address, init);
  if (failures-- > 0) throw new TypeError("the connection broke after the service had done it");
  return answer;
};
const messages = [
  { role: "system", content: "Be brief." },
  { role: "user", name: "Ada", content: "My sister Nil is allergic to walnuts.", reasoning_content: "ignored" },
  { role: "assistant", content: [{ type: "text", text: "Noted." }] },
];
const stored = await new Memory(url, { space: "ada-ü", fetch: flaky }).add(messages);
told.stored = stored.messages.map((id) => id !== null);
told.keys = keys.size;

const memory = new Memory(`${url}/`, { space: "ada-ü", triesMax: 1 });
const shown = [messages[0], { role: "user", content: "What should I not bake for Nil?" }];
const turn = await memory.turn(shown);
told.roles = turn.putInto(shown).map((message) => message.role);
told.block = turn.putInto(shown)[1].content;
await memory.judge(turn.block.id, { thumbs: "up" });

const made = await memory.addFact({ text: "Nil lives in Izmir.", about: ["Nil"] });
await memory.editFact(made.id, { text: "Nil lives in Bursa." });
told.found = (await memory.search("Bursa", { label: ["Fact"] })).map((found) => found.item.body);
told.items = 0;
for await (const item of memory.items()) told.items += item.id ? 1 : 0;
told.gone = (await memory.forget({ person: "Nil", dry_run: true })).ids.length > 0;

const failed = async (call) => {
  try {
    await call();
    return "";
  } catch (error) {
    return [error.name, error.status, error.kind, error instanceof ServiceError, error instanceof Unreachable];
  }
};
told.refused = await failed(() => memory.item("f00000999"));
told.unreachable = await failed(() => new Memory("http://127.0.0.1:1", { space: "a", triesMax: 1 }).turn(messages));
console.log(JSON.stringify(told));
