// Deletes for good: first everything that would go, then the receipt.

import { ask, inSpace, itemsOf } from "./asking.js";
import { renew } from "./changing.js";
import { element, note, numbered, problem, shortened, table, told, when } from "./elements.js";
import { openForm } from "./forms.js";
import { textOf } from "./item.js";
import { t } from "./words.js";

const TEXTS_MAX = 200;

/** Opens a form with all that goes with a target, as `POST /forget` takes it. */
export async function forgetForm(space, target) {
  const preview = element("div", {}, note(t("Reading …")));
  openForm({
    title: t("Delete for good"),
    fields: [
      { name: "seen", words: t("I have seen what goes. It cannot be undone."), type: "checkbox", required: true },
    ],
    preview,
    words: t("Delete"),
    isGrave: true,
    act: async () => {
      const receipt = await ask(inSpace(space, "/forget"), {}, target);
      renew();
      return receiptOf(receipt);
    },
  });
  try {
    const { counts, ids, rebuilt } = await ask(inSpace(space, "/forget"), {}, { ...target, dry_run: true });
    const items = await itemsOf(space, ids.slice(0, TEXTS_MAX));
    preview.replaceChildren(
      element("h3", {}, t("What goes")),
      countsOf(counts),
      ...Map.groupBy(items.values(), ({ label }) => label)
        .entries()
        .map(([label, its]) => textsOf(label, its)),
      rebuilt.length ? note(t("{n} texts lose a part and are written again.", { n: numbered(rebuilt.length) })) : "",
    );
  } catch (error) {
    preview.replaceChildren(problem(error));
  }
}

const countsOf = (counts) =>
  element(
    "p",
    {},
    Object.entries(counts)
      .map(([label, count]) => `${t(label)}: ${numbered(count)}`)
      .join(" · "),
  );

const textsOf = (label, items) =>
  element(
    "details",
    {},
    element("summary", {}, `${t(label)} (${numbered(items.length)})`),
    element(
      "ul",
      {},
      items.map((item) => element("li", {}, told(shortened(textOf(item), 200)))),
    ),
  );

function receiptOf({ id, counts, rebuilt, done_at: done }) {
  const rows = [
    [t("Receipt"), element("code", {}, id)],
    ...Object.entries(counts).map(([label, count]) => [t(label), numbered(count)]),
    [t("To be rewritten"), numbered(rebuilt.length)],
    [t("Last trace gone"), done ? when(done) : "–"],
  ];
  return [element("p", {}, t("It is gone.")), table([t("What"), ""], rows, t("The receipt, which is kept"))];
}
