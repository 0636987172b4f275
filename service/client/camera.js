// @ts-check
// The camera: which part of the board is seen. The functions above the class are its whole arithmetic.

/** @import { Point } from "./geometry.js" */
/** @import { BoardRect } from "./protocol.js" */

import { inside } from "./geometry.js";

/**
 * The part of the board that is seen, and how many board units lie under a pixel.
 * @typedef {BoardRect & { scale: number }} Seen
 */

/** Whether one points with a finger, or the window is as narrow as that of a phone. */
export const isSmall = () => matchMedia("(pointer: coarse), (max-width: 30rem)").matches;

/** A counter with fewer pixels than the first is too small to read, or for a finger to meet; where one chooses a point
 * of a zone, before pieces stand there, it may have as few as the second. */
const small = () => (isSmall() ? [34, 34] : [24, 20]);

/** On a measured table one decides by what lies around: figures may have as few as this, which a finger still meets. */
const MEASURED = 24;

/** A whole table of which a figure has so many pixels is shown as a whole beside a mouse: figures are drawn larger than
 * their bases there, and one sees both sides. */
const TABLE = 10;

/** A whole board whose counters have so many pixels is not cut for the sake of larger ones. */
const enough = () => (isSmall() ? 20 : 28);

/** Cards have names on them: on a board of places a counter has so many pixels in a narrow window, or nobody could read
 * them. */
const LETTERED = 44;

/** Where one chooses among places that lie apart it has so many, so that one sees them beside each other. */
const APART = 22;

/** A counter with fewer pixels than this has no name written on it. */
const NAMED = 30;

/** The pixels of a counter after coming closer to one that was too small. */
const READABLE = 40;

/**
 * What is really seen of a view: it is widened to the window's shape.
 * @param {BoardRect} view
 * @param {{ width: number, height: number }} window
 * @returns {Seen}
 */
export function seen(view, window) {
  const scale = Math.max(view.width / Math.max(window.width, 1), view.height / Math.max(window.height, 1));
  const [width, height] = [window.width * scale, window.height * scale];
  return {
    x: view.x + (view.width - width) / 2,
    y: view.y + (view.height - height) / 2,
    width,
    height,
    scale,
  };
}

/**
 * The view from so many times closer, around a point that stays where it is. Its longer side stays between
 * two bounds.
 * @param {BoardRect} view
 * @param {number} times
 * @param {Point} around
 * @param {{ least: number, most: number }} bounds
 * @returns {BoardRect}
 */
export function zoomed(view, times, around, { least, most }) {
  const size = Math.max(view.width, view.height);
  const factor = Math.min(Math.max(size / times, least), most) / size;
  return {
    x: around.x - (around.x - view.x) * factor,
    y: around.y - (around.y - view.y) * factor,
    width: view.width * factor,
    height: view.height * factor,
  };
}

/**
 * The view moved no further than it must to show the board and nothing beside it; in the middle of a board
 * that is smaller.
 * @param {BoardRect} view
 * @param {BoardRect} extent
 * @returns {BoardRect}
 */
export function within(view, extent) {
  /** @type {(at: number, size: number, from: number, whole: number) => number} */
  const along = (at, size, from, whole) =>
    size >= whole ? from + (whole - size) / 2 : Math.min(Math.max(at, from), from + whole - size);
  return {
    x: along(view.x, view.width, extent.x, extent.width),
    y: along(view.y, view.height, extent.y, extent.height),
    width: view.width,
    height: view.height,
  };
}

/**
 * How far the view must move, and no further, to show a point with a margin around it.
 * @param {BoardRect} view
 * @param {Point} at
 * @param {number} margin
 * @returns {Point}
 */
export function missing(view, at, margin) {
  /** @type {(at: number, from: number, size: number) => number} */
  const over = (at, from, size) => Math.min(at - margin - from, 0) + Math.max(at + margin - from - size, 0);
  return { x: over(at.x, view.x, view.width), y: over(at.y, view.y, view.height) };
}

export class Camera {
  /** @type {BoardRect | null} */
  view = null;
  /** @type {BoardRect} */
  extent = { x: 0, y: 0, width: 1, height: 1 };
  /** The side of a usual counter. */
  counter = 1000;
  /** Whether cards lie on it, which have names. */
  lettered = false;
  /** Whether it is a measured table. */
  measured = false;
  /** Whether somebody wants to see the whole board, whatever is asked. */
  whole = false;
  /** Whether somebody has looked closer or farther themselves: then nothing else does. */
  chosen = false;
  /** How many pixels the window has, as long as nothing else can have changed it.
   * @type {{ width: number, height: number } | null} */
  pixels = null;

  /**
   * @param {SVGSVGElement} svg what is shown
   * @param {Element} window where it is shown
   */
  constructor(svg, window) {
    this.svg = svg;
    this.window = window;
    new ResizeObserver(() => {
      this.pixels = null;
      if (this.view) this.show(this.view);
    }).observe(window);
  }

  /** How many pixels the window has. To ask lays the whole page out, so it is asked once for all that is done at a time. */
  get size() {
    if (!this.pixels) {
      const { clientWidth: width, clientHeight: height } = this.window;
      this.pixels = { width, height };
      queueMicrotask(() => {
        this.pixels = null;
      });
    }
    return this.pixels;
  }

  /** What is done whenever something else is seen. */
  moved = () => {};

