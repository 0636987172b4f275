// @ts-check
// The course: a way over several points of a plane, and where its piece looks at the end. Points are set by
// clicks, the look by dragging from the end.

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */

import { freely } from "./choices.js";
import { draw, outlined } from "./svg.js";

export class Course {
  /** The points that are passed.
   * @type {Point[]} */
  legs = [];
  /** The end, while it is asked what is done there.
   * @type {Point | null} */
  end = null;
  /** The piece that goes, if one was dragged there. */
  piece = "";
  /** Whether the look is being set. */
  turning = false;

  /**
   * @param {Board} board
   * @param {SVGElement} layer
   */
  constructor(board, layer) {
    this.board = board;
    this.layer = layer;
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.clear();
    });
  }

  /** Begins anew. */
  clear() {
    this.legs = [];
    this.end = null;
    this.turning = false;
    this.draw();
  }

  /** Is asked no longer what is done at the end; the points on the way stay. */
  leave() {
    this.end = null;
    this.turning = false;
    this.draw();
  }

  /**
   * What leads to a point over those that were set before, by any piece or by one.
   * @param {Point} at
   * @param {string} [piece]
   * @param {Point} [looks] at what it looks in the end
   */
  to(at, piece, looks) {
    const { free, ground } = this.board;
    return freely(free, ground.plane, at, piece, { legs: this.legs, looks });
  }

  /**
   * What can be done at a point that was clicked, or on which a piece was let go: to go there, to go on from
   * there, to set where it looks.
   * @param {Point} at
   * @param {string} [piece]
   */
  ask(at, piece) {
    const offers = this.to(at, piece);
    if (!offers.length) return offers;
    this.end = { x: at.x, y: at.y };
    this.piece = piece ?? "";
    this.draw();
    const { free } = this.board;
    const extra = (/** @type {string} */ label, /** @type {() => void} */ does) => ({
      ...offers[0],
      label,
      words: "",
      does,
    });
    if (free.some(({ facing }) => facing)) {
      offers.push(extra("Set where to look: drag from here", () => this.turn()));
    }
    if (free.some(({ way }) => way)) offers.push(extra("Way point: go on from here", () => this.goOn()));
    if (this.legs.length) offers.push(extra("Begin the way anew", () => this.clear()));
    return offers;
  }

  /** Makes the end a point on the way. */
  goOn() {
    if (!this.end) return;
    this.legs = [...this.legs, this.end];
    this.end = null;
    this.draw();
    this.board.look("Where does the way lead from here?", true);
  }

  /** From now on the pointer says where the piece looks, or the cursor. */
  turn() {
    this.turning = this.end !== null;
    this.board.look(
      "Point to where it looks, and let go; or walk there with the arrow keys and press Enter.",
      true,
    );
    this.board.cursor.draw();
  }

  /**
   * Shows the look at a point.
   * @param {Point} looks
   * @param {boolean} [aloud]
   */
  face(looks, aloud) {
    if (!this.end) return;
    this.draw(looks);
    const [offer] = this.to(this.end, this.piece, looks);
    if (offer) this.board.light(offer, aloud);
  }

  /**
   * What can be done looking at a point; the look is set with it.
   * @param {Point} looks
   */
  faced(looks) {
    this.turning = false;
    return this.end ? this.to(this.end, this.piece, looks) : [];
  }

  /**
   * Who goes, as it would stand at the end.
   * @param {Point} end
   */
  ghost({ x, y }) {
    const id = this.piece || this.board.free.find(({ moves }) => moves)?.moves;
    const { element, stand } = this.board.pieces.all.get(id ?? "") ?? {};
    if (!element || !stand) return [];
    const ghost = /** @type {SVGGElement} */ (element.cloneNode(true));
    ghost.setAttribute("class", "ghost");
    ghost.removeAttribute("data-piece");
    ghost.style.transform = `translate(${x}px, ${y}px) scale(${stand.size / 1000})`;
    return [ghost];
  }

  /**
   * Draws the way so far, and at its end a knob from which the look is dragged.
   * @param {Point} [looks]
   */
  draw(looks) {
    const { legs, end, board } = this;
    const size = board.camera.counter;
    const dots = legs.flatMap(({ x, y }) => outlined(draw("circle", { cx: x, cy: y, r: size / 8 })));
    if (!end) return this.layer.replaceChildren(...dots);
    const knob = draw("g", { class: "knob", "data-turn": "" });
    knob.append(...this.ghost(end));
    knob.append(draw("circle", { cx: end.x, cy: end.y, r: size / 2 }));
    const away = looks && Math.hypot(looks.x - end.x, looks.y - end.y);
    if (looks && away) {
      const [x, y] = [end.x + ((looks.x - end.x) / away) * size, end.y + ((looks.y - end.y) / away) * size];
      knob.append(...outlined(draw("path", { d: `M${end.x} ${end.y}L${x} ${y}` })));
    }
    this.layer.replaceChildren(...dots, knob);
  }
}
