// @ts-check
// The recap: what came of one's last decision and what happened since, in words, and once more on the board.

/** @import { Point } from "./geometry.js" */
/** @import { Parts, PlanMessage, ReplayMoment, StoryEntry } from "./protocol.js" */

/** A line of the story, or what a plan did.
 * @typedef {StoryEntry & { plan?: boolean }} RecapLine */

import { capital } from "./choices.js";
import { partsOf } from "./frame.js";
import { dot, kept, make, worded } from "./page.js";

/** More lines than that nobody reads before deciding; the story has those before them. */
const LINES = 200;

/** How long a step is looked at, and how long all of them together, in milliseconds. */
const STEP = 1500;
const ALL = 15_000;

/** Where it is one line until somebody unfolds it, so that there is room to decide. */
const NARROW = "(max-width: 52rem)";

/** So many lines are seen at once. */
const IN_SIGHT = 6;

/** How long one of several ways is looked at, at least. */
const BLINK = 300;

/**
 * What must be known before one decides again: what came of the last decision, and all that happened after it. A
 * decision that can still be taken back, and of which nothing but itself is told, brought nothing new.
 * @param {StoryEntry[]} lines
 * @param {number} [since] the step of the last decision
 * @param {boolean} [undo] whether it can be taken back
 */
export function news(lines, since, undo = false) {
  if (since === undefined) return [];
  const own = lines.filter(({ step }) => step === since);
  const later = lines.filter(({ step }) => step > since);
  return later.length || own.length > 1 || !undo ? [...own, ...later] : [];
}

/**
 * Lines with what a plan did among them, each before what came of it.
 * @param {RecapLine[]} lines
 * @param {PlanMessage[]} notes
 * @returns {RecapLine[]}
 */
export function withPlan(lines, notes) {
  const planned = notes.map(({ step, text }) => ({ step, text, rules: [], plan: true }));
  return [...planned, ...lines].sort((one, other) => one.step - other.step);
}

/**
 * Whether a line speaks of one of these people. A name of a few letters, such as that of a creature, is meant only as a
 * word of its own.
 * @param {string} text
 * @param {string[]} people
 */
export const speaksOf = (text, people) =>
  people.some((name) =>
    /^\w{1,4}$/.test(name) ? new RegExp(`\\b${name}\\b`).test(text) : !!name && text.includes(name),
  );

/**
 * Lines in which what a plan did and those that speak of these people come first, if there are more than one sees at once.
 * @param {RecapLine[]} lines
 * @param {string[]} people
 */
export function ownFirst(lines, people) {
  if (lines.length <= IN_SIGHT) return lines;
  const own = lines.filter(({ text, plan }) => plan || speaksOf(text, people));
  return [...own, ...lines.filter((line) => !own.includes(line))];
}

/**
 * Somebody of whom lines speak: by name, or by one of the pieces.
 * @typedef {{ name: string, colour: number, names: string[] }} Side
 */

/**
 * What the names of somebody's pieces begin with, each with the name itself: of "Elk Male 1" and "Elk Female 2" also
 * "Elk".
 * @param {Iterable<string>} pieces
 */
export function namesOf(pieces) {
  const names = [...pieces];
  const [first = [], ...others] = names.map((name) => name.split(" "));
  const parts = first.findIndex((word, at) => others.some((other) => other[at] !== word));
  const shared = first.slice(0, parts < 0 ? 0 : parts).join(" ");
  return shared ? [shared, ...names] : names;
}

/**
 * Where a text first has a name as words of their own; nowhere if it is not there.
 * @param {string} text
 * @param {string} name
 */
