// A form in a dialog: some fields, what comes of it, and one button that does it.

import { button, element, problem, told } from "./elements.js";
import { t } from "./words.js";

const dialog = () => document.getElementById("hand");

/**
 * Opens a form. `fields` are `{name, words, type, value, …}`; `act(values)` does what is asked and says nothing, or
 * gives elements to show in place of the form. What it raises is shown in the form.
 */
export function openForm({ title, quote = "", fields = [], preview = null, words = t("Save"), isGrave = false, act }) {
  const done = element("button", { class: isGrave ? "grave" : "main" }, words);
  const errors = element("div");
  const submit = async (event) => {
    event.preventDefault();
    done.disabled = true;
    errors.replaceChildren();
    try {
      const shown = await act(valuesOf(event.target, fields));
      if (shown) dialog().replaceChildren(heading(title), ...shown, closeButton(t("Close")));
      else dialog().close();
    } catch (error) {
      errors.replaceChildren(problem(error));
    }
    done.disabled = false;
  };
  const form = element(
    "form",
    { submit },
    heading(title),
    quote ? element("blockquote", {}, told(quote)) : null,
    fields.map(fieldOf),
    preview,
    errors,
    element("div", { class: "buttons" }, closeButton(t("Cancel")), done),
  );
  dialog().replaceChildren(form);
  if (!dialog().open) dialog().showModal();
  (form.querySelector("textarea, input, select") ?? done).focus();
}

export const WHY = {
  name: "why",
  get words() {
    return t("Why (for the log)");
  },
  maxlength: 500,
};

const heading = (title) => element("h2", { id: "hand-title" }, title);

const closeButton = (words) => button(words, () => dialog().close());

function fieldOf({ name, words, type = "text", value = "", options = [], ...look }) {
  if (type === "checks") return checksOf(name, words, options);
  if (type === "element") return element("div", { class: "field" }, element("span", {}, words), value);
  const made = {
    textarea: () => element("textarea", { name, rows: 3, ...look }, value),
    select: () =>
      element(
        "select",
        { name, ...look },
        options.map(([each, called]) => element("option", { value: each, selected: each === value }, called)),
      ),
  };
  const field = made[type]?.() ?? element("input", { name, type, value, ...look });
  return element("label", { class: "field" }, element("span", {}, words), field);
}

const checksOf = (name, words, options) =>
  element(
    "fieldset",
    {},
    element("legend", {}, words),
    options.map(([value, called]) =>
      element("label", { class: "check" }, element("input", { type: "checkbox", name, value }), told(called)),
    ),
  );

function valuesOf(form, fields) {
  const given = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, type === "checks" ? given.getAll(name) : (given.get(name)?.trim() ?? "")]),
  );
}

/** A day of a form as the service takes a time; undefined for none. */
export const timeOf = (day) => (day ? `${day}T00:00:00Z` : undefined);

/** A time as a form has its day. */
export const dayOf = (time) => (time ? time.slice(0, 10) : "");
