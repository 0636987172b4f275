// @ts-check
// Points and rectangles of the board: where the nearest thing is, where a walk leads, how a point is
// written. Knows no page.

/** @import { BoardRect, Plane } from "./protocol.js" */

/** @typedef {{ x: number, y: number }} Point */

/**
 * How far two points are apart.
 * @param {Point} a
 * @param {Point} b
 */
export const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The thing nearest to a point; nothing if there is none.
 * @template {Point} T
 * @param {Iterable<T>} things
 * @param {Point} at
 * @returns {T | null}
 */
export function nearest(things, at) {
  let best = null;
  for (const thing of things) if (!best || apart(thing, at) < apart(best, at)) best = thing;
  return best;
}

/**
 * The thing to which a step in a direction leads: near, and not far aside; nothing if there is none.
 * @template {Point} T
 * @param {Iterable<T>} things
 * @param {Point} from
 * @param {Point} direction of length 1
 * @returns {T | null}
 */
export function towards(things, from, direction) {
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    const far = apart(thing, from);
    if (!far) continue;
    const along = ((thing.x - from.x) * direction.x + (thing.y - from.y) * direction.y) / far;
    const score = far * (1 + 2.5 * (1 - along));
    if (along >= 0.45 && score < least) [best, least] = [thing, score];
  }
  return best;
}

/**
 * Whether a point lies in a rectangle.
 * @param {BoardRect} rect
 * @param {Point} at
 */
export const inside = ({ x, y, width, height }, at) =>
  at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;

/**
 * How much two rectangles have in common.
 * @param {BoardRect} a
 * @param {BoardRect} b
 */
export function common(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(wide, 0) * Math.max(high, 0);
}

/**
 * A point of a plane or of its floors near another; from beside the table one gets to the floors and back.
 * @param {Plane | null} plane
 * @param {Point} at
 * @param {Point} from
 * @returns {Point}
 */
export function within(plane, at, from) {
  if (!plane || inside(plane.rect, at) || floorAt(plane, at)) return { x: at.x, y: at.y };
  const rects = [plane.rect, ...plane.floors.map(({ rect }) => rect)];
  const held = rects.map((rect) => ({
    x: Math.min(Math.max(at.x, rect.x), rect.x + rect.width),
    y: Math.min(Math.max(at.y, rect.y), rect.y + rect.height),
  }));
  // Who goes on at an edge passes over to what lies ahead.
  const ahead = held.filter(
    (point) => (point.x - from.x) * (at.x - from.x) + (point.y - from.y) * (at.y - from.y) > 0,
  );
  return nearest(ahead.length ? ahead : held, at) ?? from;
}

/**
 * The rectangle around a point and others; empty ones count for nothing.
 * @param {Point} at
 * @param {BoardRect[]} rects
 * @returns {BoardRect}
 */
export function around(at, rects) {
  const full = rects.filter(({ width, height }) => width || height);
  const [left, top] = [Math.min(at.x, ...full.map(({ x }) => x)), Math.min(at.y, ...full.map(({ y }) => y))];
  const right = Math.max(at.x, ...full.map(({ x, width }) => x + width));
  const low = Math.max(at.y, ...full.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: low - top };
}

/**
 * The upper floor on which a point lies, if it lies on one.
 * @param {Plane} plane
 * @param {Point} at
 */
export const floorAt = ({ floors = [] }, at) => floors.find(({ rect }) => inside(rect, at));

/**
 * A point of a plane as players write it: thousands of board units, to a twentieth; on an upper floor with its
 * number.
 * @param {Plane} plane
 * @param {Point} at
 */
export function written(plane, at) {
  const { rect, from_below } = plane;
  const { right = 0, down = 0, level = 0 } = floorAt(plane, at) ?? {};
  const inches = (/** @type {number} */ length) => String(Math.round(length / 50) / 20);
  const [x, y] = [at.x + right - rect.x, at.y + down - rect.y];
  return `${inches(x)},${inches(from_below ? rect.height - y : y)}${level ? `,${level}` : ""}`;
}

/** @typedef {"north" | "north-east" | "east" | "south-east" | "south" | "south-west" | "west" | "north-west"} Wind */

/** The winds clockwise, each an eighth of a turn after the one before; the north is up.
 * @type {Wind[]} */
export const WINDS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
];

/** The arrow to each wind. */
export const ARROWS = new Map([
  ["north", "↑"],
  ["north-east", "↗"],
  ["east", "→"],
  ["south-east", "↘"],
  ["south", "↓"],
  ["south-west", "↙"],
  ["west", "←"],
  ["north-west", "↖"],
]);

/**
 * The wind in which one thing lies from another.
 * @param {Point} from
 * @param {Point} to
 */
export function bearing(from, to) {
  const eighths = Math.round((Math.atan2(to.x - from.x, from.y - to.y) * 4) / Math.PI);
  return WINDS[(eighths + 8) % 8];
}

/**
 * A step of length 1 with a wind.
 * @param {Wind} wind
 * @returns {Point}
 */
export function step(wind) {
  const turn = (WINDS.indexOf(wind) * Math.PI) / 4;
  return { x: Math.sin(turn), y: -Math.cos(turn) };
}

/**
 * How many hexes lie between the middles of two, those with a flat top or the others.
 * @param {Point} a
 * @param {Point} b
 * @param {boolean} flat
 */
export function hexesApart(a, b, flat) {
  const [across, along] = flat ? [a.x - b.x, a.y - b.y] : [a.y - b.y, a.x - b.x];
  const columns = Math.round(Math.abs(across) / 1500);
  const halves = Math.round(Math.abs(along) / 866);
  return Math.max(columns, (columns + halves) / 2);
}

/** So many times discs are pushed apart at most. */
const PUSHES = 90;

/**
 * Where discs are drawn so that none covers another: each as near to where it is as can be, and those that are held just
 * there.
 * @param {(Point & { size: number, held?: boolean })[]} discs
 * @returns {Point[]}
 */
export function spreadOut(discs) {
  const spots = discs.map(({ x, y }) => ({ x, y }));
  let pushed = true;
  for (let round = 0; pushed && round < PUSHES; round += 1) {
    pushed = false;
    for (const [at, one] of discs.entries()) {
      for (let other = at + 1; other < discs.length; other += 1) {
        const need = (one.size + discs[other].size) / 2;
        const far = apart(spots[at], spots[other]);
        if (far >= need * 0.995 || (one.held && discs[other].held)) continue;
        pushed = true;
        // Of two on one point each goes its own way.
        const turn = at * 2.4 + other;
        const way =
          far > 1
            ? { x: (spots[other].x - spots[at].x) / far, y: (spots[other].y - spots[at].y) / far }
            : { x: Math.cos(turn), y: Math.sin(turn) };
        const share = one.held ? 0 : discs[other].held ? 1 : 0.5;
        const by = need - far;
        spots[at].x -= way.x * by * share;
        spots[at].y -= way.y * by * share;
        spots[other].x += way.x * by * (1 - share);
        spots[other].y += way.y * by * (1 - share);
      }
    }
  }
  return spots;
}
