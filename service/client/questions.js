// @ts-check
// Questions to the table in words, where a move could be written: what is where, how far, what happened last.
// The answers stand below the line, newest last, and are read aloud.

import { make } from "./page.js";

/** The words with which a question begins. */
const WORDS = ["around", "board", "choices", "describe", "help", "last", "pieces", "range", "sheet", "where"];

/**
 * Whether a line asks something of the table. What the game itself understands is a move.
 * @param {string} line
 * @param {string[]} moves the lines that can be chosen now
 */
export function isQuestion(line, moves) {
  const said = line.trim().toLowerCase();
  return WORDS.includes(said.split(/\s+/)[0]) && !moves.some((move) => move.toLowerCase() === said);
}

/**
 * What the server answers, in words; why not, if it does not.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function words(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.text() : (await answer.json()).message;
  } catch {
    return "The server cannot be reached.";
  }
}

export class Questions {
  /**
   * @param {HTMLFormElement} form where a line is written
   * @param {HTMLInputElement} line
   * @param {HTMLElement} answers a live region
   * @param {{ moves: () => string[], ask: (line: string) => Promise<string>, undo: () => void, heard: () => void }} table
   *   `heard` is called when a line was no move: what was said of the last one is over
   */
  constructor(form, line, answers, table) {
    this.line = line;
    this.answers = answers;
    this.table = table;
    // Before anybody takes the line for a move.
    form.addEventListener("submit", (event) => this.hear(event), true);
  }

  /** @param {Event} event */
  hear(event) {
    const line = this.line.value.trim();
    const undo = line.toLowerCase() === "undo" && !this.table.moves().includes("undo");
    if (!undo && !isQuestion(line, this.table.moves())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.line.value = "";
    this.line.dispatchEvent(new Event("input"));
    this.table.heard();
    if (undo) this.table.undo();
    else this.answer(line);
  }

  /** @param {string} line */
  async answer(line) {
    const words = await this.table.ask(line);
    const lines = words.split("\n").filter((text) => text.trim());
    this.answers.hidden = false;
    this.answers.append(make("p", { class: "asked" }, line), ...lines.map((text) => make("p", {}, text)));
    this.answers.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** Forgets everything: the screen goes to somebody who may not know it. */
  forget() {
    this.answers.replaceChildren();
    this.answers.hidden = true;
  }
}
