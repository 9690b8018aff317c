/**
 * Long-term memory for an assistant, in a few calls. This one file is enough: copy it, or install the package. It needs
 * `fetch` and nothing else, so it runs in Node 18, Deno, Bun, browsers and workers.
 *
 *     import { Memory } from "remembrancer";
 *
 *     const memory = new Memory("http://localhost:8765", { space: "ada" });
 *     const turn = await memory.turn(messages);
 *     const reply = await openai.chat.completions.create({ model: "…", messages: turn.putInto(messages) });
 */

/** A message in OpenAI's shape, or also with `sender`, `sent_at`, `world_time` and `id`. Other fields are ignored. */
export type ChatMessage = { role: string; content?: unknown } & Partial<Omit<MessageBody, "role" | "content">>;

/** How to reach the service. */
export interface MemoryOptions {
  space: string;
  /** The service's key. */
  key?: string;
  /** Whether the first thing stored makes the space; default true. */
  create?: boolean;
  /** For each try; default 10,000. */
  timeoutMs?: number;
  /** How often what is safe to do twice is tried; default 4. */
  triesMax?: number;
  /** Another `fetch`. */
  fetch?: typeof fetch;
}

/** The service refused a request, or failed. `status` is 0 when there was no answer; `kind` is such as urn:remembrancer:not-found. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status = 0,
    readonly kind = "",
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer, or none that helps, after all tries: go on without a block, and send the messages later. */
export class Unreachable extends ServiceError {}

/** What the service answers to a turn, and the way to put its block into the messages. */
export interface Turn extends TurnAnswer {
  /** The turn's messages for the model: the block follows your instructions, and replaces what it stands for. */
  putInto<T extends { role: string }>(messages: readonly T[]): Array<T | { role: "system"; content: string }>;
}

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

const AGAIN = new Set([429, 502, 503, 504]);
const WAIT_MS = 500;
const WAIT_MS_MAX = 30_000;

/** The memory of one space. */
export class Memory {
  readonly space: string;
  readonly #url: string;
  readonly #options: MemoryOptions;

  constructor(url: string, options: MemoryOptions) {
    this.space = options.space;
    this.#url = `${new URL(url).href.replace(/\/$/, "")}/v1/spaces/${encodeURIComponent(options.space)}`;
    this.#options = options;
  }

  /** Store the messages that are new, and get the block for this call of the model. Send the whole history or only what is new. */
  async turn(messages: readonly ChatMessage[] = [], options: Omit<TurnBody, "messages"> = {}): Promise<Turn> {
    const told = await this.#ask<TurnAnswer>("POST", "/turns", { messages, ...options }, this.#making());
    return { ...told, putInto: (shown) => putInto(told, shown) };
  }

  /** Store messages without asking for a block: the model's reply, or a history in parts of at most 1,000. */
  add(messages: readonly ChatMessage[], options: Omit<MessagesBody, "messages"> = {}): Promise<AppendedAnswer> {
    return this.#ask("POST", "/messages", { messages, ...options }, this.#making());
  }

  /** Say how useful a block was, by the items that the reply used, or by a thumb for all of it. */
  judge(block: string, verdicts: VerdictsBody): Promise<VerdictsAnswer> {
    return this.#ask("POST", `/blocks/${encodeURIComponent(block)}/verdicts`, verdicts);
  }

