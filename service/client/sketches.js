// What is drawn over the board for a moment: previews and measures. The game works them out.

export class Sketches {
  constructor(board, look, base) {
    Object.assign(this, { board, look, base });
    this.wanted = null;
    this.asking = false;
  }

  /** Asks for a sketch; of several questions the last one counts. */
  async ask(path, aloud) {
    this.wanted = { path, aloud };
    if (this.asking) return;
    this.asking = true;
    let asked = null;
    while (this.wanted && this.wanted !== asked) {
      asked = this.wanted;
      const answer = await fetch(this.base + asked.path).then((response) => response.json()).catch(() => ({}));
      if (this.wanted !== asked) continue;
      this.board.sketch(answer.drawing);
      const words = answer.words || answer.message;
      if (words) this.look(words, asked.aloud);
    }
    this.asking = false;
  }

  clear() {
    this.wanted = null;
    this.board.sketch();
  }
}
