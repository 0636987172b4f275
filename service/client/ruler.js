// @ts-check
// The ruler: while it is taken, clicks and keys measure instead of choosing.

/** @import { Board, Listener } from "./board.js" */

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
