// @ts-check
// Signs at the edge of the view towards what lies out of sight: pieces that the game names, and on a measured table the
// numbers of choices. A touch brings it into view.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardRect } from "./protocol.js" */
/** @import { Seen } from "./camera.js" */

import { ARROWS, apart, bearing, common, hexesApart, inside } from "./geometry.js";
import { capital } from "./choices.js";
import { dot, make } from "./page.js";

/** So many names of one side stand on a sign; of more it says how many there are. */
const FEW = 2;

/** How far a sign stays from the edge, in pixels. */
const EDGE = 4;

/**
 * Something out of sight: what it is called, and whose it is.
 * @typedef {Point & { name: string, seat?: string, number?: boolean }} Far
 */

/**
 * What lies out of a view, by the wind in which it lies from its middle.
 * @param {Far[]} things
 * @param {BoardRect} view
 * @returns {Map<string, Far[]>}
 */
export function outOf(things, view) {
  const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  /** @type {Map<string, Far[]>} */
  const winds = new Map();
  for (const thing of things) {
    if (inside(view, thing)) continue;
    const wind = bearing(middle, thing);
    winds.set(wind, [...(winds.get(wind) ?? []), thing]);
  }
  return winds;
}

/**
 * Whose piece it is, from what is said of it: "Bot 2" of "Medium bot 2, Life Level A".
 * @param {string} words
 */
export const whose = (words) => {
  const [name] = words.split(",");
  return capital(/\bbot \d+$/.exec(name)?.[0] ?? name);
};

