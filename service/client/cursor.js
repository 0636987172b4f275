// @ts-check
// The cursor: walking the board with keys, from place to place, and choosing there. Arrows and the keys of the
// number block lead eight ways, which on hexes are their six neighbours; every step can be gone back.

/** @import { Board } from "./board.js" */
/** @import { Offer } from "./choices.js" */
/** @import { Point, Wind } from "./geometry.js" */

import { grouped, pieceOf, placeOf, pointOf, told } from "./choices.js";
import { bearing, hexesApart, step, towards, WINDS, within } from "./geometry.js";
import { isOn } from "./signal.js";
import { draw, outlined } from "./svg.js";

/** The ways of the keys, which lie as on a number block; four letters lie so too.
 * @type {Map<string, Wind>} */
const WAYS = new Map([
  ["ArrowUp", "north"],
  ["PageUp", "north-east"],
  ["e", "north-east"],
  ["ArrowRight", "east"],
  ["PageDown", "south-east"],
  ["d", "south-east"],
  ["ArrowDown", "south"],
  ["End", "south-west"],
  ["a", "south-west"],
  ["ArrowLeft", "west"],
  ["Home", "north-west"],
  ["q", "north-west"],
]);

/** The number block, whose digits are no choices. */
const BLOCK = [
  "",
  "End",
  "ArrowDown",
  "PageDown",
  "ArrowLeft",
  "",
  "ArrowRight",
  "Home",
  "ArrowUp",
  "PageUp",
];

/** What the keys do, for those who ask. */
const HELP =
  "Arrow keys walk. Home, Page Up, End and Page Down, or Q, E, A and D, walk to the slanting neighbours. " +
  "Enter chooses here. N goes to the next thing that can be chosen, Shift N to the one before. " +
  "Backspace goes back. R says what lies around, W says where this is. Escape lets go. " +
  "On a measured table, while a figure moves, arrow keys go an inch, with Shift a tenth; Enter asks what to do there.";

/** How many steps can be gone back. */
const LONGEST = 100;

/**
 * The key that was meant.
 * @param {KeyboardEvent} event
 */
const keyOf = ({ key, code }) => (/^Numpad[1-9]$/.test(code) && BLOCK[Number(code.slice(6))]) || key;

/**
 * The ids at which the cursor stops to choose, each once: places, and pieces that lie in none.
 * @param {Offer[]} offers
 * @param {(piece: string) => string | undefined} lies in which place a piece lies
 */
export function stopsOf(offers, lies) {
  const ids = new Set();
  for (const [{ target, plan }] of grouped(offers).values()) {
    const piece = pieceOf(target);
    const id = piece === null ? placeOf(target) : (lies(piece) ?? piece);
    if (id !== null && !plan) ids.add(id);
  }
  return [...ids];
}

/** How far a key leads over a plane where any point can be chosen: an inch, with Shift a tenth. */
const STRIDE = 1000;

export class Cursor {
  /** The place or piece at which it is; empty if it was nowhere yet. */
  id = "";
  /** The point at which it is, where any point can be chosen and it has left the things.
   * @type {Point | null} */
  point = null;
  /** Where it was before, the last one last.
   * @type {string[]} */
  trail = [];
  /** The straight line that a walk between hexes keeps to, where none lies straight ahead.
   * @type {Point | null} */
  line = null;