function whereIs(text, name) {
  const letter = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(name); name && at >= 0; at = text.indexOf(name, at + 1)) {
    if (!letter.test(text[at - 1] ?? "") && !letter.test(text[at + name.length] ?? "")) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * The number of whoever a line speaks of first; none if it speaks of nobody.
 * @param {string} text
 * @param {Side[]} sides
 */
export function actorOf(text, sides) {
  const spots = sides.map(({ name, names }) => Math.min(...[name, ...names].map((it) => whereIs(text, it))));
  const first = Math.min(...spots);
  return Number.isFinite(first) ? spots.indexOf(first) : -1;
}

/**
 * Lines by whom they speak of, in the order in which things happened: a cause stands before what came of it, and whoever
 * acts again is named again.
 * @param {StoryEntry[]} lines
 * @param {Side[]} sides
 */
export function byActor(lines, sides) {
  /** @type {{ actor: number, texts: string[] }[]} */
  const told = [];
  for (const { text } of lines) {
    const actor = actorOf(text, sides);
    const before = told.at(-1);
    if (before?.actor === actor) before.texts.push(text);
    else told.push({ actor, texts: [text] });
  }
  return told;
}

/** So many steps of one walk are told by the first and the last of them. */
const WALK = 4;

/**
 * What somebody did, of many steps one after the other only the first, how many follow, and the last: what is told of
 * them with the same word, where their name was left out.
 * @param {string[]} words
 */
export function inShort(words) {
  /** @type {string[][]} */
  const runs = [];
  const verb = (/** @type {string} */ text) => /^\p{Ll}+/u.exec(text)?.[0];
  for (const text of words) {
    const run = runs.at(-1);
    if (run && verb(text) && verb(run[0]) === verb(text)) run.push(text);
    else runs.push([text]);
  }
  return runs.flatMap((run) =>
    run.length < WALK ? run : [run[0], `… ${run.length - 2} more steps …`, run[run.length - 1]],
  );
}

/**
 * What a plan did, as a line of the list.
 * @param {RecapLine} line
 */
const planned = ({ text }) => make("li", { class: "plan" }, ...worded(text));

/** Which piece went, from where and to where.
 * @typedef {{ id: string, from: Point, to: Point }} Trail */

/**
 * From where to where pieces went between two moments. What only moved up within its place went nowhere.
 * @param {Parts} before
 * @param {Parts} now
 * @returns {Trail[]}
 */
export function trails(before, now) {
  const stood = new Map(partsOf(before, "piece/"));
  return partsOf(now, "piece/").flatMap(([id, to]) => {
    const from = stood.get(id);
    const shifted = from?.place !== undefined && from.place === to.place;
    return from && !shifted && (from.x !== to.x || from.y !== to.y) ? [{ id, from, to }] : [];
  });
}

/** So many pieces that changed tell where something took place; more of them only that a turn began. */
const FEW = 3;

/**
 * Where something took place between two moments: from where to where pieces went, else where they came or are no more,
 * else where a few of them changed; nothing if that is nowhere on the board.
 * @param {Parts} before
 * @param {Parts} now
 * @returns {Point[]}
 */
export function where(before, now) {
  const went = trails(before, now).flatMap(({ from, to }) => [from, to]);
  if (went.length) return went;
  const [stood, stand] = [before, now].map((parts) => new Map(partsOf(parts, "piece/")));
  const came = [...stand].filter(([id]) => !stood.has(id));
  const gone = [...stood].filter(([id]) => !stand.has(id));
  const others = [...gone, ...came].map(([, at]) => at);
  if (others.length) return others;
  const bodies = new Map(partsOf(before, "body/").map(([id, body]) => [id, JSON.stringify(body)]));
  const changed = partsOf(now, "body/").filter(([id, body]) => bodies.get(id) !== JSON.stringify(body));
  return changed.length > FEW ? [] : changed.flatMap(([id]) => stand.get(id) ?? []);
}

/**
 * A place where moments are shown.
 * @typedef {object} Stage
 * @property {(step: number) => Promise<ReplayMoment>} moment what was seen at a step
 * @property {(parts: Parts) => Promise<void>} show shows a moment
 * @property {(trails: Trail[]) => void} trace draws the ways that were gone
 * @property {(words: string) => void} say
 * @property {() => void} back shows how things stand now
 */

export class Recap {
  /** The number of the showing that is on; none is if it is 0. */
  showing = 0;
  last = 0;
  /** What is told.
   * @type {RecapLine[]} */
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
   * Tells these lines, or nothing; what speaks of one of these people stands out. If it is known who is at the table, lines of
   * the same player stand together as long as nobody else comes between, after what a plan did.
   * @param {RecapLine[]} lines
   * @param {number} [since] the step from which on they happened
   * @param {string[]} [people]
   * @param {Side[]} [sides]
   */
  set(lines, since = 0, people = [], sides = []) {
    this.since = Math.max(since - 1, 0);
    const same = lines.length === this.told.length && lines.at(-1)?.step === this.told.at(-1)?.step;
    this.told = lines;
    this.element.hidden = !lines.length;
    if (!lines.length || same) return;
    const last = lines.at(-1)?.text ?? "";
    const summary = make("summary", { "data-last": last }, since ? "Since your last decision" : "So far");
    summary.addEventListener("click", () => kept.set("recap", this.element.open ? "no" : "yes"));
    const more = lines.length - LINES;
    const shown = lines.slice(-LINES);
    const items = sides.length
      ? [
          ...shown.filter(({ plan }) => plan).map(planned),
          ...byActor(
            shown.filter(({ plan }) => !plan),
            sides,
          ).map((told) => this.line(told, sides, people)),
        ]
      : ownFirst(shown, people).map((line) =>
          line.plan
            ? planned(line)
            : make("li", { class: speaksOf(line.text, people) ? "mine" : "" }, line.text),
        );
    if (more > 0) items.unshift(make("li", { class: "quiet" }, `… and ${more} more, which the story tells`));
    this.element.replaceChildren(
      summary,
      make("ol", { tabindex: "0", "aria-label": "What happened" }, ...items),
      this.button,
    );
    this.element.open = kept.get("recap", matchMedia(NARROW).matches ? "no" : "yes") === "yes";
  }

  /**
   * All that is told of one player, each thing in a line of its own.
   * @param {{ actor: number, texts: string[] }} told
   * @param {Side[]} sides
   * @param {string[]} people
   */
  line({ actor, texts }, sides, people) {
    const side = sides[actor];
    const mine = side ? people.includes(side.name) : texts.some((text) => speaksOf(text, people));
    const begins = new RegExp(`^${side?.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(: |, |'s | )`);
    const words = inShort(texts.map((text) => (side ? text.replace(begins, "") : text)));
    const who = side ? [dot(side.colour), make("b", {}, side.name), " "] : [];
    // Only behind a name a sentence begins small.
    const events = words.map((text, at) =>
      make("span", {}, ...(at ? [] : who), at ? capital(text) : text, at + 1 < words.length ? " " : ""),
    );
    return make("li", { class: mine ? "mine" : "" }, ...events);
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
    for (const step of steps) {
      const now = (await stage.moment(step)).set;
      if (this.showing !== showing) return;
      const ways = trails(before, now);
      before = now;
      await stage.show(now);
      stage.say(
        told
          .filter((line) => line.step === step)
          .map(({ text }) => text)
          .join(" "),
      );
      // One after the other, so that the eye can follow.
      const each = time / Math.max(ways.length, 1);
      for (let shown = Math.min(1, ways.length); shown <= ways.length; shown += 1) {
        stage.trace(ways.slice(0, shown));
        await this.wait(Math.max(each, ways.length > 1 ? BLINK : 0));
        if (this.showing !== showing) return;
      }
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
