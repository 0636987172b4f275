// @ts-check
// The cursor: walking the board with keys, from place to place, and choosing there.

/** @import { Board } from "./board.js" */
/** @import { Offer } from "./choices.js" */

import { grouped, pieceOf, placeOf } from "./choices.js";
import { towards } from "./geometry.js";
import { draw, outlined } from "./svg.js";

const DIRECTIONS = new Map([
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowUp", { x: 0, y: -1 }],
  ["ArrowDown", { x: 0, y: 1 }],
]);

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

export class Cursor {
  /** The place or piece at which it is; empty if it was nowhere yet. */
  id = "";

  /**
   * @param {Board} board
   * @param {SVGElement} layer
   */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    board.element.addEventListener("keydown", (event) => this.key(event));
    board.element.addEventListener("blur", () => this.draw());
    board.element.addEventListener("focus", () => {
      // A board that is clicked stays where it is.
      if (!board.pointer.pressed) this.go(this.id || this.start());
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS.get(event.key);
    if (direction) this.walk(direction);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else if (event.key === "n") this.next(1);
    else if (event.key === "N") this.next(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Chooses here, or lays the ruler down here. */
  enter() {
    const { board, id } = this;
    if (board.ruler.taken && id) return board.ruler.lay(this.named(id));
    board.choose(id ? board.at(id) : [], this.layer.getBoundingClientRect(), true, id);
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
    const { board } = this;
    this.id = id;
    this.draw();
    board.focus(id, false);
    if (board.ruler.from) board.ruler.reach(this.named(id), true);
    else board.look(board.words(id), true);
  }

  /**
   * A place or piece as the server names it.
   * @param {string} id
   */
  named(id) {
    return `${this.board.ground.places.has(id) ? "place" : "piece"}:${id}`;
  }

  /**
   * Walks to the next place, or piece in none, in a direction.
   * @param {{ x: number, y: number }} direction
   */
  walk(direction) {
    const { board } = this;
    const here = board.stop(this.id);
    if (!here) return this.go(this.start());
    const next = towards([...board.ground.places.values(), ...board.pieces.loose()], here, direction);
    if (next) this.go(next.id);
  }

  /**
   * Goes to the next thing that can be chosen, or to the one before.
   * @param {1 | -1} step
   */
  next(step) {
    const { offers, pieces } = this.board;
    const ids = stopsOf(offers, (piece) => pieces.placeOf(piece));
    if (ids.length) this.go(ids[(ids.indexOf(this.id) + step + ids.length) % ids.length]);
  }

  /** Draws it, if the board listens to keys. */
  draw() {
    this.layer.replaceChildren();
    const { board } = this;
    if (document.activeElement !== board.element) return;
    const place = board.ground.places.get(this.id);
    const piece = board.pieces.stop(this.id);
    if (place) this.layer.append(...outlined(board.ground.outline(place, 0.98)));
    else if (piece)
      this.layer.append(...outlined(draw("circle", { cx: piece.x, cy: piece.y, r: piece.size * 0.7 })));
  }
}
