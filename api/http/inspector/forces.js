// Places the nodes of a graph: they push each other apart, and their edges pull them together.

const STEPS = 300;
const PUSH = 9000;
const PULL = 0.08;
const REST = 110; // the length of an edge that pulls no more
const HEAT = 1.2; // of the first step; the last one moves nothing
const TURN = 2.4; // between two nodes of the spiral that they start from, about the golden angle

/** A place for each node, by id, so that they fill the box within its margin. Equal graphs have equal places. */
export function settled(nodes, edges, { width, height, margin }) {
  const at = nodes.map((_, place) => ({
    x: place * 3 * Math.cos(place * TURN),
    y: place * 3 * Math.sin(place * TURN),
  }));
  const index = new Map(nodes.map(({ id }, place) => [id, place]));
  const pairs = edges.map(([from, to]) => [index.get(from), index.get(to)]);
  for (let step = 0; step < STEPS; step += 1) {
    const heat = HEAT * (1 - step / STEPS);
    movesOf(at, pairs).forEach((move, place) => {
      at[place].x += move.x * heat;
      at[place].y += move.y * heat;
    });
  }
  const x = spread(
    at.map((each) => each.x),
    width,
    margin,
  );
  const y = spread(
    at.map((each) => each.y),
    height,
    margin,
  );
  return new Map(nodes.map(({ id }, place) => [id, { x: x[place], y: y[place] }]));
}

function spread(values, room, margin) {
  const least = Math.min(...values);
  const extent = Math.max(...values) - least || 1;
  return values.map((value) => Math.round(margin + ((value - least) / extent) * (room - 2 * margin)));
}

function movesOf(at, pairs) {
  const moves = at.map(() => ({ x: 0, y: 0 }));
  const draw = (one, other, force) => {
    const x = at[other].x - at[one].x;
    const y = at[other].y - at[one].y;
    const far = Math.hypot(x, y) || 1;
    const amount = force(far) / far;
    moves[one].x += x * amount;
    moves[one].y += y * amount;
    moves[other].x -= x * amount;
    moves[other].y -= y * amount;
  };
  for (let one = 1; one < at.length; one += 1) {
    for (let other = 0; other < one; other += 1) draw(one, other, (far) => -PUSH / (far * far));
  }
  for (const [from, to] of pairs) draw(from, to, (far) => (far - REST) * PULL);
  return moves;
}
