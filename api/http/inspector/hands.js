// What can be done with what is known: a menu at each line, and several lines at once.

import { ask, detailOf, inSpace } from "./asking.js";
import { changeAndTell, changeItem, told, undoAll } from "./changing.js";
import { button, element, shortened } from "./elements.js";
import { ENTITY_HANDS } from "./entity_hands.js";
import { forgetForm } from "./forgetting.js";
import { dayOf, openForm, timeOf, WHY } from "./forms.js";
import { textOf } from "./item.js";
import { LINE_HANDS, pin } from "./key_info_hands.js";
import { mayDelete, mayWrite } from "./rights.js";
import { t } from "./words.js";

const isOpen = ({ item: its }) => ["current", "disputed"].includes(its.status);
const isKind = (kind) => (fact) => fact.item.kind === kind && isOpen(fact);
const CLOSING = ["CloseQuestion", "CompleteObjective", "WithdrawFact", "SupersedeFact", "MergeFacts"];

const FACT_HANDS = [
  ["Correct", correct, isOpen],
  ["Not true", withdraw, isOpen],
  ["Has changed", replace, (fact) => isKind("fact")(fact)],
  ["Answer", answer, isKind("question")],
  ["Done", (space, fact) => complete(space, fact, true), isKind("objective")],
  ["Given up", (space, fact) => complete(space, fact, false), isKind("objective")],
  ["Dates and weight", dates, isOpen],
  ["Tell in every turn", (space, fact) => pin(space, fact.item.body), isOpen],
  ["Open again", reopen, (fact) => !isOpen(fact)],
  ["Delete what says it", forgetSources, () => mayDelete()],
];

const MESSAGE_HANDS = [["Delete", (space, { id }) => forgetForm(space, { messages: [id] }), () => mayDelete()]];

const HANDS = {
  Fact: FACT_HANDS,
  Entity: ENTITY_HANDS,
  KeyLine: LINE_HANDS,
  Message: MESSAGE_HANDS,
};

/** The buttons for what can be done with this; none if the key may not. */
function buttonsOf(space, thing) {
  const fitting = mayWrite() ? (HANDS[thing.label] ?? []).filter(([, , fits]) => !fits || fits(thing)) : [];
  return fitting.map(([words, open]) => button(t(words), () => open(space, thing)));
}

export const handsBar = (space, thing) => element("div", { class: "handsbar" }, buttonsOf(space, thing));

/** A button at a line that opens what can be done with it. */
export function handsMenu(space, thing) {
  const buttons = buttonsOf(space, thing);
  if (!buttons.length) return null;
  const name = thing.line ?? textOf(thing);
  const summary = element("summary", { "aria-label": t("Change: {text}", { text: shortened(name, 60) }) }, "⋯");
  return element("details", { class: "hands", name: "hands" }, summary, element("div", {}, buttons));
}

addEventListener("click", ({ target }) => {
  for (const each of document.querySelectorAll("details.hands[open]")) {
    if (!each.contains(target) || target.closest("button")) each.open = false;
  }
});
addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector("details.hands[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
  event.preventDefault();
});

const pathOf = (fact, hand = "") => `/facts/${encodeURIComponent(fact.id)}${hand}`;

const post = (space, path, body) => ask(inSpace(space, path), {}, body);

function correct(space, fact) {
  openForm({
    title: t("Correct"),
    fields: [{ name: "text", words: t("What is right"), type: "textarea", value: fact.item.body, required: true }, WHY],
    act: async (given) => {
      await changeAndTell(space, fact, "PATCH", pathOf(fact), given, t("Corrected."));
    },
  });
}

function withdraw(space, fact) {
  openForm({
    title: t("Not true"),
    quote: fact.item.body,
    fields: [WHY],
    words: t("Withdraw it"),
    act: async ({ why }) => {
      const words = t("Withdrawn. Blocks do not show it, and it is not found again.");
      await changeAndTell(space, fact, "POST", pathOf(fact, "/withdraw"), { why }, words);
    },
  });
}

function replace(space, fact) {
  openForm({
    title: t("Has changed"),
    quote: fact.item.body,
    fields: [
      { name: "text", words: t("What is true now"), type: "textarea", value: fact.item.body, required: true },
      { name: "since", words: t("Since when"), type: "date" },
      WHY,
    ],
    act: async ({ text, since, why }) => {
      const { kind, importance, salience } = fact.item;
      const about = (fact.about ?? (await aboutOf(space, fact))).map(({ id }) => id);
      const body = { text, kind, importance, salience, about, valid_from: timeOf(since), why };
      const added = await post(space, "/facts", body);
      try {
        const done = await changeItem(space, fact, "POST", pathOf(fact, "/replace"), { other: added.id, why });
        told(space, t("Replaced: the old statement is kept as what was true before."), [
          ...added.changes,
          ...done.changes,
        ]);
      } catch (error) {
        await undoAll(space, added.changes);
        throw error;
      }
    },
  });
}