  /** What words and meaning of the question find, best first, with scores and reasons. */
  async search(question: string, options: { label?: readonly ItemLabel[]; kind?: FactKind; limit?: number } = {}): Promise<FoundAnswer[]> {
    return (await this.#ask<SearchAnswer>("GET", "/search", undefined, { q: question, ...options })).items;
  }

  /** What is remembered, label by label, newest first. */
  async *items(options: { label?: ItemLabel; kind?: FactKind; status?: FactStatus; type?: string } = {}): AsyncGenerator<ItemAnswer> {
    let cursor: string | undefined;
    do {
      const page: ItemsAnswer = await this.#ask("GET", "/items", undefined, { ...options, limit: 200, ...(cursor ? { cursor } : {}) });
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
  }

  /** All that is known about one item, with its neighbours and its history. */
  item(id: string): Promise<ItemDetail> {
    return this.#ask("GET", `/items/${encodeURIComponent(id)}`);
  }

  /** Add a statement that nobody said. */
  addFact(fact: FactBody): Promise<ChangedAnswer> {
    return this.#change("POST", "/facts", fact);
  }

  /** Correct what a fact says, how much it matters, or when it held. From then on archivists do not change it. */
  editFact(id: string, edit: FactEdit): Promise<ChangedAnswer> {
    return this.#change("PATCH", `/facts/${encodeURIComponent(id)}`, edit);
  }

  /** Say that a fact is not true. No block shows it, and archivists do not find it again. */
  withdrawFact(id: string, why: Withdrawal = {}): Promise<ChangedAnswer> {
    return this.#change("POST", `/facts/${encodeURIComponent(id)}/withdraw`, why);
  }

  /** Rename an entity, or set its type or all of its other names. */
  editEntity(id: string, edit: EntityEdit): Promise<ChangedAnswer> {
    return this.#change("PATCH", `/entities/${encodeURIComponent(id)}`, edit);
  }

  /** Pin a line that every block shows first. */
  pin(pin: Pin): Promise<ChangedAnswer> {
    return this.#change("POST", "/key-info/pin", pin);
  }

  /** Take a line out of what every block shows, whoever put it there. */
  unpin(unpin: Unpin): Promise<ChangedAnswer> {
    return this.#change("POST", "/key-info/unpin", unpin);
  }

  /** Restore what a change replaced. The undo is a change as well. */
  undo(change: string, signed: SignedBody = {}): Promise<ChangeAnswer> {
    return this.#change("POST", `/changes/${encodeURIComponent(change)}/undo`, signed);
  }

  /** Delete for good what one of these names, and all made from it; with `dry_run`, only say what would go. */
  forget(body: ForgetBody): Promise<ForgottenAnswer> {
    return body.dry_run ? this.#ask("POST", "/forget", body) : this.#change("POST", "/forget", body);
  }

  #making(): Query {
    return { create: this.#options.create ?? true };
  }

  #ask<T>(method: string, path: string, body?: unknown, query: Query = {}): Promise<T> {
    return this.#send(method, path, body, query, true);
  }

  #change<T>(method: string, path: string, body: unknown): Promise<T> {
    return this.#send(method, path, body, {}, false);
  }

  /** What is safe to do twice is tried again, with one key for all tries; anything else is tried once. */
  async #send<T>(method: string, path: string, body: unknown, query: Query, isSafe: boolean): Promise<T> {
    const url = new URL(this.#url + path);
    for (const [name, value] of Object.entries(query))
      for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) url.searchParams.append(name, String(each));
    const headers: Record<string, string> = {
      ...(this.#options.key ? { Authorization: `Bearer ${this.#options.key}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(isSafe && method === "POST" ? { "Idempotency-Key": crypto.randomUUID() } : {}),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const triesMax = isSafe ? (this.#options.triesMax ?? 4) : 1;
    for (let tries = 1; ; tries++) {
      const signal = AbortSignal.timeout(this.#options.timeoutMs ?? 10_000);
      let failed: ServiceError;
      let told = "";
      try {
        const answer = await (this.#options.fetch ?? fetch)(url, { ...init, signal });
        if (answer.ok) return (await answer.json()) as T;
        failed = await errorOf(answer);
        told = answer.headers.get("Retry-After") ?? "";
      } catch (error) {
        failed = new Unreachable(`${url.origin} does not answer: ${String(error)}`, 0, "", { cause: error });
      }
      if (!(failed instanceof Unreachable) || tries >= triesMax) throw failed;
      // Random, so that callers do not all come back at once after an outage.
      const wait = /^\d+$/.test(told) ? Number(told) * 1000 : WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, WAIT_MS_MAX)));
    }
  }
}

async function errorOf(answer: Response): Promise<ServiceError> {
  const text = await answer.text();
  const kind = AGAIN.has(answer.status) ? Unreachable : ServiceError;
  try {
    const told = JSON.parse(text) as Problem;
    if (told.detail && told.type) return new kind(`${answer.status}: ${told.detail}`, answer.status, told.type);
  } catch {
    // Something between us and the service has answered.
  }
  return new kind(`${answer.status}: ${text.slice(0, 200) || answer.statusText}`, answer.status);
}

function putInto<T extends { role: string }>(told: TurnAnswer, messages: readonly T[]): Array<T | { role: "system"; content: string }> {
  if (!told.block.text) return [...messages];
  const isInstruction = (message: T) => message.role === "system" || message.role === "developer";
  const first = messages.findIndex((message) => !isInstruction(message));
  const lead = first < 0 ? messages.length : first;
  let start = Math.max(lead, told.visible_from?.index ?? 0);
  // Models refuse the output of a tool without the message that called it.
  while (start > lead && ["tool", "function"].includes(messages[start]?.role ?? "")) start--;
  return [...messages.slice(0, lead), { role: "system", content: told.block.text }, ...messages.slice(start)];
}

