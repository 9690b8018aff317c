// What the service does between turns: rounds and long jobs, and what models have cost.

import { ask, inSpace } from "./asking.js";
import { element, note, numbered, paged, plural, table, tableRow, told, when } from "./elements.js";
import { itemLink, quoted } from "./item.js";
import { addressOf } from "./places.js";

const ALMOST = 0.8; // of a ceiling

export async function showJobs(section, { space }) {
  const [its, unread, { jobs, next_cursor: more }] = await Promise.all([
    ask(inSpace(space, "")),
    ask(inSpace(space, "/rounds")),
    ask(inSpace(space, "/jobs")),
  ]);
  const caption = more ? "The latest jobs of this space" : "The jobs of this space";
  const spaces = table(["Space", "Messages", "Round"], [], "By name");
  section.append(
    element("h2", {}, "Rounds of this space"),
    element("p", { class: "why" }, stateOf(its)),
    element("p", {}, unreadOf(its, unread)),
    element("p", {}, readOf(its.round)),
    element("h2", {}, "Imports, exports and transcripts"),
    jobs.length
      ? table(["Job", "Kind", "State", "Done", "Error"], jobs.map(jobCells), caption)
      : note("None is under way, and none is kept."),
    element("h2", {}, "Rounds of all spaces"),
    spaces,
  );
  await paged(
    spaces.querySelector("tbody"),
    async (cursor) => {
      const { spaces: names, next_cursor: next } = await ask("spaces", { limit: 20, cursor });
      const found = await Promise.all(names.map((name) => (name === space ? its : spaceOf(name))));
      return { rows: found.map(spaceRow), next };
    },
    "More spaces",
  );
}

const spaceOf = (name) => ask(inSpace(name, "")).catch((error) => ({ name, error }));

const jobCells = (job) => [element("code", {}, job.id), job.kind, job.state, progressOf(job), told(job.error ?? "")];

function spaceRow(its) {
  const link = element("a", { href: addressOf({ space: its.name, at: null }), class: "told", dir: "auto" }, its.name);
  if (its.error) return tableRow([link, "", its.error.message]);
  return tableRow([link, numbered(its.message_count), stateOf(its)]);
}

function unreadOf({ message_count: count }, { messages, rounds, calls, tokens_in, tokens_out, cost }) {
  if (!messages) return `All of ${plural(count, "message")} are read.`;
  const effort = calls
    ? ` and ${plural(calls, "model call")}, about ${numbered(tokens_in + tokens_out)} tokens (${dollars(cost)})`
    : ", by rules";
  const words = `${numbered(messages)} of ${plural(count, "message")} are unread.`;
  return `${words} To read them takes ${plural(rounds, "round")} at most${effort}.`;
}

const readOf = ({ rounded_to: last }) =>
  last ? ["The last message that a round has read is ", itemLink(last, last), "."] : "";

/** The state of a space's rounds in words; what needs a person is marked. */
function stateOf({ name, round, paused }) {
  const now = new Date();
  const error = told(round.last_error ?? "no reason is noted");
  const next = round.retry_at && new Date(round.retry_at) > now ? [" Next attempt: ", when(round.retry_at), "."] : [];
  const command = `remembrancer round ${quoted(name)}`;
  if (round.lease_until && new Date(round.lease_until) > now) {
    return element("span", { class: "busy" }, "Under way, until ", when(round.lease_until), " at the latest.");
  }
  if (round.is_set_aside) {
    const words = `Set aside after ${plural(round.attempts, "failure")}: `;
    return element(
      "span",
      { class: "problem" },
      words,
      error,
      ". It runs again only on request: ",
      element("code", {}, command),
    );
  }
  if (round.attempts) {
    return element("span", { class: "problem" }, `Failed ${plural(round.attempts, "time")}: `, error, ".", next);
  }
  if (next.length) return element("span", { class: "busy" }, "Put off: ", error, ".", next);
  if (paused) return "Paused: new messages wait.";
  if (round.has_imports) {
    return element("span", {}, "Imported messages wait to be read: ", element("code", {}, `${command} --backfill`));
  }
  return round.rounded_to ? "In order." : "No round yet.";
}

function progressOf({ done, total, state }) {
  const words = total ? `${numbered(done)} of ${numbered(total)}` : numbered(done);
  return state === "running" && total ? element("progress", { value: done, max: total }, words) : words;
}

function dollars(cost) {
  if (cost === null) return "price unknown";
  return `$${cost.toFixed(cost && cost < 0.01 ? 5 : 2)}`;
}

export async function showLedger(section, { space }) {
  const cost = await ask(inSpace(space, "/cost"));
  section.append(
    element("h2", {}, "What models have cost"),
    element("p", { class: "why" }, costInWords(cost)),
    cost.lines.length ? costTable(cost.lines) : "",
    element("h2", {}, "Ceilings of the current hour"),
    ceilingsOf(cost),
  );
  if (!cost.calls) return;
  const headings = ["When", "Purpose", "Model", "Outcome", "Tokens in", "Tokens out", "Cost", "Took", "Error"];
  const calls = table(headings, [], "Newest first");
  section.append(element("h2", {}, "Calls"), calls);
  await paged(
    calls.querySelector("tbody"),
    async (cursor) => {
      const page = await ask(inSpace(space, "/calls"), { limit: 50, cursor });
      return { rows: page.calls.map(callRow), next: page.next_cursor };
    },
    "Earlier calls",
  );
}

function costInWords({ calls, messages, calls_per_100_messages: rate, cost }) {
  if (!calls) return "Nothing: no model was called for this space. Rounds go by rules, unless a model is set.";
  const counts = `${plural(calls, "call")} for ${plural(messages, "message")}, ${rate.toFixed(1)} per 100`;
  return `${counts}: ${dollars(cost)}.`;
}

function costTable(lines) {
  const headings = ["Purpose", "Model", "Calls", "Failed", "Tokens in", "Tokens out", "Cost", "Per 100 messages"];
  const rows = lines.map((line) => [
    line.purpose,
    told(line.model),
    numbered(line.calls),
    line.failed || "",
    numbered(line.tokens_in),
    numbered(line.tokens_out),
    dollars(line.cost),
    line.calls_per_100_messages.toFixed(1),
  ]);
  return table(headings, rows, "By purpose and model");
}

function ceilingsOf({ hour, hour_of_all: all }) {
  const hours = [["This space", hour]];
  if (all) hours.push(["All spaces", all]);
  const rows = hours.map(([name, { calls, calls_max, tokens, tokens_max }]) => [
    name,
    usedOf(calls, calls_max),
    usedOf(tokens, tokens_max),
  ]);
  return table(["", "Calls", "Tokens"], rows, "Work above a ceiling waits for the next hour");
}

function usedOf(count, most) {
  const words = `${numbered(count)} of ${numbered(most)}`;
  return element(
    "span",
    { class: "used" },
    words,
    element("meter", { min: 0, max: most, high: most * ALMOST, value: count, "aria-label": words }),
  );
}

function callRow(call) {
  return tableRow([
    when(call.created_at),
    call.purpose,
    told(call.model),
    call.outcome.replaceAll("_", " "),
    numbered(call.tokens_in),
    numbered(call.tokens_out),
    dollars(call.cost),
    `${(call.duration_ms / 1000).toFixed(1)} s`,
    told(call.error ?? ""),
  ]);
}
