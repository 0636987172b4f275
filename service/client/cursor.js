// @ts-check
// The cursor: walking the board with keys, from place to place, and choosing there. Arrows and the keys of the
// number block lead eight ways, which on hexes are their six neighbours; every step can be gone back.

/** @import { Board } from "./board.js" */
/** @import { Offer } from "./choices.js" */
/** @import { Point, Wind } from "./geometry.js" */

import { capital, grouped, ofKey, pieceKey, pieceOf, placeKey, placeOf, pointOf, told } from "./choices.js";
import { apart, bearing, hexesApart, step, towards, WINDS, within, written } from "./geometry.js";
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
 * The things at which the cursor stops to choose, each once: places, and pieces that lie in none; the ends of ways of
 * several decisions after all others.
 * @param {Offer[]} offers
 * @param {(piece: string) => string | undefined} lies in which place a piece lies
 */
export function stopsOf(offers, lies) {
  const groups = [...grouped(offers).values()];
  const [near, far] = [false, true].map((far) =>
    groups.filter((group) => group.every(({ plan }) => plan) === far),
  );
  const keys = [...near, ...far].map(([{ target }]) => stopOf(target, lies));
  return [...new Set(keys.filter(Boolean))];
}

/**
 * The thing at which the cursor stops for what one would click; empty if that is no thing of the board.
 * @param {Offer["target"]} target
 * @param {(piece: string) => string | undefined} lies
 */
function stopOf(target, lies) {
  const piece = pieceOf(target);
  const place = piece === null ? placeOf(target) : lies(piece);
  if (place !== null && place !== undefined) return placeKey(place);
  return piece === null ? "" : pieceKey(piece);
}

/** How far a key leads over a plane where any point can be chosen: an inch, with Shift a tenth. */
const STRIDE = 1000;