// Made by `make client` from the service's OpenAPI document.
/** What was done with the messages of the request. */
export interface AppendedAnswer {
  /** The id of each message of the request, in its order; null if it is not stored. */
  messages: Array<string | null>;
  /** The ids of messages that were not stored before. */
  new: Array<string>;
  /** The ids of the conversations of new messages. */
  conversations: Array<string>;
  /** The id of the chat's message that arrived last. */
  tip: string | null;
  /** The messages that are not stored: instructions, those without text, those that were skipped, and those that were forgotten before. */
  not_stored: Array<NotStored>;
  /** The indexes of messages with NUL (removed) or half surrogate pairs (U+FFFD in their place). */
  replaced: Array<number>;
  /** Names of fields of messages that memory does not read. */
  ignored_fields: Array<string>;
}

/** Who wrote an item that is not a message. */
export type Author = "rules" | "model" | "caller";

/** The block to put in front of the model for this turn. */
export interface BlockText {
  /** null if it was not recorded. */
  id: string | null;
  /** The caller's name of the chat; empty if there is only one. */
  chat: string;
  /** The id of the message that it is for. */
  query: string | null;
  /** What was asked, if the request had a `query`. */
  question: string | null;
  /** How long it is, in tokens. */
  tokens: number;
  /** The most tokens that it may have. */
  budget_tokens: number;
  /** The number of earlier messages that the block neither shows nor summarises. */
  left_out_count: number;
  /** When it was made. */
  created_at: string;
  /** The text. */
  text: string;
}

/** An entry of the change log: what a change did, who made it, and why. */
export interface ChangeAnswer {
  /** The id. */
  id: string;
  /** Its name, such as MergeEntities; Undo for one that undid another. */
  kind: string;
  /** What it did, on one line. */
  what: string;
  /** The given reason; may be empty. */
  why: string;
  /** rules, model or caller. */
  author: string;
  /** The archivist that proposed it; empty if unknown. */
  archivist: string;
  /** Who made a caller's change: the name that was given, and the key's name. */
  by: string;
  /** The version of the prompt that a model answered; empty for rules. */
  prompt_version: string;
  /** The ids of the messages that it is based on. */
  evidence: Array<string>;
  /** The ids of nodes that it changed or linked, at most 200. */
  touched: Array<string>;
  /** When it was made. */
  created_at: string;
  /** The last message that its round read; null outside of rounds. */
  round: string | null;
  /** The change that this one undid. */
  undoes: string | null;
  /** The change that undid this one. */
  undone_by: string | null;
}

/** What a change by hand has done. */
export interface ChangedAnswer {
  /** The item that was made or changed. */
  id: string;
  /** Its entries in the change log; none if nothing had to change. */
  changes: Array<ChangeAnswer>;
}

/** The problem as clients of OpenAI's API read it. */
export interface ClientError {
  /** As `detail`. */
  message: string;
  /** As `type`. */
  type: string;
  /** As `status`. */
  code: number;
}

/** A run of messages that belong together. */
export interface Conversation {
  /** The id. */
  id: string;
  /** The caller's name of the chat; empty if there is only one. */
  chat: string;
  /** What state it is in. */
  status?: ConversationStatus;
  /** When its first message was sent. */
  started_at: string;
  /** When its last message was sent. */
  last_at: string;
  /** Where its first message stands on the space's clock. */
  first_position: number;
  /** Where its last message stands on the space's clock. */
  last_position: number;
  /** How many messages. */
  message_count: number;
  /** Names, in the order in which they came. */
  participants?: Array<string>;
  /** The title; null if there is none. */
  title?: string | null;
  /** What it is about, in a few words each. */
  topics?: Array<string>;
  /** The id of its summary, or the text of a memory. */
  summary?: string | null;
  /** Ids of earlier conversations that were recalled in it. */
  recalls?: Array<string>;
  /** Whether it takes no more messages, however soon they come. */
  is_closed?: boolean;
  /** Whether it serves only its own chat. */
  is_alone?: boolean;
  /** The caller's own id. */
  external_id?: string | null;
}

/** Whether more messages may still join a conversation. */
export type ConversationStatus = "imported" | "active" | "complete";

