// Draws entities and their ties, to be moved and zoomed.

import { drawn, shortened } from "./elements.js";
import { settled } from "./forces.js";
import { Crowd } from "./graph_crowd.js";
import { holds } from "./graph_model.js";
import { counted, t } from "./words.js";

const MARGIN = 90;
const ZOOM = 1.25;
const SCALE_MIN = 0.75; // below it names cannot be read
const SCALE_MAX = 2.5;
const LABELS_MAX = 16; // ties whose words are shown without being asked
const WORDS = 26; // letters of a tie

/** A picture whose `draw(shown, chosen)` can be called again; `choose` is told what is clicked. */
export class Picture {
  #places = new Map();
  crowd = new Crowd();
  #view = null; // the middle and the scale
  #isDragged = false;
  #choose;

  constructor(choose) {
    this.#choose = choose;
    this.svg = drawn("svg", {
      class: "ties",
      role: "group",
      "aria-label": t("Who and what is tied to each other"),
      click: (event) => event.target === this.svg && this.#chooseDot(event),
    });
    this.#moves();
  }

  /** Draws everything anew; nodes stay where they were. */
  draw({ nodes, edges, dots, faint }, chosen) {
    this.#places = settled(nodes, edges, new Map([...this.crowd.places, ...this.#places]));
    this.crowd.gather(this.#places, dots, faint);
    const isNear = (edge) => chosen && (edge.key === chosen || edge.from === chosen || edge.to === chosen);
    const hasWords = (edge) => edges.length <= LABELS_MAX || isNear(edge);
    this.svg.replaceChildren(
      ...edges.map((edge) => this.#lineOf(edge, isNear(edge))),
      ...edges.filter(hasWords).map((edge) => this.#wordsOf(edge)),
      ...nodes.map((node) => this.#nodeOf(node, node.id === chosen)),
    );
    this.#view ??= this.#fitting(chosen ?? nodes[0]?.id);
    this.#look();
  }

  /** Shows all of it. */
  fit() {
    this.#view = this.#fitting(null);
    this.#look();
  }

  zoom(isNearer) {
    const scale = this.#view.scale * (isNearer ? ZOOM : 1 / ZOOM);
    this.#view.scale = Math.min(SCALE_MAX, Math.max(0.1, scale));
    this.#look();
  }

  /** The picture as a file that other programs show. */
  file() {
    const copy = this.svg.cloneNode(true);
    const own = this.svg.querySelectorAll("*");
    copy.querySelectorAll("*").forEach((each, place) => {
      const look = getComputedStyle(own[place]);
      for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "paint-order"]) {
        each.setAttribute(name, look.getPropertyValue(name));
      }
      each.removeAttribute("href");
    });
    copy.prepend(...this.crowd.drawn());
    copy.setAttribute("font-family", "sans-serif");
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  }

  #lineOf({ key, from, to, facts }, isNear) {
    const [start, end] = [this.#places.get(from), this.#places.get(to)];
    const look = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
    const width = Math.min(6, 1 + facts.length);
    const isPast = facts.every(({ item: its }) => !holds(its));
    const kind = `tie${isPast ? " past" : ""}${isNear ? " near" : ""}`;
    return drawn(
      "g",
      { class: kind, click: () => this.#choose(key) },
      drawn("title", {}, facts.map(({ item: its }) => its.body).join("\n")),
      drawn("line", { ...look, class: "reach" }),
      drawn("line", { ...look, "stroke-width": width }),
    );
  }

  #wordsOf({ key, from, to, facts }) {
    const [start, end] = [this.#places.get(from), this.#places.get(to)];
    const words =
      facts.length > 1 ? counted(facts.length, "1 fact", "{n} facts") : shortened(facts[0].item.body, WORDS);
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + 4, "text-anchor": "middle" };
    return drawn("text", { ...middle, class: "tie-words", click: () => this.#choose(key) }, words);
  }

  #nodeOf({ id, item: its }, isChosen) {
    const name = shortened(its.name, 24);
    const { x, y } = this.#places.get(id);
    return drawn(
      "g",
      {
        class: `node ${its.type}${isChosen ? " chosen-node" : ""}`,
        transform: `translate(${x} ${y})`,
        tabindex: 0,
        role: "button",
        "aria-label": name, // as it is seen, for those who speak to the page
        "data-id": id,
        click: () => this.#choose(id),
        keydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), this.#choose(id)),
      },
      drawn("title", {}, its.brief || its.name),
      drawn("circle", { r: isChosen ? 13 : 9 }),
      drawn("text", { y: 26, "text-anchor": "middle" }, name),
    );
  }

  #fitting(chosen) {
    const all = [...this.#places.values(), ...this.crowd.places.values()];
    if (!all.length) return { x: 0, y: 0, scale: 1 };
    const [x, y] = ["x", "y"].map((axis) => all.map((each) => each[axis]));
    const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const { clientWidth: width = 800, clientHeight: height = 600 } = this.svg;
    const scale = Math.min(
      (width || 800) / (right - left + 2 * MARGIN),
      (height || 600) / (bottom - top + 2 * MARGIN),
      1.15,
    );
    const centre = chosen && scale < SCALE_MIN ? this.#places.get(chosen) : null;
    return { ...(centre ?? { x: (left + right) / 2, y: (top + bottom) / 2 }), scale: centre ? SCALE_MIN : scale };
  }

  #look() {
    const { x, y, scale } = this.#view;
    const [width, height] = [(this.svg.clientWidth || 800) / scale, (this.svg.clientHeight || 600) / scale];
    this.svg.setAttribute("viewBox", `${x - width / 2} ${y - height / 2} ${width} ${height}`);
    this.crowd.draw(x - width / 2, y - height / 2, scale);
  }

  #chooseDot({ offsetX: x, offsetY: y }) {
    const id = this.#isDragged ? null : this.crowd.dotAt(x, y);
    if (id) this.#choose(id);
  }

  #moves() {
    let held = null;
    this.svg.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
      held = { x, y };
      this.#isDragged = false;
    });
    addEventListener("pointerup", () => {
      held = null;
    });
    this.svg.addEventListener("pointermove", ({ clientX: x, clientY: y, buttons }) => {
      if (!held || !buttons) return;
      this.#isDragged = true;
      this.#view.x -= (x - held.x) / this.#view.scale;
      this.#view.y -= (y - held.y) / this.#view.scale;
      held = { x, y };
      this.#look();
    });
    this.svg.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return; // The page scrolls; pinching and Ctrl zoom.
        event.preventDefault();
        this.zoom(event.deltaY < 0);
      },
      { passive: false },
    );
  }
}
