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

/** So many lines of one kind in a row are folded. */
const MANY = 4;

/**
 * What a line is a kind of, such as "Ordered:"; nothing if it is told for itself.
 * @param {StoryEntry} line
 */
const kindOf = ({ text }) => /^\p{Lu}\S*:(?= )/u.exec(text)?.[0];

/**
 * Lines as they stand below each other: alone, or together if many of one kind follow each other.
 * @param {StoryEntry[]} lines
 * @returns {StoryEntry[][]}
 */
export function folded(lines) {
  /** @type {StoryEntry[][]} */
  const runs = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const run = runs.at(-1);
    if (run && kind && kindOf(run[0]) === kind) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => (run.length < MANY ? run.map((line) => [line]) : [run]));
}

export class Story {
  /** @type {StoryEntry[]} */
  lines = [];
  since = 0;
  /** The step that is marked; the newest if none is said.
   * @type {number | null} */
  now = null;
  /** The chapters: the step at which each begins, and its title.
   * @type {[number, string][]} */
  chapters = [];
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
    const chapters = [...this.chapters];
    for (const run of folded(this.lines.filter((line) => !wanted || speaks(line, wanted)))) {
      const [{ step }] = run;
      if (!marked && step >= this.since) {
        marked = true;
        if (items.length) items.push(make("li", { class: "since" }, "Since your last decision"));
      }
      let begins;
      while (chapters.length && chapters[0][0] <= step) begins = chapters.shift();
      if (begins) items.push(make("li", { class: "chapter" }, make("h2", {}, begins[1])));
      const lines = run.map((line) => {
        const item = this.item(line, line.step !== last);
        if (line.step === now) item.setAttribute("aria-current", "step");
        last = line.step;
        return item;
      });
      items.push(...(run.length > 1 ? [this.fold(run, lines, now)] : lines));
    }
    list.replaceChildren(...items);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  /**
   * Lines of one kind in one, which is unfolded where one of them is marked.
   * @param {StoryEntry[]} run
   * @param {HTMLElement[]} lines
   * @param {number | undefined} now
   */
  fold(run, lines, now) {
    const kind = kindOf(run[0]) ?? "";
    const rest = run[run.length - 1].text.slice(kind.length).trim();
    const summary = make("summary", {}, `${kind} ${run.length} times, the last: ${rest}`);
    const fold = make("details", {}, summary, make("ol", {}, ...lines));
    fold.open = this.now !== null && run.some(({ step }) => step === now);
    return make("li", { class: "fold" }, fold);
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
    // The sign stays on the line of the last word.
    const last = text.lastIndexOf(" ") + 1;
    const bound = make("span", { class: "bound" }, text.slice(last), ...this.rules(rules));
    return make("li", {}, number, make("span", {}, text.slice(0, last), bound));
  }

  /**
   * A small sign that leads to the rules behind a line: to the only one, or unfolding which there are.
   * @param {string[]} rules
   */
  rules(rules) {
    const links = rules.map((rule) => ruleLink(this.game, rule));
    if (links.length > 1) {
      const summary = make("summary", { "aria-label": `§ ${links.length} rules` }, "§");
      return ["\u00a0", make("details", { class: "why" }, summary, ...links.flatMap((link) => [" ", link]))];
    }
    for (const link of links) {
      link.classList.add("why");
      link.setAttribute("aria-label", `§ ${link.textContent}`);
      link.title = link.textContent ?? "";
      link.textContent = "§";
    }
    return links.flatMap((link) => ["\u00a0", link]);
  }
}