export class Afar {
  /** The pieces that the game names.
   * @type {string[]} */
  ids = [];
  /** Where the signs stand, in board units.
   * @type {BoardRect[]} */
  taken = [];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = make("div", { class: "afar", role: "group", "aria-label": "Out of sight" });
    // What is done with a sign is not done with the board under it.
    for (const kind of ["pointerdown", "click", "keydown"]) {
      this.element.addEventListener(kind, (event) => event.stopPropagation());
    }
  }

  /** What is named and stands somewhere. */
  things() {
    const { pieces, glow, ground } = this.board;
    const named = this.ids.flatMap((id) => {
      const stop = pieces.stop(id);
      const piece = pieces.all.get(id);
      // What is written on the counters of a table is their name; on those of a map it is how they fare.
      const written = piece?.element.querySelector("text")?.textContent ?? id;
      const name = ground.plane ? written : whose(piece?.words ?? id);
      const seat = /seat(\d)/.exec(pieces.colourOf(id))?.[1];
      return stop ? [{ x: stop.x, y: stop.y, name, seat }] : [];
    });
    const numbers = [...glow.numbered.values()].map(({ x, y, number }) => ({
      x,
      y,
      name: number,
      number: true,
    }));
    return ground.plane ? [...numbers, ...named] : named;
  }

  /**
   * Draws the signs for what is seen now; none while somebody wants to see the whole table.
   * @param {Seen} seen
   */
  draw(seen) {
    const { camera, ground } = this.board;
    this.taken = [];
    // Of what stands at the very edge too little is seen.
    const rim = camera.counter * 0.3;
    const inner = {
      x: seen.x + rim,
      y: seen.y + rim,
      width: seen.width - 2 * rim,
      height: seen.height - 2 * rim,
    };
    const { beacon } = this.board.names;
    if (!beacon.hidden) this.taken.push(this.boxOf(beacon, seen));
    const winds = (ground.plane || ground.hex) && !camera.whole ? outOf(this.things(), inner) : new Map();
    const signs = [...winds].map(([wind, things]) => this.sign(wind, things, seen));
    this.element.replaceChildren(...signs.map(({ button }) => button));
    for (const { button, at } of signs) this.place(button, at, seen);
  }

  /**
   * Where something that lies over the board is, in board units.
   * @param {HTMLElement} element
   * @param {Seen} seen
   * @returns {BoardRect}
   */
  boxOf(element, seen) {
    const [box, whole] = [element.getBoundingClientRect(), this.board.svg.getBoundingClientRect()];
    return {
      x: seen.x + (box.x - whole.x) * seen.scale,
      y: seen.y + (box.y - whole.y) * seen.scale,
      width: box.width * seen.scale,
      height: box.height * seen.scale,
    };
  }

  /**
   * A sign towards things in one wind.
   * @param {string} wind
   * @param {Far[]} things
   * @param {Seen} seen
   */
  sign(wind, things, seen) {
    const { board } = this;
    const middle = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    const from = board.stop(board.focused ?? "") ?? middle;
    const near = [...things].sort((a, b) => apart(a, from) - apart(b, from));
    const [first] = near;
    const numbers = near.filter(({ number }) => number);
    const seats = [...new Set(near.flatMap(({ seat }) => seat ?? []))];
    const others = near.filter(({ number, seat }) => !number && !seat);
    // What is seen is said, and more: whoever speaks to the page names what they see.
    const said = (/** @type {string} */ words) => make("span", { class: "sr" }, words);
    const button = make(
      "button",
      { type: "button" },
      make("span", { "aria-hidden": "true" }, `${ARROWS.get(wind) ?? ""} `),
      ...(numbers.length ? [said("Choice ")] : []),
      ...numbers.map(({ name }) => make("kbd", {}, name)),
      ...seats.flatMap((seat) => [
        dot(Number(seat)),
        this.told(
          near.filter((it) => it.seat === seat),
          from,
        ),
      ]),
      ...(others.length ? [`${seats.length ? "· " : ""}${this.told(others, from)}`] : []),
      said(`: out of sight to the ${wind}. Show`),
    );
    button.addEventListener("click", () => board.camera.focus(first, true));
    return { button, at: first };
  }

  /**
   * What lies there and how far the nearest of it is, in a few letters: names of a few, of more how many.
   * @param {Far[]} things of one side, or of none, the nearest first
   * @param {Point} from
   */
  told(things, from) {
    const { plane, flat } = this.board.ground;
    const hexes = Math.round(hexesApart(from, things[0], flat));
    const far = plane
      ? `${Math.round(apart(from, things[0]) / 1000)}"`
      : `${hexes} ${hexes === 1 ? "hex" : "hexes"}`;
    const told = things.map(({ name }) => name);
    if (things.length <= FEW) return plane ? `${told.join(" ")} ${far}` : `${told.join(", ")}: ${far}`;
    return `${things.length} ${plane ? "figures" : "others"}, nearest ${far}`;
  }

  /**
   * Puts a sign as far towards a point as the view goes.
   * @param {HTMLButtonElement} button
   * @param {Point} at
   * @param {Seen} seen
   */
  place(button, at, seen) {
    const { clientWidth: wide, clientHeight: high } = this.board.svg;
    const { offsetWidth: width, offsetHeight: height } = button;
    /** @type {(at: number, size: number, whole: number) => number} */
    const along = (at, size, whole) => Math.min(Math.max(at - size / 2, EDGE), whole - size - EDGE);
    const first = {
      x: along((at.x - seen.x) / seen.scale, width, wide),
      y: along((at.y - seen.y) / seen.scale, height, high),
    };
    /** @type {(spot: Point) => BoardRect} */
    const box = ({ x, y }) => ({
      x: seen.x + x * seen.scale,
      y: seen.y + y * seen.scale,
      width: width * seen.scale,
      height: height * seen.scale,
    });
    // No sign lies over another, nor over a number or a piece that one chooses by, if it can stand beside it.
    const { glow, names } = this.board;
    const over = (/** @type {BoardRect[]} */ rects, /** @type {Point} */ spot) =>
      rects.reduce((sum, other) => sum + common(box(spot), other), 0);
    /** @type {(spot: Point) => number} */
    const covered = (spot) => 4 * over(this.taken, spot) + over([...glow.taken, ...names.bodies()], spot);
    const inwards = first.y > high / 2 ? -height - 2 : height + 2;
    const spots = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, -1, 2, -2, 3, -3].map((column) => ({
        x: Math.min(Math.max(first.x + (column * width) / 2, EDGE), wide - width - EDGE),
        y: first.y + row * inwards,
      })),
    );
    const best = spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best), first);
    this.taken.push(box(best));
    button.style.left = `${best.x}px`;
    button.style.top = `${best.y}px`;
  }
}
