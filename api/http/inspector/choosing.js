// Several lines at once: boxes to choose them by, and what can be done with all of them.

import { changeItem, told } from "./changing.js";
import { button, element, problem } from "./elements.js";
import { mayWrite } from "./rights.js";
import { counted, t } from "./words.js";

const picked = new WeakMap();

/** The box by which a line is chosen together with others. */
export function pickOf(fact) {
  if (!mayWrite()) return null;
  const box = element("input", { type: "checkbox", "aria-label": t("Choose: {text}", { text: fact.item.body }) });
  picked.set(box, fact);
  return element("label", { class: "pick" }, box);
}

/** What can be done with all chosen lines, while there are any. */
export function choosing(space, result) {
  const chosen = () => [...result.querySelectorAll(".pick :checked")].map((box) => picked.get(box));
  const errors = element("span");
  const withdrawAll = async () => {
    const done = [];
    try {
      for (const fact of chosen()) {
        const { changes } = await changeItem(space, fact, "POST", `/facts/${fact.id}/withdraw`, {});
        done.push(...changes);
      }
      told(space, counted(done.length, "1 statement is withdrawn.", "{n} statements are withdrawn."), done);
    } catch (error) {
      errors.replaceChildren(problem(error));
    }
  };
  const words = element("span", { role: "status" });
  const clear = () => {
    for (const box of result.querySelectorAll(".pick :checked")) box.checked = false;
    bar.hidden = true;
  };
  const bar = element(
    "div",
    { class: "chosen", hidden: true },
    words,
    button(t("Not true"), withdrawAll),
    button(t("Choose none"), clear),
    errors,
  );
  result.onchange = () => {
    words.textContent = counted(chosen().length, "1 chosen", "{n} chosen");
    bar.hidden = !chosen().length;
  };
  return bar;
}