/** Anything that could have its own wiki page. */
export interface Entity {
  /** The id. */
  id: string;
  /** The name. */
  name: string;
  /** The folded name of an entity, or the caller's id of a memory. */
  key: string;
  /** Whose it is, if somebody introduced it with “my …”; empty: nobody’s. */
  owner?: string;
  /** What it is. */
  type?: EntityType;
  /** Other names, as people wrote them. */
  aliases?: Array<string>;
  /** The entity in about two sentences; null if there are none. */
  brief?: string | null;
  /** The entity in full, once it has many facts; null if there is none. */
  dossier?: string | null;
  /** Whether something that it tells of has changed since it was written. */
  is_stale?: boolean;
  /** rules, model or caller. */
  author?: Author;
  /** When it was made. */
  created_at: string;
  /** When it was changed last. */
  updated_at: string;
  /** Ids of similar items that were found to be different. */
  compared_with?: Array<string>;
  /** Which of name, type and aliases a caller has set. Archivists do not change these. */
  fixed?: Array<string>;
  /** How long it is, in tokens. */
  tokens?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
}

/** Rename an entity, or set its type or its other names. Archivists do not change what is set here. */
export interface EntityEdit {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
  /** Its name; the former one becomes an alias. */
  name?: string | null;
  /** What it is. */
  type?: EntityType | null;
  /** All of its other names. */
  aliases?: Array<string> | null;
}

/** What an entity is; unknown until something says so. */
export type EntityType = "person" | "place" | "organisation" | "thing" | "unknown";

/** One statement the assistant should be able to know. */
export interface Fact {
  /** The id. */
  id: string;
  /** Its text. */
  body: string;
  /** What kind it is. */
  kind?: FactKind;
  /** What state it is in. */
  status?: FactStatus;
  /** How much it matters, 1 to 10. */
  importance?: number;
  /** How much feeling is in it, 1 to 10. */
  salience?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
  /** Of a theory: 0 to 1. */
  confidence?: number;
  /** Whose statement it is. */
  stated_by?: Role;
  /** rules, model or caller. */
  author?: Author;
  /** When it was made. */
  created_at: string;
  /** When it was changed last. */
  updated_at: string;
  /** When it became true. */
  valid_from?: string | null;
  /** When it stopped being true; null: it is true. */
  valid_to?: string | null;
  /** Why, in words; null or empty if nothing is noted. */
  reason?: string | null;
  /** When it is forgotten; null: never. */
  expires_at?: string | null;
  /** Ids of similar items that were found to be different. */
  compared_with?: Array<string>;
  /** 0; or 1 while no model has judged it, and 1 more for each time that one was asked in vain. */
  unlinked?: number;
  /** ISO 639-1; null if it is not known. */
  language?: string | null;
  /** How long it is, in tokens. */
  tokens?: number;
}

/** Add a fact, theory, question or objective. Archivists do not revise or replace it. */
export interface FactBody {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
  /** About one sentence. */
  text: string;
  /** What kind of statement it is. */
  kind?: FactKind;
  /** How much it matters, 1 to 10. */
  importance?: number;
  /** How much feeling is in it, 1 to 10. */
  salience?: number;
  /** Names or ids of entities; a name that no entity has makes one. */
  about?: Array<string>;
  /** Ids of messages that say it, if any do. */
  sources?: Array<string>;
  /** When it became true. Default: when it was first said. */
  valid_from?: string | null;
  /** When it stopped being true, if it did. */
  valid_to?: string | null;
  /** When it is forgotten. Default: never. */
  expires_at?: string | null;
}

/** Correct what a fact says, its weights or its times. Archivists do not change it from then on. For something that was true and is no longer, set `valid_to`, or add the new fact. */
export interface FactEdit {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
  /** The corrected text, if it was wrong. */
  text?: string | null;
  /** How much it matters, 1 to 10. */
  importance?: number | null;
  /** How much feeling is in it, 1 to 10. */
  salience?: number | null;
  /** When it became true. */
  valid_from?: string | null;
  /** When it stopped being true. */
  valid_to?: string | null;
  /** When it is forgotten. */
  expires_at?: string | null;
}

/** A fact and its three subtypes. */
export type FactKind = "fact" | "theory" | "question" | "objective";

/** Whether a fact still holds. */
export type FactStatus = "current" | "closed" | "superseded" | "disputed" | "withdrawn";

