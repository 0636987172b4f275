// @ts-check
// Questions to the table in words, where a move could be written: what is where, how far, what happened last.
// The answers stand below the question, newest last, and are read aloud.

import { make } from "./page.js";

/** The words with which a question begins. */
const WORDS = [
  "around",
  "board",
  "choices",
  "describe",
  "help",
  "last",
  "pieces",
  "range",
  "sheet",
  "story",
  "where",
];

/** A rule by its id, or the rules of a chapter; `rule` with something else may be a word of the game. */
const RULE = /^rule [a-z]{2}-[a-z0-9-]+$/;

/** What asks for the signs on the board, which are drawn. */
const LEGEND = ["legend", "signs"];

/** What asks how much time there is; with something else it may be a word of the game. */
const TIME = ["time", "clock"];

/** What speaks of one's plan, and perhaps adds a line to it. */
const PLAN = /^plan(?:\s+(.*))?$/i;

/**
 * Whether a line asks something of the table. What the game itself understands is a move.
 * @param {string} line
 * @param {string[]} moves the lines that can be chosen now
 */
export function isQuestion(line, moves) {
  const said = line.trim().toLowerCase();
  const asks = WORDS.includes(said.split(/\s+/)[0]) || RULE.test(said) || [...LEGEND, ...TIME].includes(said);
  return asks && !moves.some((move) => move.toLowerCase() === said);
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
   * @param {{ moves: () => string[], ask: (line: string) => Promise<string>, undo: () => void, legend: () => Promise<string>, plan: (line: string) => Promise<string>, show: () => void, heard: () => void }} table
   *   `heard` is called when a line was no move: what was said of the last one is over; `show` brings the answers into sight
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
    const [, planned] = PLAN.exec(line) ?? [];
    const plan = PLAN.test(line) && !this.table.moves().some((move) => PLAN.test(move));
    if (!undo && !plan && !isQuestion(line, this.table.moves())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.line.value = "";
    this.line.dispatchEvent(new Event("input"));
    this.table.heard();
    if (undo) this.table.undo();
    else if (plan) this.plan(planned?.trim() ?? "");
    else this.answer(line);
  }

  /** @param {string} line */
  async plan(line) {
    const words = await this.table.plan(line);
    if (words) this.say(line ? `plan ${line}` : "plan", words);
  }

  /** @param {string} line */
  async answer(line) {
    const { ask, legend } = this.table;
    this.say(line, await (LEGEND.includes(line.toLowerCase()) ? legend() : ask(line)));
  }

  /**
   * @param {string} line what was asked
   * @param {string} words what is answered
   */
  say(line, words) {
    const lines = words.split("\n").filter((text) => text.trim());
    const asked = make("p", { class: "asked" }, line);
    this.answers.hidden = false;
    this.answers.append(asked, ...lines.map((text) => make("p", {}, text)));
    this.table.show();
    // A long answer is read from its beginning, with what was asked above it.
    this.answers.scrollTop += asked.getBoundingClientRect().top - this.answers.getBoundingClientRect().top;
  }

  /** Forgets everything: the screen goes to somebody who may not know it. */
  forget() {
    this.answers.replaceChildren();
    this.answers.hidden = true;
  }
}
