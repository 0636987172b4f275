// @ts-check
// What is drawn over the board for a moment: previews and measures. The game works them out.

/** @import { ErrorBody, SketchOverlay } from "./protocol.js" */

export class Sketches {
  /** The question that counts.
   * @type {{ path: string, aloud: boolean, about: string } | null} */
  wanted = null;
  asking = false;
  /** Ends the question that is under way, until its answer begins to arrive. */
  running = new AbortController();

  /**
   * @param {{ sketch(drawing?: string): void }} board
   * @param {(words: string, aloud?: boolean) => void} look
   * @param {string} base where the server answers
   */
  constructor(board, look, base) {
    this.board = board;
    this.look = look;
    this.base = base;
  }

  /**
   * Asks for a sketch; of several questions the last one counts.
   * @param {string} path
   * @param {boolean} [aloud]
   * @param {string} [about] what is said before the words of the sketch
   */
  async ask(path, aloud = false, about = "") {
    this.wanted = { path, aloud, about };
    if (this.asking) return;
    this.asking = true;
    let asked = null;
    while (this.wanted && this.wanted !== asked) {
      asked = this.wanted;
      /** @type {Partial<SketchOverlay & ErrorBody>} */
      const answer = await fetch(this.base + asked.path, { signal: this.running.signal })
        .then((response) => {
          // Firefox reports an answer that is given up while it arrives as an error of the page's.
          this.running = new AbortController();
          return response.json();
        })
        .catch(() => ({}));
      if (this.wanted !== asked) continue;
      this.board.sketch(answer.drawing);
      const words = answer.words || answer.message;
      if (words) this.look(`${asked.about} ${words}`.trim(), asked.aloud);
    }
    this.asking = false;
  }

  /** Takes away what is drawn, and what is still asked for. */
  clear() {
    this.wanted = null;
    this.running.abort();
    this.running = new AbortController();
    this.board.sketch();
  }
}
