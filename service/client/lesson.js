// @ts-check
// A lesson beside the board: what it says, a light on what it speaks of, and what comes after it.

/** @import { Board } from "./board.js" */
/** @import { Prompt } from "./prompt.js" */
/** @import { LessonLight, LessonNote } from "./protocol.js" */
/** @import { Sheets } from "./sheets.js" */

import { pieceKey, placeKey } from "./choices.js";
import { make, ruleLink, worded } from "./page.js";

/**
 * The ids of one kind of thing that a lesson points at.
 * @param {LessonLight[]} look
 * @param {"place" | "piece" | "panel" | "card" | "choice"} kind
 * @returns {string[]}
 */
export const lit = (look, kind) =>
  look.flatMap((light) => {
    const id = /** @type {Record<string, string | undefined>} */ (light)[kind];
    return id === undefined ? [] : [id];
  });

export class Lesson {
  /** @type {LessonNote | null} */
  note = null;

  /**
   * @param {HTMLElement} element
   * @param {string} game
   * @param {{ board: Board, sheets: Sheets, prompt: Prompt }} table what it throws its light on
   */
  constructor(element, game, { board, sheets, prompt }) {
    this.element = element;
    this.game = game;
    this.board = board;
    this.sheets = sheets;
    this.prompt = prompt;
  }

  /**
   * Says what the lesson says now.
   * @param {LessonNote} note
   * @param {boolean} over whether the lesson is over
   */
  set(note, over) {
    const said = `${note.step} ${note.say}`;
    const before = this.note && `${this.note.step} ${this.note.say}`;
    this.note = note;
    const place = over ? "The end" : `${note.step} of ${note.steps}`;
    const progress = make("progress", {
      max: String(note.steps),
      value: String(over ? note.steps : note.step - 1),
      "aria-label": `${note.title}: ${place}`,
    });
    const rules = make(
      "p",
      { class: "quiet" },
      ...note.rules.flatMap((rule) => [ruleLink(this.game, rule), " "]),
    );
    this.element.replaceChildren(
      make("p", { class: "lesson-head" }, make("b", {}, note.title), make("span", { class: "quiet" }, place)),
      progress,
      ...(note.reply ? [make("p", { class: "reply" }, ...worded(note.reply))] : []),
      make("p", { class: "say" }, ...worded(note.say)),
      ...(note.rules.length && !over ? [rules] : []),
    );
    this.light();
    const after = document.getElementById("after-lesson");
    if (after) after.hidden = !over;
    return said === before ? "" : [note.reply, note.say].filter(Boolean).join(" ");
  }

  /** Lights what the lesson speaks of, on the board, in the sheets and among the choices. */
  light() {
    const look = this.note?.look ?? [];
    this.board.spotlight([...lit(look, "place").map(placeKey), ...lit(look, "piece").map(pieceKey)]);
    this.sheets.spotlight(lit(look, "panel"), lit(look, "card"));
    this.prompt.spotlight(lit(look, "choice"));
  }
}
