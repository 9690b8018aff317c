// The entities behind the best tied ones: thousands of dots on a canvas, each beside what it is tied to.

import { drawn, element } from "./elements.js";

const TURN = 2.4; // between two dots around the same node, about the golden angle
const NEAR = 34; // of the first dot to its node
const APART = 9; // what each further ring takes
const REACH = 10; // pixels from a dot, in which a click means it
const LINE = 0.6; // as wide as a tie of dots
const REST_MS = 120; // after the last movement
const NAMES_MAX = 90; // dots in sight, up to which their names are written
const COLOURS = { person: "--names", place: "--time", organisation: "--meaning", thing: "--words" };

export class Crowd {
  #dots = new Map(); // id, to its place, its colour and its name
  #lines = [];
  #later = null;
  #view = { left: 0, top: 0, scale: 1 };
  canvas = element("canvas", { class: "crowd", "aria-hidden": "true" });

  /** Gives each dot a place around a node that it is tied to, also by way of other dots; the others stand outside. */
  gather(places, dots, ties) {
    const tied = new Map();
    for (const { from, to } of ties) {
      for (const id of [from, to]) if (!tied.has(id)) tied.set(id, []);
      tied.get(from).push(to);
      tied.get(to).push(from);
    }
    const kept = new Map(dots.map((dot) => [dot.id, dot]));
    const anchors = new Map([...places.keys()].map((id) => [id, id]));
    const around = new Map();
    this.#dots = new Map();
    const put = (id, anchor) => {
      const { x, y } = places.get(anchor) ?? { x: 0, y: 0 };
      const count = around.get(anchor) ?? (places.has(anchor) ? 0 : places.size * 8);
      around.set(anchor, count + 1);
      const far = NEAR + APART * Math.sqrt(count);
      const { name, type } = kept.get(id).item;
      const place = { x: x + far * Math.cos(count * TURN), y: y + far * Math.sin(count * TURN) };
      this.#dots.set(id, { ...place, name, colour: COLOURS[type] ?? "--nature" });
    };
    for (const [id, anchor] of anchors) {
      for (const other of tied.get(id) ?? []) {
        if (!kept.has(other) || anchors.has(other)) continue;
        anchors.set(other, anchor); // It is visited in its turn.
        put(other, anchor);
      }
    }
    for (const { id } of dots) if (!anchors.has(id)) put(id, null);
    const placeOf = (id) => this.#dots.get(id) ?? places.get(id);
    this.#lines = ties.map(({ from, to }) => [placeOf(from), placeOf(to)]).filter(([one, other]) => one && other);
  }

  /** Where the dots are, by id. */
  get places() {
    return this.#dots;
  }

  /** Draws what is in sight: the dots at once, their ties when it no longer moves; `left` and `top` are its corner. */
  draw(left, top, scale) {
    this.#view = { left, top, scale };
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#paint(this.#lines), REST_MS);
    this.#paint([]);
  }

  #paint(lines) {
    const { left, top, scale } = this.#view;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const sharp = devicePixelRatio;
    Object.assign(this.canvas, { width: width * sharp, height: height * sharp }); // This also clears it.
    const isSeen = ({ x, y }) => x > left && y > top && x < left + width / scale && y < top + height / scale;
    const seen = [...this.#dots.values()].filter(isSeen);
    const paper = this.canvas.getContext("2d");
    paper.setTransform(scale * sharp, 0, 0, scale * sharp, -left * scale * sharp, -top * scale * sharp);
    paper.strokeStyle = this.#colourOf("--line");
    paper.lineWidth = LINE / scale;
    paper.beginPath();
    for (const [from, to] of lines) {
      paper.moveTo(from.x, from.y);
      paper.lineTo(to.x, to.y);
    }
    paper.stroke();
    const radius = Math.max(3, 1.6 / scale);
    for (const [colour, dots] of Map.groupBy(seen, (dot) => dot.colour)) {
      paper.fillStyle = this.#colourOf(colour);
      paper.beginPath();
      for (const { x, y } of dots) {
        paper.moveTo(x + radius, y);
        paper.arc(x, y, radius, 0, 2 * Math.PI);
      }
      paper.fill();
    }
    if (seen.length > NAMES_MAX) return;
    paper.fillStyle = this.#colourOf("--faint");
    paper.font = `${11 / scale}px sans-serif`;
    for (const { x, y, name } of seen) paper.fillText(name, x + 5, y + 4 / scale);
  }

  /** A colour of the style, as it is in this light. */
  #colourOf(name) {
    this.canvas.style.color = `var(${name})`;
    return getComputedStyle(this.canvas).color;
  }

  /** The dot at a place on the screen, counted from the corner of the picture; undefined if there is none. */
  dotAt(x, y) {
    const { left, top, scale } = this.#view;
    const farOf = ([, dot]) => Math.hypot((dot.x - left) * scale - x, (dot.y - top) * scale - y);
    const near = [...this.#dots].filter((dot) => farOf(dot) < REACH);
    return near.sort((one, other) => farOf(one) - farOf(other))[0]?.[0];
  }

  /** The same for a file. */
  drawn() {
    const d = this.#lines.map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join("");
    const dots = [...this.#dots.values()].map(({ x, y, colour, name }) =>
      drawn("circle", { cx: x, cy: y, r: 3, fill: this.#colourOf(colour) }, drawn("title", {}, name)),
    );
    return [drawn("path", { d, stroke: this.#colourOf("--line"), "stroke-width": LINE }), ...dots];
  }
}