async function aboutOf(space, { id }) {
  const { neighbours } = await detailOf(space, id);
  return neighbours.filter(({ kind, direction }) => kind === "ABOUT" && direction === "out");
}

function answer(space, question) {
  openForm({
    title: t("Answer"),
    quote: question.item.body,
    fields: [{ name: "text", words: t("The answer; leave it empty if it no longer matters"), type: "textarea" }, WHY],
    words: t("Close the question"),
    act: async ({ text, why }) => {
      const about = (question.about ?? (await aboutOf(space, question))).map(({ id }) => id);
      const added = text ? await post(space, "/facts", { text, about, why }) : { changes: [] };
      const closed = await changeItem(space, question, "POST", pathOf(question, "/answer"), { other: added.id, why });
      told(space, t("Closed."), [...added.changes, ...closed.changes]);
    },
  });
}

function complete(space, aim, isReached) {
  openForm({
    title: t(isReached ? "Done" : "Given up"),
    quote: aim.item.body,
    fields: [WHY],
    words: t("Close the objective"),
    act: async ({ why }) => {
      const body = { is_reached: isReached, why };
      await changeAndTell(space, aim, "POST", pathOf(aim, "/complete"), body, t("Closed."));
    },
  });
}

function dates(space, fact) {
  const { valid_from: from, valid_to: to, importance, salience } = fact.item;
  const scale = { type: "number", min: 1, max: 10, required: true };
  openForm({
    title: t("Dates and weight"),
    quote: fact.item.body,
    fields: [
      { name: "from", words: t("True from"), type: "date", value: dayOf(from) },
      { name: "to", words: t("True until"), type: "date", value: dayOf(to) },
      { name: "importance", words: t("How much it matters, 1 to 10"), value: importance, ...scale },
      { name: "salience", words: t("How much feeling is in it, 1 to 10"), value: salience, ...scale },
      WHY,
    ],
    act: async (given) => {
      const changedDay = (day, was) => (day === dayOf(was) ? undefined : timeOf(day));
      const body = {
        valid_from: changedDay(given.from, from),
        valid_to: changedDay(given.to, to),
        importance: Number(given.importance),
        salience: Number(given.salience),
        why: given.why,
      };
      await changeAndTell(space, fact, "PATCH", pathOf(fact), body, t("Changed."));
    },
  });
}

async function reopen(space, fact) {
  const { history } = await detailOf(space, fact.id);
  const closing = history.changes.find(({ kind, undone_by: undone }) => CLOSING.includes(kind) && !undone);
  openForm({
    title: t("Open again"),
    quote: fact.item.body,
    fields: closing ? [WHY] : [],
    preview: element(
      "p",
      {},
      closing ? t("This undoes: {what}", closing) : t("The change that closed it is gone from the log."),
    ),
    act: async ({ why = "" }) => {
      told(space, t("It holds again."), closing ? await undoAll(space, [closing], why) : []);
    },
  });
}

async function forgetSources(space, fact) {
  const { history } = await detailOf(space, fact.id);
  forgetForm(space, { messages: history.sources.filter((id) => id.startsWith("m")) });
}

/** Buttons that add a statement, about the subject if there is one, and a line of key info. */
export function addHands(space, subject = null) {
  if (!mayWrite()) return null;
  const kinds = ["fact", "question", "objective", "theory"].map((kind) => [kind, t(kind)]);
  const add = () =>
    openForm({
      title: t("Add a statement"),
      fields: [
        { name: "text", words: t("About one sentence"), type: "textarea", required: true },
        { name: "kind", words: t("Kind"), type: "select", value: "fact", options: kinds },
        { name: "about", words: t("Whom or what it is about"), value: subject?.item.name ?? "" },
        { name: "since", words: t("Since when"), type: "date" },
        WHY,
      ],
      act: async ({ text, kind, about, since, why }) => {
        const known = subject && about === subject.item.name ? subject.id : about;
        const body = { text, kind, about: about ? [known] : [], valid_from: timeOf(since), why };
        const { changes } = await post(space, "/facts", body);
        told(space, t("Added."), changes);
      },
    });
  const line = subject ? null : button(t("Tell something in every turn"), () => pin(space, ""));
  return [button(t("Add a statement"), add), line ? " " : null, line];
}