  /** @param {BoardRect} view */
  show(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    const now = this.seen();
    const { x, y, width, height } = this.extent;
    // A pixel more or less is not missed.
    const first = { x: x + now.scale, y: y + now.scale };
    const last = { x: x + width - now.scale, y: y + height - now.scale };
    this.window.classList.toggle("fits", inside(now, first) && inside(now, last));
    // Names on pieces that nobody could read are left to whoever touches them.
    this.svg.classList.toggle("small", this.counter / now.scale < NAMED);
    this.moved();
  }

  /** Shows the whole board. */
  fit() {
    this.show(this.extent);
  }

  /** Shows the whole board until somebody looks closer or elsewhere. */
  keepWhole() {
    this.whole = true;
    this.chosen = false;
    this.fit();
  }

  /** What is seen now. */
  seen() {
    return seen(this.view ?? this.extent, this.size);
  }

  /** Whether cards are read in a narrow window, from near. */
  get near() {
    return this.lettered && matchMedia("(max-width: 52rem)").matches;
  }

  /** Whether the whole board can be read in this window. */
  isReadable() {
    const least = this.near ? LETTERED : this.measured && !isSmall() ? TABLE : enough();
    return this.counter / seen(this.extent, this.size).scale >= least;
  }

  /**
   * Whether a part of the board can be seen at once with counters that can be read.
   * @param {BoardRect} part
   */
  holds({ width, height }) {
    const { size } = this;
    const margin = 2 * this.counter;
    const scale = Math.max(
      (width + margin) / Math.max(size.width, 1),
      (height + margin) / Math.max(size.height, 1),
    );
    return this.counter / scale >= enough();
  }

  /** Whether counters are too small to read. */
  isFar() {
    return this.counter / this.seen().scale < (this.near ? APART : this.least);
  }

  /** How many pixels a counter has at least where one decides. */
  get least() {
    return this.measured ? Math.min(small()[0], MEASURED) : small()[0];
  }

  /**
   * Comes so many times closer, to a point or to the middle.
   * @param {number} times
   * @param {Point} [at]
   */
  zoom(times, at) {
    if (!this.view) return;
    this.whole = false;
    this.chosen = true;
    const view = this.seen();
    const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const most = Math.max(this.extent.width, this.extent.height) * 1.6;
    this.show(zoomed(view, times, at ?? middle, { least: this.counter * 2.5, most }));
  }

  /**
   * Moves by so many board units.
   * @param {Point} by
   */
  pan(by) {
    const { x, y, width, height } = this.seen();
    this.show({ x: x + by.x, y: y + by.y, width, height });
  }

  /**
   * Brings a point into view, with what lies around it if `closer`.
   * @param {Point} at
   * @param {boolean} [closer]
   */
  focus(at, closer) {
    if (!this.view) return;
    const view = this.seen();
    // Who decides sees what lies around, as far as the board goes; who looks on is not moved about.
    const around = closer ? Math.min(view.width, view.height) / 4 : this.counter * 0.6;
    const by = missing(view, at, around);
    const { x, y } = within({ ...view, x: view.x + by.x, y: view.y + by.y }, this.extent);
    if (by.x || by.y) this.pan({ x: by.x && x - view.x, y: by.y && y - view.y });
  }

  /**
   * Shows a part of the board around a point: all of it, or as much as can still be read. What is near
   * enough and large enough stays as it is, and nothing moves unless something is missing. A board that can be
   * read as a whole is shown as a whole, and who has looked closer themselves keeps what they see.
   * @param {BoardRect} part
   * @param {Point} at
   * @param {{ bare?: boolean, low?: boolean }} [what] whether it is seen as a whole even where counters would be small,
   *   and whether its places are low, with small writing
   */
  frame(part, at, { bare = false, low = false } = {}) {
    if (!this.view) return;
    if (this.chosen) return this.focus(at);
    if (this.isReadable()) return this.fit();
    const margin = this.counter;
    const [width, height] = [part.width + 2 * margin, part.height + 2 * margin];
    const now = this.seen();
    const whole = { x: part.x - margin, y: part.y - margin, width, height };
    const { clientWidth, clientHeight } = this.window;
    const needed = Math.max(width / Math.max(clientWidth, 1), height / Math.max(clientHeight, 1));
    const [far, near] = this.near
      ? [this.counter / (low ? LETTERED : APART), this.counter / LETTERED]
      : [this.counter / (bare ? Math.min(small()[1], this.least) : this.least), this.counter / READABLE];
    // What is asked next is never a reason to come closer; on a measured table, nor to go farther away.
    const settled = this.measured && this.view !== this.extent;
    const good = !this.isFar() && (settled || needed <= now.scale);
    // No margin is worth more than the board itself.
    const all = Math.max(seen(this.extent, this.size).scale, near);
    const scale = good ? now.scale : Math.min(Math.max(needed, near), far, all);
    const corner = { x: whole.x + width, y: whole.y + height };
    if (scale === now.scale && inside(now, whole) && inside(now, corner)) return;
    const size = { width: clientWidth * scale, height: clientHeight * scale };
    // Of a part that is too large one sees what lies around the point, and nothing beside the part; on a measured table
    // what lies in the middle of the part, and the point.
    const { x, y } = this.measured ? { x: part.x + part.width / 2, y: part.y + part.height / 2 } : at;
    const about = { x: x - size.width / 2, y: y - size.height / 2, ...size };
    const by = missing(about, at, 1.5 * margin);
    const shown = { ...about, x: about.x + by.x, y: about.y + by.y };
    this.show(within(within(shown, whole), this.extent));
  }

  /**
   * The point of the board under a point of the window.
   * @param {{ clientX: number, clientY: number }} at
   * @returns {Point}
   */
  point({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
  }
}
