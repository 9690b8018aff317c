// Two blocks beside each other: what only one of them shows.

import { ask, inSpace, itemsOf } from "./asking.js";
import { element, note, shortened, showLatest, when } from "./elements.js";
import { itemLink, named, textOf } from "./item.js";
import { counted, t } from "./words.js";

const BLOCKS = 20;

/** A choice of other blocks, and the difference to the one that is chosen. */
export function comparing(space, turn) {
  const result = element("div", { class: "beside" });
  const choice = element("select", {
    "aria-label": t("Compare with"),
    change: ({ target: { value } }) =>
      showLatest(result, async () =>
        value ? differenceOf(space, turn, await ask(inSpace(space, `/blocks/${encodeURIComponent(value)}`))) : [],
      ),
  });
  const toggle = async () => {
    if (choice.options.length) return;
    choice.append(element("option", { value: "" }, t("another block …")));
    const { blocks } = await ask(inSpace(space, "/blocks"), { limit: BLOCKS });
    const others = blocks.filter(({ id }) => id !== turn.block.id);
    choice.append(
      ...others.map(({ id, created_at: time, question }) =>
        element("option", { value: id }, `${when(time).textContent} ${shortened(question ?? "", 60)} ${id}`),
      ),
    );
  };
  return element(
    "details",
    { class: "comparing", toggle },
    element("summary", {}, t("Compare with another block")),
    choice,
    result,
  );
}

async function differenceOf(space, here, there) {
  const onlyIn = (one, other) => one.items.filter(({ id }) => !other.items.some((each) => each.id === id));
  const [mine, theirs] = [onlyIn(here, there), onlyIn(there, here)];
  const known = await itemsOf(
    space,
    [...mine, ...theirs].map(({ id }) => id),
  );
  const both = here.items.length - mine.length;
  const listOf = (items) =>
    items.length
      ? element(
          "ul",
          {},
          items.map(({ id, label }) =>
            element(
              "li",
              {},
              `${named(label)}: `,
              itemLink(id, known.has(id) ? shortened(textOf(known.get(id)), 160) : id),
            ),
          ),
        )
      : note(t("Nothing."));
  return [
    element("div", {}, element("h4", {}, t("Only in this block")), listOf(mine)),
    element("div", {}, element("h4", {}, t("Only in the other one")), listOf(theirs)),
    note(counted(both, "1 item is in both.", "{n} items are in both.")),
  ];
}