export class Cursor {
  /** The place or piece at which it is, with its kind; empty if it was nowhere yet. */
  at = "";
  /** Whether it is drawn: while somebody uses the keys, and not when they point. */
  shown = false;
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
      if (board.pointer.pressed || !board.element.matches(":focus-visible")) return;
      this.shown = true;
      this.go(this.at || this.start());
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (/^[^ ]$/.test(key) && !isOn("letter-keys")) return;
    const way = WAYS.get(key) ?? WAYS.get(key.toLowerCase());
    const free = this.board.ground.plane && this.board.free.length > 0;
    /** @type {(wind: Wind) => unknown} */
    const go = (wind) => (free ? this.slide(wind, event.shiftKey) : this.walk(wind));
    const work = way && (free || WAYS.has(key)) ? () => go(way) : this.keys.get(key);
    if (!work) return;
    this.shown = true;
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
    const from = this.point ?? board.stop(this.at) ?? board.stop(board.focused ?? "");
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
    const { board, at } = this;
    if (this.point) return this.enterPoint();
    if (board.ruler.taken && at) return board.ruler.lay(at);
    const offers = at ? board.at(at) : [];
    if (!offers.length && board.pick(at)) return;
    const taken = board.choose(offers, this.layer.getBoundingClientRect(), true, ofKey(at).id);
    if (!offers.length && !taken) this.say("Nothing can be chosen here.");
  }

  /** Where it stops first: where something can be chosen, else where the game draws attention. */
  start() {
    const { focused, ground } = this.board;
    const [first] = this.board.stops();
    const [place] = ground.places.keys();
    return first ?? focused ?? (place === undefined ? "" : placeKey(place));
  }

  /**
   * Goes to a place or piece, shows it and says what is there.
   * @param {string} key
   */
  go(key) {
    if (!key) return;
    if (this.at && this.at !== key) this.trail = [...this.trail.slice(1 - LONGEST), this.at];
    this.stand(key);
  }

  /** Goes back to where it was before. */
  back() {
    const before = this.trail.pop();
    this.line = null;
    if (before && this.board.stop(before)) this.stand(before);
    else this.say("There is no way back from here.");
  }

  /** @param {string} key */
  stand(key) {
    const { board } = this;
    this.at = key;
    this.point = null;
    this.draw();
    board.focus(key, false);
    if (board.ruler.from) board.ruler.reach(key, true);
    else board.look(board.words(key), true);
  }

  /** @param {string} words */
  say(words) {
    this.board.look(words, true);
  }

  /**
   * Everything at which it can stop beside one. Among hexes that touch nothing leads over them.
   * @param {Point & { id: string }} here
   */
  stops(here) {
    const { ground, pieces } = this.board;
    const loose = pieces.loose();
    const touching = ground.isHex(here) && ground.around(here, []).size > 0;
    const places = [...ground.places.values()];
    return [...(touching ? places.filter((place) => !ground.isHex(place)) : places), ...loose];
  }

  /**
   * Walks to the next place, or piece in none, with a wind.
   * @param {Wind} wind
   */
  walk(wind) {
    const { board } = this;
    const here = board.stop(this.at);
    if (!here) return this.go(this.start());
    const { ground } = board;
    const next = (ground.isHex(here) && this.hexTo(here, wind)) || this.stopTo(here, wind);
    if (next) this.go(board.keyTo(next));
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
    /** @type {(at: Point) => number} */
    const off = ({ x, y }) => Math.abs(this.board.ground.flat ? y - line.y : x - line.x);
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
    return came && this.board.keyTo(came) === this.at && before ? before : next;
  }

  /** Where it is: at the point to which it went, else at the thing at which it stopped.
   * @returns {(Point & { id: string, size?: number }) | null} */
  here() {
    return this.point ? { ...this.point, id: "" } : this.board.stop(this.at);
  }

  /** What lies around, wind by wind, in words: on a plane what it lies in, then the nearest edges. */
  around() {
    const { board } = this;
    const here = this.here();
    if (!here) return "";
    const { within, beside } = this.reached(here);
    const found = board.ground.around(here, beside);
    const told = WINDS.flatMap((wind) => {
      const there = found.get(wind);
      return there ? [`${capital(wind)}${this.far(here, there)}: ${board.words(board.keyTo(there))}`] : [];
    });
    const lies = within.map((place) => `Here: ${board.words(placeKey(place.id))}`);
    return [...lies, ...told].join(" ") || "Nothing lies around.";
  }

  /**
   * The areas of a plane in which a point lies, and everything beside it, areas by their nearest edge.
   * @param {Point & { id: string }} here
   */
  reached(here) {
    const { ground } = this.board;
    const stops = this.stops(here).filter((stop) => stop.id !== here.id || "order" in stop);
    if (!ground.plane) return { within: [], beside: stops };
    const areas = stops.map((stop) => ({ stop, edge: "order" in stop ? null : ground.edge(stop, here) }));
    return {
      within: areas.flatMap(({ stop, edge }) => (edge?.inside ? [stop] : [])),
      beside: areas.filter(({ edge }) => !edge?.inside).map(({ stop, edge }) => ({ ...stop, ...edge?.at })),
    };
  }

  /** Says where this is, and how far from where the game draws attention. */
  where() {
    const { board } = this;
    const focused = board.focused ?? "";
    const [here, from] = [this.here(), board.stop(focused)];
    if (!here) return;
    const { plane } = board.ground;
    const words = this.point
      ? `This is ${plane ? written(plane, this.point) : "a free point"}.`
      : board.words(this.at);
    if (!from || (!this.point && focused === this.at)) return this.say(words);
    const around = plane && !("order" in from) && board.ground.edge(from, here)?.inside;
    if (around) return this.say(`In ${board.name(focused)}. ${words}`);
    const way = `${this.distance(from, here)} ${bearing(from, here)}`.trim();
    this.say(`${capital(way)} of ${board.name(focused)}. ${words}`.trim());
  }

  /**
   * How far one thing lies from another, in hexes or inches; empty where nothing is counted. Between bases of
   * figures it is counted from edge to edge.
   * @param {Point & { size?: number }} from
   * @param {Point & { size?: number }} to
   */
  distance(from, to) {
    const { ground } = this.board;
    if (ground.plane) {
      const tenths = Math.round(Math.max(0, apart(from, to) - base(from) - base(to)) / 100);
      return tenths === 10 ? "1 inch" : `${tenths / 10} inches`;
    }
    if (!ground.hex) return "";
    const far = hexesApart(from, to, ground.flat);
    return far === 1 ? "1 hex" : `${far} hexes`;
  }

  /**
   * The distance to what lies around, where it is not the next hex.
   * @param {Point} from
   * @param {Point} to
   */
  far(from, to) {
    return this.board.ground.plane ? `, ${this.distance(from, to)}` : "";
  }

  /**
   * Goes to the next thing that can be chosen, or to the one before.
   * @param {1 | -1} step
   */
  next(step) {
    const { offers } = this.board;
    const keys = this.board.stops();
    const points = offers.flatMap(({ target }) => pointOf(target) ?? []);
    const now = this.point ? keys.length + this.among(points) : keys.indexOf(this.at);
    const count = keys.length + points.length;
    this.line = null;
    if (!count) return this.say("Nothing can be chosen on the board.");
    const next = (now + step + count) % count;
    if (next < keys.length) this.go(keys[next]);
    else this.stay(points[next - keys.length]);
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

  /** Draws it, while the board listens to keys and somebody uses them. */
  draw() {
    this.layer.replaceChildren();
    const { board } = this;
    if (document.activeElement !== board.element || !this.shown) return;
    if (this.point) this.layer.append(...outlined(cross(this.point, board.camera.counter / 2)));
    else this.layer.append(...board.ring(this.at, 0.98, 0.7));
  }
}

/**
 * A cross at a point.
 * @param {Point} at
 * @param {number} arm
 */
const cross = ({ x, y }, arm) =>
  draw("path", { d: `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}` });

/**
 * How far the edge of a thing is from its middle, if that counts.
 * @param {{ size?: number }} thing
 */
const base = ({ size = 0 }) => size / 2;

/** @param {Wind} wind */
const opposite = (wind) => WINDS[(WINDS.indexOf(wind) + 4) % 8];