/** What is to be forgotten: exactly one kind of target. `since` and `until` are one kind. */
export interface ForgetBody {
  /** Ids of messages. */
  messages?: Array<string>;
  /** The id of a conversation. */
  conversation?: string | null;
  /** All messages of a chat. */
  chat?: string | null;
  /** A name, or an entity's id: all that this person said, and all that was said of them. */
  person?: string | null;
  /** Messages that were sent from this time on. */
  since?: string | null;
  /** Messages that were sent before this time. */
  until?: string | null;
  /** Only say what would go. */
  dry_run?: boolean;
}

/** What is gone: ids and counts, no content. */
export interface ForgottenAnswer {
  /** The receipt's id; empty for a dry run. */
  id: string;
  /** The name of the space. */
  space: string;
  /** What was named: messages, conversation, chat, person, time or space. */
  asked: string;
  /** How many of each label are gone. */
  counts: Record<string, number>;
  /** The ids of what is gone. */
  ids: Array<string>;
  /** The ids of what lost text; rounds write it again. */
  rebuilt: Array<string>;
  /** When it was made. */
  created_at: string;
  /** When the last trace was gone; null for a dry run. */
  done_at: string | null;
  /** Whether the store's files hold nothing of it any more, as far as the store can know. */
  is_scrubbed?: boolean | null;
}

/** An item that a search has found, with the reason. */
export interface FoundAnswer {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** How often it was written. */
  version: number;
  /** The number of its last write in the space. */
  seq: number;
  /** The item itself. */
  item: Message | Summary | Entity | Fact | SignificantMemory | Reflection | KeyInfo;
  /** The sum of its weighted terms. It compares items of one search only. */
  score: number;
  /** What the score is made of, by name, without the weights. */
  terms: Record<string, number>;
  /** The terms that weigh most, in words. */
  reason: string;
}

/** The origin of an item, and what has changed it. */
export interface History {
  /** When it was made. */
  created_at: string | null;
  /** When it was changed last. */
  updated_at: string | null;
  /** The ids of the messages and items that it was made from. */
  sources: Array<string>;
  /** Ids of the facts that hold in its place. */
  superseded_by: Array<string>;
  /** The changes of it, newest first, at most 50. */
  changes: Array<ChangeAnswer>;
}

/** One item; its fields depend on its label. */
export interface ItemAnswer {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** How often it was written. */
  version: number;
  /** The number of its last write in the space. */
  seq: number;
  /** The item itself. */
  item: Message | Summary | Entity | Fact | SignificantMemory | Reflection | KeyInfo;
}

/** One item with its neighbours and its history. */
export interface ItemDetail {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** How often it was written. */
  version: number;
  /** The number of its last write in the space. */
  seq: number;
  /** The item itself. */
  item: Message | Summary | Entity | Fact | SignificantMemory | Reflection | KeyInfo | Conversation;
  /** The newest 50 of each kind and direction. */
  neighbours: Array<Neighbour>;
  /** Where it comes from, and what has changed it. */
  history: History;
}

/** The labels of items, in the order of a list of all items. */
export type ItemLabel = "KeyInfo" | "Fact" | "Entity" | "SignificantMemory" | "Reflection" | "Summary" | "Message";

/** A page of items, newest first within a label. */
export interface ItemsAnswer {
  /** Send it as `cursor` for the next page; null at the end. */
  next_cursor: string | null;
  /** The items, in their order. */
  items: Array<ItemAnswer>;
}

/** What the assistant must know in every turn: a few lines, each with the message that it comes from. */
export interface KeyInfo {
  /** The id. */
  id?: string;
  /** One line each. */
  lines: Array<string>;
  /** Ids of the messages that it comes from; "" where there is none. */
  sources: Array<string>;
  /** How many of the first lines somebody has pinned. */
  pinned?: number;
  /** How many lines had no room; their messages are still found. */
  left_out?: number;
  /** rules, model or caller. */
  author?: Author;
  /** When it was changed last. */
  updated_at: string;
  /** How long it is, in tokens. */
  tokens?: number;
}

/** The closed set of edge kinds, each read from source to target. Files hold their order: add at the end. */
export type Kind = "IN" | "SAID_BY" | "MENTIONS" | "BRANCHES_FROM" | "TOOK_PART_IN" | "ALSO_KNOWN_AS" | "ABOUT" | "STATED_IN" | "EVIDENCE" | "PART_OF" | "SUPERSEDED_BY" | "SUMMARIZES" | "COVERS" | "PRESENTED" | "ANSWERED_BY" | "CONTRADICTS" | "CHANGED" | "HELPED_WITH";