  /**
   * @param {Board} board
   * @param {SVGElement} layer
   */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    /** What its other keys do.
     * @type {Map<string, () => void>} */
    this.keys = new Map([
      ["Enter", () => this.enter()],
      [" ", () => this.enter()],
      ["Backspace", () => this.back()],
      ["n", () => this.next(1)],
      ["N", () => this.next(-1)],
      ["r", () => this.say(this.around())],
      ["w", () => this.where()],
      ["?", () => this.say(HELP)],
    ]);
    board.element.addEventListener("keydown", (event) => this.key(event));
    board.element.addEventListener("blur", () => this.draw());
    board.element.addEventListener("focus", () => {
      // A board that is clicked or touched stays where it is.
      if (!board.pointer.pressed && board.element.matches(":focus-visible")) this.go(this.id || this.start());
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (/^[^ ]$/.test(key) && !isOn("letter-keys")) return;
    const way = WAYS.get(key) ?? WAYS.get(key.toLowerCase());
    const free = this.board.ground.plane && this.board.free.length > 0;
    const go = (/** @type {Wind} */ wind) => (free ? this.slide(wind, event.shiftKey) : this.walk(wind));
    const work = way && (free || WAYS.has(key)) ? () => go(way) : this.keys.get(key);
    if (!work) return;
    work();
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Goes over a plane to a point beside, and shows and says what it would mean to go there.
   * @param {Wind} wind
   * @param {boolean} fine
   */
  slide(wind, fine) {
    const { board } = this;
    const from = this.point ?? board.stop(this.id) ?? board.stop(board.focused ?? "");
    if (!from) return this.go(this.start());
    const { x, y } = step(wind);
    const stride = STRIDE / (fine ? 10 : 1);
    this.point = within(board.ground.plane, { x: from.x + x * stride, y: from.y + y * stride }, from);
    this.draw();
    board.camera.focus(this.point);
    if (board.ruler.taken) return board.ruler.reach(this.spot(this.point), true);
    if (board.course.turning) return board.course.face(this.point, true);
    const [offer] = board.course.to(this.point);
    if (offer) board.light(offer, true);
  }

  /**
   * A point as the server names it.
   * @param {Point} at
   */
  spot({ x, y }) {
    return `point:${Math.round(x)},${Math.round(y)}`;
  }

  /** Chooses at the point, sets the look there, or lays the ruler down there. */
  enterPoint() {
    const { board, point } = this;
    if (!point) return;
    if (board.ruler.taken) return board.ruler.lay(this.spot(point));
    const free = () => [...this.offersHere(), ...board.course.ask(point)];
    const offers = board.course.turning ? board.course.faced(point) : free();
    board.choose(offers, this.layer.getBoundingClientRect(), true);
    if (!offers.length) this.say("Nothing can be chosen here.");
  }

  /** Chooses here, or lays the ruler down here. */
  enter() {
    const { board, id } = this;
    if (this.point) return this.enterPoint();
    if (board.ruler.taken && id) return board.ruler.lay(this.named(id));
    const offers = id ? board.at(id) : [];
    const taken = board.choose(offers, this.layer.getBoundingClientRect(), true, id);
    if (!offers.length && !taken) this.say("Nothing can be chosen here.");
  }

  /** Where it stops first: where something can be chosen, else where the game draws attention. */
  start() {
    const { offers, pieces, focused, ground } = this.board;
    const first = offers.find(({ target }) => placeOf(target) !== null || pieceOf(target) !== null);
    if (!first) return focused ?? ground.places.keys().next().value ?? "";
    const piece = pieceOf(first.target);
    return piece === null ? (placeOf(first.target) ?? "") : (pieces.placeOf(piece) ?? piece);
  }

  /**
   * Goes to a place or piece, shows it and says what is there.
   * @param {string} id
   */
  go(id) {
    if (!id) return;
    if (this.id && this.id !== id) this.trail = [...this.trail.slice(1 - LONGEST), this.id];
    this.stand(id);
  }

  /** Goes back to where it was before. */
  back() {
    const before = this.trail.pop();
    this.line = null;
    if (before && this.board.stop(before)) this.stand(before);
    else this.say("There is no way back from here.");
  }

  /** @param {string} id */
  stand(id) {
    const { board } = this;
    this.id = id;
    this.point = null;
    this.draw();
    board.focus(id, false);
    if (board.ruler.from) board.ruler.reach(this.named(id), true);
    else board.look(board.words(id), true);
  }

  /** @param {string} words */
  say(words) {
    this.board.look(words, true);
  }

  /**
   * A place or piece as the server names it.
   * @param {string} id
   */
  named(id) {
    return `${this.board.ground.places.has(id) ? "place" : "piece"}:${id}`;
  }

  /**
   * Everything at which it can stop beside one. Among hexes that touch nothing leads over them.
   * @param {Point & { id: string }} here
   */
  stops(here) {
    const { ground, pieces } = this.board;
    const all = [...ground.places.values(), ...pieces.loose()];
    const touching = ground.isHex(here) && ground.around(here, []).size > 0;
    return touching ? all.filter((stop) => !ground.isHex(stop)) : all;
  }

  /**
   * Walks to the next place, or piece in none, with a wind.
   * @param {Wind} wind
   */
  walk(wind) {
    const { board } = this;
    const here = board.stop(this.id);
    if (!here) return this.go(this.start());
    const { ground } = board;
    const next = (ground.isHex(here) && this.hexTo(here, wind)) || this.stopTo(here, wind);
    if (next) this.go(next.id);
    else this.say(`Nothing lies to the ${wind}.`);
  }

  /**
   * The hex beside one. Where none lies straight ahead, it is the one nearer to the line of the walk, so that
   * the same keys lead back.
   * @param {Point & { id: string }} here
   * @param {Wind} wind
   */
  hexTo(here, wind) {
    const found = this.board.ground.around(here, []);
    const straight = this.board.ground.flat ? /^(north|south)/ : /-|east|west/;
    if (straight.test(wind)) {
      this.line = null;
      return found.get(wind);
    }
    const line = this.line ?? { x: here.x, y: here.y };
    this.line = line;
    const off = (/** @type {Point} */ { x, y }) => Math.abs(this.board.ground.flat ? y - line.y : x - line.x);
    const slanting = WINDS.filter((other) => other !== wind && other.includes(wind));
    const ahead = slanting.flatMap((other) => found.get(other) ?? []);
    return ahead.sort((a, b) => off(a) - off(b) || a.y - b.y || a.x - b.x)[0];
  }

  /**
   * What lies from here with a wind, where no hexes touch. Who turns round comes back to where they were.
   * @param {Point & { id: string }} here
   * @param {Wind} wind
   */
  stopTo(here, wind) {
    const before = this.board.stop(this.trail.at(-1) ?? "");
    const next = towards(this.stops(here), here, step(wind));
    const came = before && towards(this.stops(before), before, step(opposite(wind)));
    return came?.id === this.id && before ? before : next;
  }

  /** What lies around, wind by wind, in words. */
  around() {
    const { board } = this;
    const here = board.stop(this.id);
    if (!here) return "";
    const found = board.ground.around(here, this.stops(here));
    const told = WINDS.flatMap((wind) => {
      const there = found.get(wind);
      return there ? [`${capital(wind)}: ${board.words(there.id)}`] : [];
    });
    return told.join(" ") || "Nothing lies around.";
  }

  /** Says where this is, and how far from where the game draws attention. */
  where() {
    const { board } = this;
    const [here, from] = [board.stop(this.id), board.stop(board.focused ?? "")];
    if (!here) return;
    const words = board.words(this.id);
    if (!from || from.id === here.id) return this.say(words);
    if (!board.ground.isHex(here) || !board.ground.isHex(from)) {
      this.say(`${capital(bearing(from, here))} of ${board.name(from.id)}. ${words}`);
      return;
    }
    const far = hexesApart(from, here, board.ground.flat);
    const hexes = far === 1 ? "1 hex" : `${far} hexes`;
    this.say(`${hexes} ${bearing(from, here)} of ${board.name(from.id)}. ${words}`);
  }

  /**
   * Goes to the next thing that can be chosen, or to the one before.
   * @param {1 | -1} step
   */
  next(step) {
    const { offers, pieces } = this.board;
    const ids = stopsOf(offers, (piece) => pieces.placeOf(piece));
    const points = offers.flatMap(({ target }) => pointOf(target) ?? []);
    const now = this.point ? ids.length + this.among(points) : ids.indexOf(this.id);
    const count = ids.length + points.length;
    this.line = null;
    if (!count) return this.say("Nothing can be chosen on the board.");
    const next = (now + step + count) % count;
    if (next < ids.length) this.go(ids[next]);
    else this.stay(points[next - ids.length]);
  }

  /**
   * Where the point at which it is stands among others; before the first if it is none of them.
   * @param {Point[]} points
   */
  among(points) {
    return points.findIndex(({ x, y }) => x === this.point?.x && y === this.point?.y);
  }

  /**
   * Goes to a point that can be chosen, and says what that means.
   * @param {Point} at
   */
  stay(at) {
    const { board } = this;
    this.point = at;
    this.draw();
    board.camera.focus(at);
    const here = this.offersHere();
    this.say(here.map(told).join("; "));
    board.light(here[0] ?? null);
  }

  /** What is offered at the very point at which it is. */
  offersHere() {
    return this.board.offers.filter(({ target }) => {
      const point = pointOf(target);
      return point !== null && point.x === this.point?.x && point.y === this.point?.y;
    });
  }

  /** Draws it, if the board listens to keys. */
  draw() {
    this.layer.replaceChildren();
    const { board } = this;
    if (document.activeElement !== board.element) return;
    const place = board.ground.places.get(this.id);
    const piece = board.pieces.stop(this.id);
    if (this.point) this.layer.append(...outlined(cross(this.point, board.camera.counter / 2)));
    else if (place) this.layer.append(...outlined(board.ground.outline(place, 0.98)));
    else if (piece)
      this.layer.append(...outlined(draw("circle", { cx: piece.x, cy: piece.y, r: piece.size * 0.7 })));
  }
}

/**
 * A cross at a point.
 * @param {Point} at
 * @param {number} arm
 */
const cross = ({ x, y }, arm) =>
  draw("path", { d: `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}` });

/** @param {Wind} wind */
const opposite = (wind) => WINDS[(WINDS.indexOf(wind) + 4) % 8];

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
