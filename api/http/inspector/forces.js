// Places the nodes of a graph: they push each other apart, and their edges pull them together.

const STEPS = 300;
const MANY = 150; // nodes, from which on fewer steps must do
const MOVE_MAX = 40; // of a node in a step
const PUSH = 26_000;
const PULL = 0.06;
const HOLD = 0.012; // towards the middle, so that nothing drifts away
const REST = 150; // the length of an edge that pulls no more
const HEAT = 1.2; // of the first step; the last one moves nothing
const TURN = 2.4; // between two nodes of the spiral that they start from, about the golden angle

/** A place for each node, by id. Those that have a place begin there. Equal graphs have equal places. */
export function settled(nodes, edges, known = new Map()) {
  const at = nodes.map(({ id }, place) => startOf(id, place, known, edges));
  const index = new Map(nodes.map(({ id }, place) => [id, place]));
  const pairs = edges.map(({ from, to }) => [index.get(from), index.get(to)]);
  const steps = nodes.length > MANY ? STEPS / 4 : STEPS;
  for (let step = 0; step < steps; step += 1) {
    const heat = HEAT * (1 - step / steps);
    movesOf(at, pairs).forEach((move, place) => {
      const far = Math.hypot(move.x, move.y);
      const part = far > MOVE_MAX ? MOVE_MAX / far : 1;
      at[place].x += move.x * heat * part;
      at[place].y += move.y * heat * part;
    });
  }
  return new Map(nodes.map(({ id }, place) => [id, { x: Math.round(at[place].x), y: Math.round(at[place].y) }]));
}

/** Where a node begins: where it was, beside a neighbour that has a place, or on a spiral. */
function startOf(id, place, known, edges) {
  const spiral = { x: place * 6 * Math.cos(place * TURN), y: place * 6 * Math.sin(place * TURN) };
  if (known.has(id)) return { ...known.get(id) };
  const edge = edges.find(({ from, to }) => (from === id && known.has(to)) || (to === id && known.has(from)));
  if (!edge) return spiral;
  const near = known.get(edge.from === id ? edge.to : edge.from);
  return { x: near.x + 60 * Math.cos(place * TURN), y: near.y + 60 * Math.sin(place * TURN) };
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
  at.forEach(({ x, y }, place) => {
    moves[place].x -= x * HOLD;
    moves[place].y -= y * HOLD * 1.4;
  });
  return moves;
}
