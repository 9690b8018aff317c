// For who runs the service: is it well, what is due, what has failed and why, what does it cost, who has keys.

import { ask, askText, inSpace } from "./asking.js";
import { bar, button, element, note, numbered, paged, problem, table, tableRow, told, when } from "./elements.js";
import { ledgerShown } from "./ledger.js";
import { countsIn, sharesOf } from "./metrics.js";
import { addressOf } from "./places.js";
import { mayDelete, mayWrite } from "./rights.js";
import { counted, t } from "./words.js";

const AGAIN_MS = 5_000;
const TIMES = [
  ["0.05", "up to 50 ms", "fast"],
  ["0.25", "up to 250 ms", "fair"],
  ["1.0", "up to 1 s", "slow"],
  ["+Inf", "slower", "late"],
];

export async function show(section, { space }) {
  const health = element("div");
  const work = element("div");
  const spaces = table([t("Space"), t("Messages"), t("Searched by"), t("Rounds")], [], t("By name"));
  const keys = element("div");
  section.append(
    part(t("Health"), health),
    part(t("This space: {space}", { space }), work),
    part(t("All spaces"), spaces),
    part(t("What models have cost here"), await ledgerShown(space)),
    part(t("Keys"), keys),
  );
  await Promise.all([fillHealth(health), fillWork(work, space), fillSpaces(spaces, space), fillKeys(keys)]);
  keepLive(section, () => Promise.all([fillHealth(health), fillWork(work, space)]));
}

const part = (title, ...content) => element("section", { class: "part" }, element("h2", {}, title), content);

/** Reads again every few seconds, as long as the part is shown and seen. */
function keepLive(section, read) {
  const timer = setInterval(() => {
    if (!section.isConnected) clearInterval(timer);
    else if (document.visibilityState === "visible") read().catch(() => clearInterval(timer));
  }, AGAIN_MS);
}

async function fillHealth(place) {
  const [ready, metrics] = await Promise.all([askText("ready"), askText("metrics")]);
  const { version = "" } = ready ? JSON.parse(ready) : {};
  const state = ready
    ? element("b", { class: "good" }, t("The service and its store answer."))
    : element("b", { class: "problem" }, t("The service answers, but its store does not work. See the log."));
  const shown = [element("p", {}, state, version ? ` Remembrancer ${version}.` : "")];
  if (metrics === null) shown.push(note(t("Counts and times are for keys that open all spaces.")));
  else shown.push(...measured(metrics));
  place.replaceChildren(...shown);
}

function measured(metrics) {
  const shares = sharesOf(
    metrics,
    "remembrancer_turn_seconds",
    TIMES.map(([most]) => most),
  );
  const total = shares.reduce((sum, count) => sum + count, 0);
  const rounds = countsIn(metrics, "remembrancer_round_seconds_count", "result");
  const failed = [...rounds].filter(([result]) => result !== "ok").reduce((sum, [, count]) => sum + count, 0);
  const outages = [...countsIn(metrics, "remembrancer_store_outages_total").values()][0] ?? 0;
  const waiting = [...countsIn(metrics, "remembrancer_queue_spaces", "work")].filter(([, count]) => count);
  const rows = [
    [t("Turns since the start"), total ? timesShown(shares, total) : t("none yet")],
    [
      t("Rounds since the start"),
      `${numbered(rounds.get("ok") ?? 0)}${failed ? `, ${t("{n} failed", { n: failed })}` : ""}`,
    ],
    [t("Waiting"), waiting.map(([work, count]) => `${t(work)}: ${count}`).join(", ") || t("nothing")],
    [t("Outages of the store"), numbered(outages)],
  ];
  return [
    element(
      "dl",
      {},
      rows.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ),
  ];
}

function timesShown(shares, total) {
  const pieces = TIMES.map(([, words, kind], place) => [shares[place] / total, kind, `${t(words)}: ${shares[place]}`]);
  const names = TIMES.map(([, words, kind], place) =>
    element("span", { class: kind }, `${t(words)}: ${numbered(shares[place])}`),
  );
  return element(
    "div",
    { class: "shares" },
    `${numbered(total)} `,
    bar(pieces, t("How long turns took")),
    element("p", {}, names),
  );
}

