// The people, places and things that are known, by type: the way to what is known about one of them.

import { element, paged } from "./elements.js";
import { itemsPage } from "./knowledge.js";
import { freshAddress } from "./places.js";
import { t } from "./words.js";

const NAMES = 60; // of a page
const GROUPS = { person: "People", place: "Places", organisation: "Organisations", thing: "Things", unknown: "Others" };

export async function fillNames(names, space, at) {
  const list = element("div");
  const all = element("a", { href: freshAddress({}), "aria-current": at ? null : "page" }, t("All"));
  names.append(all, list);
  await paged(
    list,
    async (cursor) => {
      const { items, next } = await itemsPage(space, { label: "Entity", limit: NAMES, cursor });
      const groups = Map.groupBy(items, ({ item: { type } }) => (GROUPS[type] ? type : "unknown"));
      const rows = Object.keys(GROUPS)
        .filter((type) => groups.has(type))
        .map((type) =>
          element(
            "div",
            {},
            element("h2", {}, t(GROUPS[type])),
            element(
              "ul",
              {},
              groups.get(type).map((each) => nameRow(each, at)),
            ),
          ),
        );
      return { rows, next };
    },
    t("More names"),
  );
}

const nameRow = ({ id, item: its }, at) =>
  element(
    "li",
    {},
    element(
      "a",
      { href: freshAddress({ at: id }), class: "told", dir: "auto", "aria-current": id === at ? "page" : null },
      its.name,
    ),
  );
