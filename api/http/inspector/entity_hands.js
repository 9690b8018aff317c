// What can be done with people, places and things: names, one made of two, two made of one.

import { ask, detailOf, inSpace, itemsOf } from "./asking.js";
import { changeAndTell, changeItem, told } from "./changing.js";
import { element, note, shortened, told as said } from "./elements.js";
import { forgetForm } from "./forgetting.js";
import { openForm, WHY } from "./forms.js";
import { mayDelete } from "./rights.js";
import { counted, t } from "./words.js";

const TYPES = ["person", "place", "organisation", "thing", "unknown"];
const TOLD_MAX = 50; // neighbours of one kind, as many as the service tells
const TYPED_MS = 250;

const pathOf = ({ id }, hand = "") => `/entities/${encodeURIComponent(id)}${hand}`;

function rename(space, entity) {
  const { name, type } = entity.item;
  openForm({
    title: t("Name and type"),
    fields: [
      { name: "name", words: t("Name; the former one becomes another name"), value: name, required: true },
      {
        name: "type",
        words: t("What it is"),
        type: "select",
        value: type,
        options: TYPES.map((each) => [each, t(each)]),
      },
      WHY,
    ],
    act: async (given) => {
      await changeAndTell(space, entity, "PATCH", pathOf(entity), given, t("Changed."));
    },
  });
}

function otherNames(space, entity) {
  openForm({
    title: t("Other names"),
    quote: entity.item.name,
    fields: [
      {
        name: "aliases",
        words: t("All other names, one a line"),
        type: "textarea",
        value: entity.item.aliases.join("\n"),
      },
      WHY,
    ],
    act: async ({ aliases, why }) => {
      const names = aliases.split("\n").map((each) => each.trim());
      const body = { aliases: names.filter(Boolean), why };
      await changeAndTell(space, entity, "PATCH", pathOf(entity), body, t("Changed."));
    },
  });
}

/** A field by which another entity is found, and what there is of it. */
function otherField(space, entity, words, shown) {
  const choice = element("div", { class: "choices", role: "radiogroup", "aria-label": words });
  const preview = element("div", { "aria-live": "polite" });
  let timer = null;
  const find = async (q) => {
    const { items } = q
      ? await ask(inSpace(space, "/search"), { q, label: "Entity", limit: 8 })
      : await ask(inSpace(space, "/items"), { label: "Entity", limit: 8 });
    const rows = items
      .filter(({ id }) => id !== entity.id)
      .map(({ id, item: its }) =>
        element(
          "label",
          { class: "check" },
          element("input", { type: "radio", name: "other", value: id, required: true, change: () => show(id) }),
          said([its.name, ...its.aliases].join(", ")),
        ),
      );
    choice.replaceChildren(...(rows.length ? rows : [note(t("None has this name."))]));
  };
  const show = async (id) => preview.replaceChildren(...(await shown(await detailOf(space, id))));
  const input = ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(() => find(target.value.trim()), TYPED_MS);
  };
  find("");
  const search = element("input", { type: "search", "aria-label": words, placeholder: t("Name"), input });
  return element("div", { class: "field" }, element("span", {}, words), search, choice, preview);
}

const countOf = ({ neighbours }, kind) =>
  neighbours.filter((each) => each.kind === kind && each.direction === "in").length;

const atLeast = (count) => (count >= TOLD_MAX ? `${count}+` : count);

function movesOf(other) {
  const names = [other.item.name, ...other.item.aliases].join(", ");
  const rows = [
    t("The names {names} become other names of the one that stays.", { names }),
    t("{n} statements about it move.", { n: atLeast(countOf(other, "ABOUT")) }),
    t("{n} mentions of it move.", { n: atLeast(countOf(other, "MENTIONS")) }),
    t("Brief and dossier are written again. Undo brings both back."),
  ];
  return [
    element("h3", {}, t("What moves")),
    element(
      "ul",
      {},
      rows.map((each) => element("li", {}, each)),
    ),
  ];
}

function merge(space, entity) {
  openForm({
    title: t("Merge"),
    quote: entity.item.name,
    fields: [
      {
        name: "other",
        words: "",
        type: "element",
        value: otherField(space, entity, t("Who or what is the same?"), movesOf),
      },
      WHY,
    ],
    words: t("Merge it into this one"),
    act: async ({ other, why }) => {
      await changeAndTell(space, entity, "POST", pathOf(entity, "/merge"), { other, why }, t("Merged."));
    },
  });
}

function apart(space, entity) {
  const none = async () => [note(t("Rounds will not merge the two."))];
  openForm({
    title: t("Keep apart"),
    quote: entity.item.name,
    fields: [
      {
        name: "other",
        words: "",
        type: "element",
        value: otherField(space, entity, t("Who or what is somebody else?"), none),
      },
      WHY,
    ],
    act: async ({ other, why }) => {
      await changeAndTell(space, entity, "POST", pathOf(entity, "/apart"), { other, why }, t("Kept apart."));
    },
  });
}

async function split(space, entity) {
  const { neighbours } = await detailOf(space, entity.id);
  const idsOf = (kind) =>
    neighbours.filter((each) => each.kind === kind && each.direction === "in").map(({ id }) => id);
  const items = await itemsOf(space, [...idsOf("ABOUT"), ...idsOf("MENTIONS")]);
  const rows = (kind, label) =>
    idsOf(kind)
      .filter((id) => items.get(id)?.label === label)
      .map((id) => [id, shortened(items.get(id).item.body, 160)]);
  openForm({
    title: t("Split"),
    quote: entity.item.name,
    fields: [
      { name: "name", words: t("Name of the other one"), required: true },
      {
        name: "aliases",
        words: t("Names that are the other one's"),
        type: "checks",
        options: entity.item.aliases.map((each) => [each, each]),
      },
      {
        name: "facts",
        words: t("Statements that are about the other one; their messages move, too"),
        type: "checks",
        options: rows("ABOUT", "Fact"),
      },
      {
        name: "messages",
        words: t("Messages that mention the other one"),
        type: "checks",
        options: rows("MENTIONS", "Message"),
      },
      WHY,
    ].filter(({ options }) => !options || options.length),
    words: t("Make two of it"),
    act: async (given) => {
      const { changes } = await changeItem(space, entity, "POST", pathOf(entity, "/split"), given);
      told(
        space,
        counted(1 + (given.facts ?? []).length, "Split.", "Split; what you chose is about the other one now."),
        changes,
      );
    },
  });
}

export const ENTITY_HANDS = [
  ["Name and type", rename],
  ["Other names", otherNames],
  ["Merge", merge],
  ["Split", split],
  ["Keep apart", apart],
  ["Forget", (space, { id }) => forgetForm(space, { person: id }), () => mayDelete()],
];