/** The closed set of node labels. No label in a query comes from input. Files hold their order: add at the end. */
export type Label = "Space" | "Conversation" | "Message" | "Summary" | "Entity" | "Alias" | "Fact" | "Reflection" | "SignificantMemory" | "KeyInfo" | "Block" | "Request" | "Change" | "ModelCall" | "Meter" | "Receipt" | "Offer" | "AccessKey" | "LearnedWeights";

/** The kinds of significant memory. */
export type MemoryType = "character_bond" | "discovery" | "revelation" | "promise" | "goal";

/** One line of chat. Order within a chat is (position, id); ids rise with arrival. */
export interface Message {
  /** The id. */
  id: string;
  /** The id of its conversation. */
  conversation: string;
  /** The caller's name of the chat; empty if there is only one. */
  chat: string;
  /** The name of who said it. */
  sender: string;
  /** user, assistant, tool or narrator. */
  role: Role;
  /** Its text. */
  body: string;
  /** When it was sent. */
  sent_at: string;
  /** Where it stands on the space's clock: milliseconds, or the game's own time. */
  position: number;
  /** A hash of its role, sender and text. */
  digest: string;
  /** Whether the caller gave its time; if not, it is the time of arrival. */
  is_timed?: boolean;
  /** How many minutes the clock of its speaker is ahead of UTC. */
  offset_minutes?: number;
  /** The time on the game's own clock. */
  world_time?: number | null;
  /** The caller's own id. */
  external_id?: string | null;
  /** The message that it follows, if that was not the chat's last one. */
  branch_of?: string | null;
  /** Of a message that no longer counts as said: the one that is said in its place; else null. */
  replaced_by?: string | null;
  /** The summary that it is in; null for none. */
  container?: string | null;
  /** ISO 639-1; null if it is not known. */
  language?: string | null;
  /** Days that its text names, such as 2023-10-03 or 2023-10-01/2023-10-31. */
  speaks_of?: Array<string>;
  /** The scene of its turn, or fields of an imported line, as JSON. */
  extra?: string | null;
  /** Who hears it and what follows, as the caller says; empty if the caller does not say. */
  present?: Array<string>;
  /** Whether it serves only its own chat. */
  is_alone?: boolean;
  /** When it is forgotten; null: never. */
  expires_at?: string | null;
  /** How long it is, in tokens. */
  tokens?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
}

/** One message in OpenAI's chat format, with a time and a sender. Fields that memory does not read are ignored. Messages in the format of OpenAI's responses, of Anthropic, Gemini and LangChain are read too. */
export interface MessageBody {
  /** `system` and `developer` are accepted but not stored: they are not part of the conversation. */
  role: "user" | "assistant" | "tool" | "function" | "narrator" | "system" | "developer";
  /** The text, or a list of parts. Tools that it calls are stored by their names, and their results by their text; a message without either is accepted but not stored. */
  content?: string | Array<Record<string, unknown>> | null;
  /** The speaker's name. */
  sender?: string | null;
  /** OpenAI's name for `sender`. */
  name?: string | null;
  /** Your own id for this message, by which it is recognised. */
  id?: string | null;
  /** The message of this chat that it is another text of: your own id for it, or ours. What that one said is kept, but neither read, searched nor shown any more. Names of messages not stored are ignored. */
  replaces?: string | null;
  /** ISO 8601 with a time zone: the speaker's, if it is not UTC. Default: the time of arrival. */
  sent_at?: string | null;
  /** The time on the game's own clock, in any unit. */
  world_time?: number | null;
  /** For profiles that record who has heard what: the names of all who hear this message, even if they do not speak. It holds until a later message of the conversation says otherwise; a speaker is always present. Left out: the first two speakers hear all from the beginning, others from their first message on. */
  present?: Array<string> | null;
  /** When it is forgotten, with all that was made from it. Default: never. */
  expires_at?: string | null;
  /** false: only blocks of its own chat show it, and it is forgotten when its conversation is over. So is the reply to it. */
  remember?: boolean;
}

/** Messages of one chat, oldest first. You may send the whole history each time. */
export interface MessagesBody {
  /** Your own name for the chat, if the space has several. */
  chat?: string;
  /** false: only blocks of its own chat show it, and it is forgotten when its conversation is over. So is the reply to it. */
  remember?: boolean;
  /** true: the messages serve only this chat. Rounds do not read them, and no other chat's block, no search and no recall shows them. Send it with each request of the chat. */
  alone?: boolean;
  /** true: messages that are refused are left out and listed; the rest is stored. */
  skip_invalid?: boolean;
  /** The messages, oldest first. */
  messages: Array<MessageBody>;
}

