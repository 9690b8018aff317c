// What the service does between turns: rounds and long jobs, and what models have cost.

import { ask, inSpace } from "./asking.js";
import { element, note, paged, plural, table, tableRow, told, when } from "./elements.js";
import { addressOf } from "./places.js";

export async function showJobs(section, { space }) {
  const [its, unread, { jobs, next_cursor: more }] = await Promise.all(
    [ask(inSpace(space, "")), ask(inSpace(space, "/rounds")), ask(inSpace(space, "/jobs"))]);
  const rows = jobs.map((job) => [element("code", {}, job.id), job.kind, job.state, progressOf(job), told(job.error ?? "")]);
  const all = table(["Space", "Messages", "Round"], [], "Name by name");
  section.append(
    element("h2", {}, "Rounds of this space"), element("p", { class: "why" }, stateOf(its)),
    element("p", {}, `${plural(its.message_count, "message")}, ${unread.messages} of them unread. ` + (unread.messages ? `To read them takes ${plural(unread.rounds, "round")} at most` +
      (unread.calls ? ` and ${plural(unread.calls, "model call")}, about ${(unread.tokens_in + unread.tokens_out).toLocaleString("en")} tokens (${dollars(unread.cost)}).` : ", by rules.") : "")),
    element("h2", {}, "Imports, exports and transcripts"),
    rows.length ? table(["Job", "Kind", "State", "Done", "Error"], rows, `The ${more ? "latest " : ""}jobs of this space`) : note("None is under way or kept."),
    element("h2", {}, "Rounds of all spaces"),
    all);
  await paged(all.querySelector("tbody"), async (cursor) => {
    const page = await ask("spaces", { limit: 20, cursor });
    const found = await Promise.all(page.spaces.map((name) => ask(inSpace(name, "")).catch((error) => ({ name, error }))));
    return { rows: found.map(spaceRow), next: page.next_cursor };
  }, "More spaces");
}

const spaceRow = (its) => tableRow([
  element("a", { href: addressOf({ space: its.name, at: null }), class: "told", dir: "auto" }, its.name),
  its.message_count?.toLocaleString("en") ?? "", its.error ? its.error.message : stateOf(its),
]);

/** The state of a space's rounds in words; what needs a person is marked. */
function stateOf({ round, paused }) {
  const retry = round.retry_at && new Date(round.retry_at) > new Date() ? [" Next attempt: ", when(round.retry_at), "."] : [];
  if (round.lease_until && new Date(round.lease_until) > new Date()) return element("span", { class: "busy" }, "Under way, until ", when(round.lease_until), " at the latest.");
  if (round.attempts) return element("span", { class: "problem" }, `Failed ${plural(round.attempts, "time")}: `, told(round.last_error ?? "no reason is noted"), ".",
    ...(retry.length ? retry : [" If it is not tried again by itself: remembrancer round SPACE"]));
  if (retry.length) return element("span", { class: "busy" }, "Put off: ", told(round.last_error ?? ""), ".", ...retry);
  if (paused) return element("span", {}, "Paused.");
  if (round.has_imports) return element("span", {}, "Imported messages wait to be read: remembrancer round SPACE --backfill");
  return element("span", {}, round.rounded_to ? `In order; read up to ${round.rounded_to}.` : "No round yet.");
}

const progressOf = ({ done, total, state }) =>
  state === "running" && total ? element("progress", { value: done, max: total }, `${done} of ${total}`) : total ? `${done} of ${total}` : `${done}`;

const dollars = (cost) => (cost === null ? "price unknown" : `$${cost.toFixed(cost && cost < 0.01 ? 5 : 2)}`);

export async function showLedger(section, { space }) {
  const cost = await ask(inSpace(space, "/cost"));
  const hours = [["This space", cost.hour], ["All spaces", cost.hour_of_all]].filter(([, hour]) => hour);
  const rows = cost.lines.map((line) => [line.purpose, told(line.model), line.calls, line.failed || "", line.tokens_in.toLocaleString("en"),
    line.tokens_out.toLocaleString("en"), dollars(line.cost), line.calls_per_100_messages.toFixed(1)]);
  const calls = table(["When", "Purpose", "Model", "Outcome", "Tokens in", "Tokens out", "Cost", "Took", "Error"], [], "Newest first");
  section.append(
    element("h2", {}, "What models have cost"),
    element("p", { class: "why" }, cost.calls ? `${plural(cost.calls, "call")} for ${plural(cost.messages, "message")}, ${cost.calls_per_100_messages.toFixed(1)} per 100: ${dollars(cost.cost)}.`
      : "Nothing: no model was called for this space. Rounds go by rules, unless a model is set."),
    rows.length ? table(["Purpose", "Model", "Calls", "Failed", "Tokens in", "Tokens out", "Cost", "Per 100 messages"], rows, "By purpose and model") : "",
    element("h2", {}, "Ceilings of the current hour"),
    table(["", "Calls", "", "Tokens", ""], hours.map(([name, hour]) => [name, ...used(hour.calls, hour.calls_max), ...used(hour.tokens, hour.tokens_max)]), "Work above a ceiling waits for the next hour"),
    ...(cost.calls ? [element("h2", {}, "Calls"), calls] : []));
  if (cost.calls) await paged(calls.querySelector("tbody"), async (cursor) => {
    const page = await ask(inSpace(space, "/calls"), { limit: 50, cursor });
    const rows = page.calls.map((call) => [when(call.created_at), call.purpose, told(call.model), call.outcome, call.tokens_in, call.tokens_out, dollars(call.cost), `${(call.duration_ms / 1000).toFixed(1)} s`, told(call.error ?? "")]);
    return { rows: rows.map(tableRow), next: page.next_cursor };
  }, "Earlier calls");
}

const used = (count, most) => [`${count.toLocaleString("en")} of ${most.toLocaleString("en")}`, element("meter", { min: 0, max: most, high: most * 0.8, value: count, "aria-label": "used" })];
