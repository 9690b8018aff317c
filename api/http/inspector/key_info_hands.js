// What can be done with the lines that are told in every turn.

import { ask, inSpace } from "./asking.js";
import { told } from "./changing.js";
import { openForm, WHY } from "./forms.js";
import { t } from "./words.js";

const LINE = { name: "text", type: "textarea", maxlength: 400, required: true };

export function pin(space, line) {
  openForm({
    title: t("Tell in every turn"),
    fields: [{ ...LINE, words: t("The line, at most 400 characters"), value: line }, WHY],
    act: async (given) => {
      const { changes } = await ask(inSpace(space, "/key-info/pin"), {}, given);
      told(space, t("Every block begins with it now."), changes);
    },
  });
}

export function unpin(space, { line }) {
  openForm({
    title: t("Tell no longer"),
    quote: line,
    fields: [WHY],
    act: async ({ why }) => {
      const { changes } = await ask(inSpace(space, "/key-info/unpin"), {}, { text: line, why });
      told(space, t("It is no longer told in every turn."), changes);
    },
  });
}

export function correctLine(space, { line }) {
  openForm({
    title: t("Correct"),
    fields: [{ ...LINE, words: t("What is right"), value: line }, WHY],
    act: async ({ text, why }) => {
      const gone = await ask(inSpace(space, "/key-info/unpin"), {}, { text: line, why });
      const added = await ask(inSpace(space, "/key-info/pin"), {}, { text, why });
      told(space, t("Corrected."), [...gone.changes, ...added.changes]);
    },
  });
}

export const LINE_HANDS = [
  ["Correct", correctLine],
  ["Pin", (space, { line }) => pin(space, line), ({ isPinned }) => !isPinned],
  ["Tell no longer", unpin],
];