/** An item that is not in the block although its score is high, with the reason. */
export interface NearMissResponse {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** How relevant it is to the question. */
  score: number;
  /** What the score is made of, by name, without the weights. */
  terms: Record<string, number>;
  /** Why, in words; null or empty if nothing is noted. */
  reason: string;
}

/** A node with an edge to or from the item. */
export interface Neighbour {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** A caption of at most 40 characters. */
  name: string;
  /** The edge's kind. */
  kind: Kind;
  /** out: from the item to its neighbour. */
  direction: "out" | "in";
  /** The edge's properties. */
  properties: Record<string, string | number | boolean | Array<string> | null>;
}

/** A message of the request that is not stored. */
export interface NotStored {
  /** Its index in the request's messages. */
  index: number;
  /** Why, in words; null or empty if nothing is noted. */
  reason: string;
}

/** Pin a line that every block of the space shows first. Rounds do not change it. At most 20 lines are pinned. */
export interface Pin {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
  /** The line, of at most 400 characters. */
  text: string;
}

/** Why a request failed (RFC 9457). */
export interface Problem {
  /** The kind of problem. */
  type: string;
  /** The kind in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What happened this time, and what to do. */
  detail: string;
  /** The errors in the request, if they can be listed. */
  errors?: Array<ProblemError>;
  /** The same for clients of OpenAI's API. */
  error: ClientError;
}

/** One thing that is wrong with a request. */
export interface ProblemError {
  /** The field, parameter or header. */
  where: string;
  /** Its value, shortened. */
  found: string;
  /** What is allowed. */
  expected: string;
}

/** A participant's view of the past, made of the previous reflection and the conversations since. */
export interface Reflection {
  /** The id. */
  id: string;
  /** Who thinks so. */
  participant: string;
  /** Its text. */
  body: string;
  /** What state it is in. */
  status?: FactStatus;
  /** rules, model or caller. */
  author?: Author;
  /** When it was made. */
  created_at: string;
  /** When it was changed last. */
  updated_at: string;
  /** How long it is, in tokens. */
  tokens?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
}

/** Who speaks: the one being helped, the assistant, or neither. */
export type Role = "user" | "assistant" | "tool" | "narrator";

/** A page of what a search has found, best first. */
export interface SearchAnswer {
  /** Send it as `cursor` for the next page; null at the end. */
  next_cursor: string | null;
  /** The items, in their order. */
  items: Array<FoundAnswer>;
}

/** An item of the block, with the reason. */
export interface ShownItemResponse {
  /** The id. */
  id: string;
  /** What sort of node it is. */
  label: Label;
  /** How relevant it is to the question. */
  score: number;
  /** What the score is made of, by name, without the weights. */
  terms: Record<string, number>;
  /** Why, in words; null or empty if nothing is noted. */
  reason: string;
  /** The part of the block that it stands in. */
  section: string;
  /** From 1, by relevance. */
  rank: number;
  /** How long it is, in tokens. */
  tokens: number;
  /** The number of earlier messages that it alone stands for in the block; with `left_out_count` they add up to all that the assistant does not see. */
  stands_for: number;
  /** What it did for the reply, once somebody or a round has judged a block that is kept; else null. */
  verdict: Verdict | null;
}

/** What every change by hand may add: a reason and a name. */
export interface SignedBody {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
}

/** A moment of a story, with its type and the triggers that recall it. */
export interface SignificantMemory {
  /** The id. */
  id: string;
  /** What it is. */
  type: MemoryType;
  /** Its text. */
  body: string;
  /** How much it matters, 1 to 10. */
  importance?: number;
  /** Names, in the order in which they came. */
  participants?: Array<string>;
  /** Names of places. */
  places?: Array<string>;
  /** The items, in their order. */
  items?: Array<string>;
  /** Words that bring it back. */
  triggers?: Array<string>;
  /** The folded name of an entity, or the caller's id of a memory. */
  key?: string;
  /** rules, model or caller. */
  author?: Author;
  /** When it was made. */
  created_at: string;
  /** When it was changed last. */
  updated_at: string;
  /** When a block last showed it. */
  accessed_at: string;
  /** When it is forgotten; null: never. */
  expires_at?: string | null;
  /** How long it is, in tokens. */
  tokens?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
}