async function fillWork(place, space) {
  const [its, unread, { jobs }] = await Promise.all([
    ask(inSpace(space, "")),
    ask(inSpace(space, "/rounds")),
    ask(inSpace(space, "/jobs")),
  ]);
  const left = unread.messages
    ? counted(unread.messages, "1 message is unread", "{n} messages are unread")
    : t("everything is read");
  const pause = mayWrite()
    ? button(its.paused ? t("Resume rounds") : t("Pause rounds"), async () => {
        await ask(inSpace(space, ""), {}, { paused: !its.paused }, "PATCH");
        await fillWork(place, space);
      })
    : null;
  const cells = jobs.map((job) => [
    element("code", {}, job.id),
    t(job.state),
    progressOf(job),
    told(job.error ?? ""),
  ]);
  place.replaceChildren(
    element("p", { class: "why" }, stateOf(its)),
    element(
      "p",
      {},
      [counted(its.message_count, "1 message", "{n} messages"), left, t("profile {name}", { name: its.profile })].join(
        " · ",
      ),
      " ",
      pause,
    ),
    jobs.length
      ? table([t("Job"), t("State"), t("Done"), t("Error")], cells, t("Imports"))
      : note(t("No import is under way.")),
  );
}

async function fillSpaces(place, space) {
  await paged(
    place.querySelector("tbody"),
    async (cursor) => {
      const { spaces: names, next_cursor: next } = await ask("spaces", { limit: 20, cursor });
      const found = await Promise.all(names.map((name) => ask(inSpace(name, "")).catch((error) => ({ name, error }))));
      return { rows: found.map((its) => spaceRow(its, space)), next };
    },
    t("More spaces"),
  );
}

function spaceRow(its, open) {
  const look = {
    href: addressOf({ space: its.name }),
    class: "told",
    dir: "auto",
    "aria-current": its.name === open ? "true" : null,
  };
  const link = element("a", look, its.name);
  if (its.error) return tableRow([link, "", "", its.error.message]);
  const embedder = its.embedder ? told(its.embedder.replace(/\/\d+$/, "")) : t("words alone");
  return tableRow([link, numbered(its.message_count), embedder, stateOf(its)]);
}

/** The state of a space's rounds in words; what needs a person is marked. */
function stateOf({ round, paused }) {
  const now = new Date();
  const error = told(round.last_error ?? t("no reason is noted"));
  const next =
    round.retry_at && new Date(round.retry_at) > now ? [" ", t("Next attempt:"), " ", when(round.retry_at), "."] : [];
  if (round.lease_until && new Date(round.lease_until) > now) {
    return element("span", { class: "busy" }, t("Under way, at the latest until"), " ", when(round.lease_until), ".");
  }
  if (round.is_set_aside) {
    const words = t("Set aside after {n} failures; it runs again only on request:", { n: round.attempts });
    return element("span", { class: "problem" }, words, " ", error);
  }
  if (round.attempts) {
    const words = counted(round.attempts, "Failed once:", "Failed {n} times:");
    return element("span", { class: "problem" }, words, " ", error, ".", next);
  }
  if (next.length) return element("span", { class: "busy" }, t("Put off:"), " ", error, ".", next);
  if (paused) return t("Paused: new messages wait.");
  if (round.has_imports) return t("Imported messages wait to be read.");
  return round.rounded_to ? t("In order.") : t("No round yet.");
}

function progressOf({ done, total, state }) {
  const words = total ? t("{done} of {total}", { done: numbered(done), total: numbered(total) }) : numbered(done);
  return state === "running" && total ? element("progress", { value: done, max: total }, words) : words;
}

async function fillKeys(place) {
  if (!mayDelete()) {
    place.append(note(t("Keys are listed for keys with the scope admin that open all spaces.")));
    return;
  }
  const headings = [t("Name"), t("Scope"), t("Spaces"), t("Made"), t("Expires"), t("Last used")];
  const list = table(headings, [], t("Keys that the service keeps, oldest first"));
  try {
    place.append(list);
    await paged(list.querySelector("tbody"), async (cursor) => {
      const { keys, next_cursor: next } = await ask("keys", { cursor });
      if (!keys.length) list.replaceWith(note(t("None. Without keys the service answers only this machine.")));
      return { rows: keys.map(keyRow), next };
    });
  } catch (error) {
    place.replaceChildren(problem(error));
  }
}

const keyRow = ({ name, scope, spaces, created_at: made, ends_at: ends, used_at: used }) =>
  tableRow([
    told(name),
    t(scope),
    spaces ? told(spaces.join(", ")) : t("all"),
    when(made),
    ends ? when(ends) : t("never"),
    used ? when(used) : t("never"),
  ]);
