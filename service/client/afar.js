// @ts-check
// Signs at the edge of a measured table towards what lies out of sight: pieces that the game names, and the numbers of
// choices. A touch brings it into view.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardRect } from "./protocol.js" */
/** @import { Seen } from "./camera.js" */

import { ARROWS, apart, bearing, inside } from "./geometry.js";
import { dot, make } from "./page.js";

/** So many names stand on one sign. */
const MOST = 3;

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
 * The names on a sign: no more than fit, and how many there are besides.
 * @param {string[]} names
 */
export const inShort = (names) =>
  [...names.slice(0, MOST), ...(names.length > MOST ? [`+${names.length - MOST}`] : [])].join(" ");

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
    const { pieces, glow } = this.board;
    const named = this.ids.flatMap((id) => {
      const stop = pieces.stop(id);
      const name = pieces.all.get(id)?.element.querySelector("text")?.textContent ?? id;
      const seat = /seat(\d)/.exec(pieces.colourOf(id))?.[1];
      return stop ? [{ x: stop.x, y: stop.y, name, seat }] : [];
    });
    const numbers = [...glow.numbered.values()].map(({ x, y, number }) => ({
      x,
      y,
      name: number,
      number: true,
    }));
    return [...numbers, ...named];
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
    const winds = ground.plane && !camera.whole ? outOf(this.things(), inner) : new Map();
    const signs = [...winds].map(([wind, things]) => this.sign(wind, things, seen));
    this.element.replaceChildren(...signs.map(({ button }) => button));
    for (const { button, at } of signs) this.place(button, at, seen);
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
    const seats = [...new Set(near.flatMap(({ seat }) => seat ?? []))];
    const pieces = near.filter(({ number }) => !number);
    const numbers = near.filter(({ number }) => number);
    const far = Math.round(apart(from, pieces[0] ?? first) / 1000);
    const words = [
      ...(numbers.length ? [`choice ${numbers.map(({ name }) => name).join(", ")}`] : []),
      ...pieces.map(({ name }) => name),
    ];
    const button = make(
      "button",
      { type: "button", "aria-label": `${words.join(", ")}: out of sight to the ${wind}. Show` },
      `${ARROWS.get(wind) ?? ""} `,
      ...numbers.map(({ name }) => make("kbd", {}, name)),
      ...seats.map((seat) => dot(Number(seat))),
      ...(pieces.length ? [`${inShort(pieces.map(({ name }) => name))} ${far}"`] : []),
    );
    button.addEventListener("click", () => board.camera.focus(first, true));
    return { button, at: first };
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
    const left = along((at.x - seen.x) / seen.scale, width, wide);
    let top = along((at.y - seen.y) / seen.scale, height, high);
    /** @type {(top: number) => BoardRect} */
    const box = (top) => ({
      x: seen.x + left * seen.scale,
      y: seen.y + top * seen.scale,
      width: width * seen.scale,
      height: height * seen.scale,
    });
    // Two signs never lie over each other.
    const over = () =>
      this.taken.some(
        ({ x, y, width, height }) =>
          x < box(top).x + box(top).width &&
          x + width > box(top).x &&
          y < box(top).y + box(top).height &&
          y + height > box(top).y,
      );
    const step = top > high / 2 ? -height - 2 : height + 2;
    for (let tries = 0; tries < 6 && over(); tries++) top += step;
    this.taken.push(box(top));
    button.style.left = `${left}px`;
    button.style.top = `${top}px`;
  }
}
