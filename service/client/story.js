// @ts-check
// The story: what happened, step by step. Lines that were taken back are gone from it.

/** @import { StoryEntry, StoryLines } from "./protocol.js" */

import { $, around, make, ruleLink } from "./page.js";

/**
 * The lines that are known after news of lines from a step on.
 * @param {StoryEntry[]} known
 * @param {StoryLines} news
 */
export const merged = (known, { from, lines }) => [...known.filter(({ step }) => step < from), ...lines];

/**
 * The lines that follow the last one that was known. When a game ends, moments that were hidden take their numbers
 * among the others: what was told before is not told again.
 * @param {StoryEntry[]} known
 * @param {StoryLines} news
 */
export function untold(known, { from, lines }) {
  let told = 0;
  for (const { text } of known.filter(({ step }) => step >= from)) {
    const at = lines.findIndex((line, index) => index >= told && line.text === text);
    if (at >= 0) told = at + 1;
  }
  return lines.slice(told);
}

/**
 * Whether a line speaks of something.
 * @param {StoryEntry} line
 * @param {string} wanted in small letters
 */
export const speaks = ({ text, rules }, wanted) =>
  `${text}\n${rules.join("\n")}`.toLowerCase().includes(wanted);

export class Story {
  /** @type {StoryEntry[]} */
  lines = [];
  since = 0;
  /** The step that is marked; the newest if none is said.
   * @type {number | null} */
  now = null;
  list = $("log");
  find = $("find", HTMLInputElement);

  /**
   * @param {string} game
   * @param {(step: number) => void} jump shows the board at a step
   */
  constructor(game, jump) {
    this.game = game;
    this.find.addEventListener("input", () => this.show());
    this.list.closest("[role=tabpanel]")?.addEventListener("shown", () => this.toEnd());
    this.list.addEventListener("click", (event) => {
      const step = around(event, "button.step");
      if (step) jump(Number(step.textContent));
    });
  }

  /**
   * Takes over news, and gives the lines that nobody knew. What came of the decision at `since`, and what came after it, is told apart.
   * @param {StoryLines} news
   * @param {number} [since]
   */
  patch(news, since = 0) {
    const known = this.lines;
    this.since = since;
    this.replace(merged(known, news));
    return untold(known, news);
  }

  /** @param {StoryEntry[]} lines */
  replace(lines) {
    this.lines = lines;
    this.show();
  }

  /** Shows the lines that speak of what is looked for. */
  show() {
    const wanted = this.find.value.trim().toLowerCase();
    const { list } = this;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const items = [];
    // A step of which nothing is told is marked by the last line before it.
    const until = this.now ?? Number.POSITIVE_INFINITY;
    const now = this.lines.findLast(({ step }) => step <= until)?.step;
    let last = -1;
    let marked = !this.since;
    for (const line of this.lines) {
      if (!marked && line.step >= this.since) {
        marked = true;
        if (items.length) items.push(make("li", { class: "since" }, "Since your last decision"));
      }
      if (wanted && !speaks(line, wanted)) continue;
      const item = this.item(line, line.step !== last);
      if (line.step === now) item.setAttribute("aria-current", "step");
      items.push(item);
      last = line.step;
    }
    list.replaceChildren(...items);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  /** Brings the newest line into view. */
  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {StoryEntry} line
   * @param {boolean} numbered
   */
  item({ step, text, rules }, numbered) {
    const title = "Show the board at this step";
    const number = numbered ? make("button", { type: "button", class: "step", title }, String(step)) : "";
    const links = rules.flatMap((rule) => [" ", ruleLink(this.game, rule)]);
    const words = make("span", {}, text, ...links);
    return make("li", {}, number, words);
  }
}