/** A summary of messages (level 1) or of summaries of lower levels. */
export interface Summary {
  /** The id. */
  id: string;
  /** 1 for a summary of messages, 2 for one of such summaries, and so on. */
  level: number;
  /** Its text. */
  body: string;
  /** The id of its conversation. */
  conversation: string | null;
  /** When its first message was sent. */
  first_at: string;
  /** When its last message was sent. */
  last_at: string;
  /** How many minutes the clock of its speaker is ahead of UTC. */
  offset_minutes?: number;
  /** Where its first message stands on the space's clock. */
  first_position: number;
  /** Where its last message stands on the space's clock. */
  last_position: number;
  /** How many messages. */
  message_count: number;
  /** Names, in the order in which they came. */
  participants?: Array<string>;
  /** The summary that it is in; null for none. */
  container?: string | null;
  /** Whether something that it tells of has changed since it was written. */
  is_stale?: boolean;
  /** rules, model or caller. */
  author?: Author;
  /** How long it is, in tokens. */
  tokens?: number;
  /** The sum of its verdicts. */
  usefulness?: number;
}

/** The block of a turn, the items in it with reasons, and what was done with the messages. */
export interface TurnAnswer {
  /** The block for this turn. */
  block: BlockText;
  /** The items, in their order. */
  items: Array<ShownItemResponse>;
  /** What was nearly shown, best first. null in the answer to a turn whose block is recorded: read it. */
  near_misses: Array<NearMissResponse> | null;
  /** Where the history that the assistant itself sees begins; null if it sees none. */
  visible_from: VisibleFromAnswer | null;
  /** null if no messages were sent, nothing is recorded, or the block is read again. */
  appended: AppendedAnswer | null;
}

/** A turn: new messages, what the assistant sees without the block, and the size of the block. */
export interface TurnBody {
  /** Your own name for the chat, if the space has several. */
  chat?: string;
  /** false: only blocks of its own chat show it, and it is forgotten when its conversation is over. So is the reply to it. */
  remember?: boolean;
  /** true: the messages serve only this chat. Rounds do not read them, and no other chat's block, no search and no recall shows them. Send it with each request of the chat. */
  alone?: boolean;
  /** true: messages that are refused are left out and listed; the rest is stored. */
  skip_invalid?: boolean;
  /** Oldest first. Optional if there is a `query`. */
  messages?: Array<MessageBody>;
  /** How many of the chat's last messages the assistant sees without the block. Default: those sent. */
  visible?: number | null;
  /** The question that the block is for. Default: the text of the last message. */
  query?: string | null;
  /** The size of the block. Default: the setting `budget_tokens`. */
  budget_tokens?: number | null;
  /** false only reads: neither the messages nor the block are stored. */
  record?: boolean;
  /** The present situation, for profiles that use it (the assistant does not); at most 16 KiB. It is stored with the last message. */
  scene?: Record<string, string | Array<string>>;
  /** How long your own prompt is, for profiles whose budget covers the whole prompt (the assistant's does not). Default: the part of the budget that the profile leaves for it. */
  prompt_tokens?: number | null;
  /** Show only what this participant has heard. Default: show what anybody has heard. */
  character?: string | null;
}

/** Take a line out of key info, whoever put it there. It may come back when somebody says it again. */
export interface Unpin {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
  /** The line, exactly as it stands in key info. */
  text: string;
}

/** What an item in a block has done for the reply. */
export type Verdict = "useful" | "unused" | "harmful";

/** What verdicts have changed. */
export interface VerdictsAnswer {
  /** The ids of the changes that the verdicts made; none if they were known already. */
  changes: Array<string>;
}

/** How useful a block was: which items the reply used and which misled it, or a thumb for the whole block. */
export interface VerdictsBody {
  /** Ids of the block's items that the reply used; all others count as unused. */
  used?: Array<string> | null;
  /** Ids of items that misled the reply, or were corrected. */
  harmful?: Array<string>;
  /** Instead of items. up: the three most relevant helped; down: none helped. */
  thumbs?: "up" | "down" | null;
  /** Kept with the change. */
  why?: string;
}

/** Where the history that the assistant itself sees begins. The block covers what comes before. */
export interface VisibleFromAnswer {
  /** The id of the first message that the assistant itself sees; null if it is not stored. */
  message: string | null;
  /** Its index in the request's messages; null if it was not sent. */
  index: number | null;
}

/** Say that a fact is not true, or must not be known. No block shows it, and archivists do not find it again. The messages that say it stay; delete them to remove the words. */
export interface Withdrawal {
  /** The reason, for the log. */
  why?: string;
  /** Who makes the change, for the log. The key's name is added. */
  by?: string;
  /** The item's version that you have seen; 409 if it is another one by now. */
  version?: number | null;
}
// The end of what is made.
