// @ts-check
// The recap: what happened since one's last decision, in words, and once more on the board.

/** @import { Point } from "./geometry.js" */
/** @import { Parts, ReplayMoment, StoryEntry } from "./protocol.js" */

import { partsOf } from "./frame.js";
import { kept, make } from "./page.js";

/** So many lines are read before one decides; the story has the others. */
const LINES = 8;

/** How long a step is looked at, and how long all of them together, in milliseconds. */
const STEP = 1500;
const ALL = 15_000;

/**
 * What happened after a step.
 * @param {StoryEntry[]} lines
 * @param {number} [since]
 */
export const after = (lines, since) => lines.filter(({ step }) => since !== undefined && step > since);

/**
 * From where to where pieces went between two moments.
 * @param {Parts} before
 * @param {Parts} now
 * @returns {{ from: Point, to: Point }[]}
 */
export function trails(before, now) {
  const stood = new Map(partsOf(before, "piece/"));
  return partsOf(now, "piece/").flatMap(([id, to]) => {
    const from = stood.get(id);
    return from && (from.x !== to.x || from.y !== to.y) ? [{ from, to }] : [];
  });
}

/**
 * A place where moments are shown.
 * @typedef {object} Stage
 * @property {(step: number) => Promise<ReplayMoment>} moment what was seen at a step
 * @property {(parts: Parts) => Promise<void>} show shows a moment
 * @property {(trails: { from: Point, to: Point }[]) => void} trace draws the ways that were gone
 * @property {(words: string) => void} say
 * @property {() => void} back shows how things stand now
 */

export class Recap {
  /** The number of the showing that is on; none is if it is 0. */
  showing = 0;
  last = 0;
  /** What is told.
   * @type {StoryEntry[]} */
  told = [];

  /**
   * @param {HTMLDetailsElement} element
   * @param {Stage} stage
   * @param {(milliseconds: number) => Promise<void>} [wait]
   */
  constructor(element, stage, wait = (time) => new Promise((done) => setTimeout(done, time))) {
    this.element = element;
    this.stage = stage;
    this.wait = wait;
    this.button = make("button", { type: "button" });
    this.button.addEventListener("click", () => (this.showing ? this.stop() : this.show()));
    this.label();
  }

  /** Says on the button what a click would bring. */
  label() {
    this.button.textContent = this.showing ? "Stop" : "Show it on the board";
  }

  /**
   * Tells these lines, or nothing.
   * @param {StoryEntry[]} lines
   * @param {number} [since] the step after which they happened
   */
  set(lines, since = 0) {
    this.since = since;
    this.told = lines;
    this.element.hidden = !lines.length;
    if (!lines.length) return;
    const summary = make("summary", {}, "Since your last decision");
    summary.addEventListener("click", () => kept.set("recap", this.element.open ? "no" : "yes"));
    const more = lines.length - LINES;
    const items = lines.slice(-LINES).map(({ text }) => make("li", {}, text));
    if (more > 0) items.unshift(make("li", { class: "quiet" }, `… and ${more} more, which the story tells`));
    this.element.replaceChildren(
      summary,
      make("ol", { tabindex: "0", "aria-label": "What happened" }, ...items),
      this.button,
    );
    this.element.open = kept.get("recap", "yes") === "yes";
  }

  /** Shows step by step on the board what is told, and then how things stand. */
  async show() {
    this.last += 1;
    const showing = this.last;
    this.showing = showing;
    this.label();
    const { since = 0, stage, told } = this;
    const steps = [...new Set(told.map(({ step }) => step))];
    const time = Math.min(STEP, ALL / steps.length);
    let before = (await stage.moment(since)).set;
    /** @type {{ from: Point, to: Point }[]} */
    const ways = [];
    for (const step of steps) {
      const now = (await stage.moment(step)).set;
      if (this.showing !== showing) return;
      ways.push(...trails(before, now));
      before = now;
      await stage.show(now);
      stage.trace(ways);
      stage.say(
        told
          .filter((line) => line.step === step)
          .map(({ text }) => text)
          .join(" "),
      );
      await this.wait(time);
      if (this.showing !== showing) return;
    }
    this.stop();
  }

  /** Ends a showing; the board then shows how things stand. */
  stop() {
    if (!this.showing) return;
    this.showing = 0;
    this.label();
    this.stage.trace([]);
    this.stage.back();
  }
}
