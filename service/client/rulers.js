// @ts-check
// The rulers along the edges of the view of a measured table: they go with the view, so that every point in sight can
// be named. And the ruler that one takes: while it is taken, clicks and keys measure instead of choosing.

/** @import { Board, Listener } from "./board.js" */
/** @import { Seen } from "./camera.js" */
/** @import { Plane } from "./protocol.js" */

import { make } from "./page.js";
import { draw } from "./svg.js";

/** How far apart numbers stand at least, in pixels. */
const APART = 44;

/** How many inches may lie between two numbers. */
const STEPS = [1, 2, 3, 6, 12];

/**
 * The inches along an edge that lie in sight, each with where it is in pixels: those that have a number, and the others.
 * @param {{ from: number, length: number, up: boolean }} edge in board units
 * @param {{ from: number, size: number, scale: number }} seen how much of it is seen
 * @returns {{ inch: number, at: number, named: boolean }[]}
 */
export function inches({ from, length, up }, seen) {
  const every = STEPS.find((step) => (step * 1000) / seen.scale >= APART) ?? 24;
  return Array.from({ length: Math.floor(length / 1000) + 1 }, (_, inch) => {
    const place = up ? from + length - inch * 1000 : from + inch * 1000;
    return { inch, at: (place - seen.from) / seen.scale, named: inch % every === 0 };
  }).filter(({ at }) => at >= 0 && at <= seen.size / seen.scale);
}

export class Rulers {
  constructor() {
    this.left = draw("svg", { class: "left" });
    this.low = draw("svg", { class: "low" });
    this.element = make("div", { class: "rulers", "aria-hidden": "true" });
    this.element.append(this.left, this.low);
  }

  /**
   * Draws them for what is seen of a plane.
   * @param {Plane} plane
   * @param {Seen} seen
   */
  draw({ rect, from_below: up }, { x, y, width, height, scale }) {
    const across = inches({ from: rect.x, length: rect.width, up: false }, { from: x, size: width, scale });
    const upright = inches({ from: rect.y, length: rect.height, up }, { from: y, size: height, scale });
    this.low.replaceChildren(
      ...across.flatMap(({ inch, at, named }) => [
        draw("path", { d: `M${at} 0v${named ? 6 : 3}` }),
        ...(named ? [draw("text", { x: at, y: 16 }, `${inch}"`)] : []),
      ]),
    );
    this.left.replaceChildren(
      ...upright.flatMap(({ inch, at, named }) => [
        draw("path", { d: `M28 ${at}h${named ? -6 : -3}` }),
        ...(named ? [draw("text", { x: 20, y: at + 4 }, `${inch}"`)] : []),
      ]),
    );
  }
}

export class Ruler {
  taken = false;
  /** The thing from which it is laid, as the server names it. */
  from = "";

  /**
   * @param {Board} board
   * @param {NonNullable<Listener["measure"]>} measure
   */
  constructor(board, measure) {
    this.board = board;
    this.measure = measure;
  }

  /** Takes the ruler, or lays it away. */
  toggle() {
    this.taken = !this.taken;
    this.from = "";
    this.board.element.classList.toggle("measuring", this.taken);
    this.board.sketch();
  }

  /**
   * Lays it down at a thing, and tells what can be measured from there alone.
   * @param {string} thing
   */
  lay(thing) {
    this.from = thing;
    this.measure(thing, "", true);
  }

  /**
   * Measures to a thing. Nothing is measured before the ruler is laid down.
   * @param {string} thing
   * @param {boolean} [aloud]
   */
  reach(thing, aloud) {
    if (this.from) this.measure(this.from, thing, aloud);
  }
}
