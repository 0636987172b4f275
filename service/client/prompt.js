// @ts-check
// The question: choices as buttons, a line to write, and asking once more before dice fall.

/** @import { Group, Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Refusal } from "./page.js" */
/** @import { ErrorBody, Question, QuestionSubject, SketchOverlay } from "./protocol.js" */

import {
  askedFirst,
  AT_A_GLANCE,
  brief,
  capital,
  finishes,
  headed,
  inGroups,
  inRows,
  inTurn,
  matching,
  meant,
  nextSubject,
  offer,
  offersOf,
  ofSubjects,
  ownNumbers,
  parted,
  placeOf,
  pointOf,
  short,
  subject,
  told,
  wordy,
} from "./choices.js";
import { $, make, ruleLink, sentences, worded } from "./page.js";
import { isOn } from "./signal.js";

/**
 * Where a box of some size goes beside a point, so that it lies in the window.
 * @param {Point} at
 * @param {{ width: number, height: number }} box
 * @param {{ width: number, height: number }} window
 * @returns {Point}
 */
export function beside(at, box, window) {
  /** @type {(at: number, size: number, whole: number) => number} */
  const along = (at, size, whole) => Math.max(8, Math.min(at + 8, whole - size - 8));
  return { x: along(at.x, box.width, window.width), y: along(at.y, box.height, window.height) };
}

/** Where the keys of a list lead from the place at which one stands in it; nothing for other keys.
 * @type {Map<string, (at: number, last: number) => number>} */
const STEPS = new Map([
  ["ArrowDown", (at, last) => Math.min(at + 1, last)],
  ["ArrowUp", (at) => Math.max(at - 1, 0)],
  ["Home", () => 0],
  ["End", (_, last) => last],
]);

/**
 * Goes from one thing of a list to another by the arrow keys, if one of them has the focus; gives whether it did.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} things
 */
export function walk(event, things) {
  const at = things.findIndex((thing) => document.activeElement?.isSameNode(thing));
  const to = STEPS.get(event.key)?.(at, things.length - 1);
  if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  things[to].focus();
  return true;
}

/** A window as narrow as that of a phone. */
const NARROW = "(max-width: 52rem)";

/** So few are not worth a fold. */
const FEW = 4;

/** So many under the first heading are folded in a list that is longer than a glance, if only the list says them. */
const MANY = 6;

/** What a heading says of its subject is quiet if it is longer than so many letters. */
const LONG = 24;

/** Kinds of notices that still hold when something else is asked; all others were about the last question. */
const LASTING = new Set(["failed", "stale"]);

/**
 * A heading: what it is about, how many there are, and in quiet letters what else is said of it.
 * @param {string} heading
 * @param {string} [count]
 */
function titled(heading, count = "") {
  const [about] = heading.split(": ", 1);
  const rest = heading.slice(about.length);
  return rest.length > LONG ? [about, make("span", { class: "quiet" }, rest), count] : [heading, count];
}

export class Prompt {
  /** @type {Offer[]} */
  offers = [];
  /** The offers that stand in the list: all but those that end one's own game.
   * @type {Offer[]} */
  listed = [];
  /** What was said yes to before: routine is asked for once.
   * @type {Set<string>} */
  agreed = new Set();
  /** The names of groups that lie open, and of those that somebody has folded.
   * @type {Set<string>} */
  unfolded = new Set();
  /** @type {Set<string>} */
  folded = new Set();
  /** The buttons of the listed offers, in the same order.
   * @type {HTMLButtonElement[]} */
  buttons = [];
  /** Whether digits go into a slip as long as the choices are folded. */
  keyless = false;
  /** The choice that waits for a second yes.
   * @type {Offer | null} */
  armed = null;
  /** Where a menu opens; in the middle if nobody pointed anywhere.
   * @type {Point | null} */
  where = null;
  /** What had the focus before the menu.
   * @type {Element | null} */
  returnTo = null;
  list = $("choices");
  menu = $("menu");
  line = $("line", HTMLInputElement);
  /** Whether a written line is being looked at. */
  writing = false;
  /**
   * Is told the number of every choice that has one, by its line, and says which of these numbers the board shows too.
   * @type {(numbers: Map<string, string>) => Set<string>}
   */
  numbered = () => new Set();
  /** The pieces that the question is about, if each has a row of its own.
   * @type {QuestionSubject[]} */
  subjects = [];
  /** The piece whose row lies open, or is to; empty if none does. */
  row = "";

  /**
   * @param {string} game
   * @param {(line: string, plan?: string[]) => void} act does what was chosen
   * @param {(offer: Offer | null) => void} light lights it on the board
   * @param {() => void} [widen] shows everything again, after only what a piece can do
   * @param {(line: string) => Promise<Partial<SketchOverlay & ErrorBody>>} [judge] what a line would do, or why not
   * @param {(piece: string) => boolean} [pick] shows on the board what a piece can do, or lets it be; false if the
   * board has nothing to show of it
   */
  constructor(game, act, light, widen = () => {}, judge = async () => ({}), pick = () => false) {
    this.pickPiece = pick;
    this.game = game;
    this.act = act;
    this.light = light;
    this.widen = widen;
    this.judge = judge;
    for (const [what, on] of /** @type {[string, EventTarget][]} */ ([
      ["scroll", document],
      ["resize", globalThis],
    ])) {
      on.addEventListener(what, () => this.tellMore(), { passive: true, capture: true });
    }
    this.list.addEventListener("keydown", (event) => walk(event, this.stops()));
    this.menu.addEventListener("keydown", (event) =>
      walk(event, [.../** @type {NodeListOf<HTMLElement>} */ (this.menu.querySelectorAll("button"))]),
    );
    $("say-move").addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.line.value.trim();
      if (!line) return;
      const only = meant(this.offers, line);
      if (only?.grave) this.take(only);
      else if (only?.final && only.notation.toLowerCase() !== line.toLowerCase()) {
        // Part of a line is read as the whole, and what cannot be taken back is asked first.
        this.where = null;
        this.take(only);
      } else if (only) this.readAs(line, only.notation).then((said) => act(said));
      else this.write(line);
    });
    this.line.addEventListener("input", () => this.filter());
    this.line.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.line.value = "";
      this.filter();
    });
  }

  /**
   * Asks a question, or says for whom we wait.
   * @param {Question | null} question
   * @param {Offer[]} offers
   * @param {string} waiting
   */
  set(question, offers, waiting) {
    this.offers = offers;
    this.listed = offers.filter(({ grave }) => !grave);
    this.armed = null;
    this.close();
    if (!LASTING.has($("notice").dataset.kind ?? "")) this.notice(null);
    $("question").replaceChildren(...worded(question?.question ?? waiting));
    const pointing = question?.pointing ? [make("b", {}, question.pointing), " "] : [];
    $("hint").replaceChildren(...pointing, ...worded(question?.hint ?? ""));
    const read = offers.length === 1 && offers[0].notation === "next";
    $("say-move").hidden = read;
    this.line.value = "";
    this.buttons = this.listed.map((offer) => this.button(offer));
    this.setSubjects(question?.subjects ?? []);
    // The only way on looks like it; what finishes has a look of its own.
    const [only, ...others] = this.listed;
    if (only && !others.length && !only.ends) this.buttons[0].classList.add("main");
    this.list.replaceChildren(...this.laidOut(question?.question ?? ""));
    this.list.scrollTop = 0;
    this.count();
    const grave = offers.filter(({ grave }) => grave).map((offer) => this.grave(offer));
    document.getElementById("give-up")?.replaceChildren(...grave);
  }

  /**
   * The buttons, each group under its heading. Of a long list what a slip or the board says as well is folded,
   * and so are many ways to do one thing; what finishes the decision stands last and stays in sight.
   */
  laidOut(question = "") {
    const ends = this.buttons.filter((_, index) => this.listed[index].ends);
    const groups = askedFirst(inGroups(this.listed), question);
    const names = groups.map(({ name }) => name);
    const about = subject(names, question);
    const { rows, others } = ofSubjects(groups, this.subjects);
    const shown = [
      ...rows.map((row) => this.subjectRow(row)),
      ...others.flatMap((group, at) =>
        this.group(group, capital(group.name.slice(about.length)), at === 0 && !rows.length),
      ),
    ];
    const finish = finishes(this.listed);
    // Once every piece has its answer, finishing is the way on, whatever it says of itself.
    const settled = rows.length > 0 && this.subjects.every(({ waits }) => !waits);
    for (const button of ends) {
      const main = settled ? !button.classList.contains("vain") : finish && !!button.dataset.plain;
      button.classList.toggle("finish", main);
    }
    const more = make("p", { class: "more", "aria-hidden": "true", hidden: true });
    return [...shown, make("div", { class: "ends" }, more, ...ends)];
  }

  /**
   * Takes over the pieces that the question is about; those of a question about one need no rows.
   * @param {QuestionSubject[]} subjects
   */
  setSubjects(subjects) {
    const { rows } = ofSubjects(inGroups(this.listed), subjects);
    this.subjects = rows.length > 1 ? rows.map(({ subject }) => subject) : [];
    this.row = nextSubject(this.subjects, this.row);
  }

  /**
   * The row of a piece: what holds of it, and once it is opened what it can do; one lies open at a time, and so does
   * the one that the question asks about.
   * @param {{ subject: QuestionSubject, groups: (Group & { asked?: boolean })[] }} row
   */
  subjectRow({ subject: { heading, piece, state = "", waits = false }, groups }) {
    const who = headed(heading);
    const summary = make(
      "summary",
      {},
      make("b", {}, who),
      make("span", { class: "quiet" }, heading.slice(who.length).replace(/^, /, "")),
      make("span", { class: waits ? "state waits" : "state" }, state),
    );
    const goes = groups.some(({ indices }) => indices.some((at) => placeOf(this.listed[at].target) !== null));
    const lit = make("p", { class: "quiet lit" }, "Lit on the board: where it can go.");
    const parts = groups.flatMap(({ name, indices }) => [
      ...(name === heading ? [] : [make("h3", { class: "group" }, capital(name.slice(heading.length + 2)))]),
      ...indices.map((at) => this.buttons[at]),
    ]);
    const row = make(
      "details",
      { class: "subject", "data-group": heading, "data-subject": piece },
      summary,
      ...(goes ? [lit] : []),
      ...parts,
    );
    row.open = groups.some(({ asked }) => asked);
    if (row.open) row.dataset.asked = "yes";
    summary.addEventListener("click", (event) => {
      event.preventDefault();
      this.openRow(row.open ? "" : piece);
    });
    row.addEventListener("toggle", () => this.count());
    return row;
  }

  /**
   * Opens the row of a piece, and shows on the board what it can do; without one closes all rows.
   * @param {string} piece
   */
  openRow(piece) {
    if (!this.subjects.length) return;
    if (!this.pickPiece(piece)) this.showRow(piece);
  }

  /** @param {string} piece */
  showRow(piece) {
    this.row = piece;
    for (const row of this.list.querySelectorAll("details.subject")) {
      if (!(row instanceof HTMLDetailsElement)) continue;
      row.open = piece ? row.dataset.subject === piece : row.dataset.asked !== undefined;
      // Where there is little room, what was opened begins where one looks.
      const block = matchMedia(NARROW).matches ? "start" : "nearest";
      if (piece && row.open) row.scrollIntoView({ block });
    }
    this.count();
  }

  /**
   * A group under its heading, or folded; the one that the question asks about lies open, and so does the first if it is
   * folded only because a slip or the board says it too. Short answers stand beside each other.
   * What was not asked about is folded before that.
   * @param {Group & { asked?: boolean, aside?: boolean }} group
   * @param {string} heading
   * @param {boolean} [first]
   * @returns {HTMLElement[]}
   */
  group({ name, indices, covered, asked, aside }, heading, first = false) {
    const offers = indices.map((index) => this.listed[index]);
    const buttons = indices.map((index) => this.buttons[index]);
    // What is the same of all of them tells none apart: it is heard, and need not be seen.
    const alike = offers.every(({ words }) => words === offers[0].words);
    const many = covered && name && short(offers) ? `brief ${alike ? "alike" : "narrow-only"}` : "";
    const row = brief(offers) ? "brief" : many;
    const priced = inRows(offers).map((at) =>
      at.length > 1 ? make("div", { class: "priced" }, ...at.map((place) => buttons[place])) : buttons[at[0]],
    );
    const shown = row ? [make("div", { class: row }, ...buttons)] : priced;
    const few = aside ? 1 : first && !covered ? MANY : FEW;
    const long = wordy(offers);
    const glance = !long && this.listed.length <= AT_A_GLANCE;
    if (!asked && (covered || name) && buttons.length > few && !glance) {
      const anywhere = offers.every(({ target }) => pointOf(target)) ? ", or tap the table" : "";
      const count = ` (${buttons.length})${anywhere}`;
      const summary = make("summary", {}, ...titled(heading || "All of them as a list", count));
      const fold = make("details", { class: "folded", "data-group": name }, summary, ...shown);
      // Whoever has unfolded a group need not do so again after every answer.
      if (first && covered && name && !long && buttons.length <= AT_A_GLANCE && !this.folded.has(name))
        this.unfolded.add(name);
      fold.open = this.unfolded.has(name);
      summary.addEventListener("click", () => {
        const [from, to] = fold.open ? [this.unfolded, this.folded] : [this.folded, this.unfolded];
        from.delete(name);
        to.add(name);
      });
      fold.addEventListener("toggle", () => this.count());
      return [fold];
    }
    return name ? [make("h3", { class: "group" }, ...titled(heading)), ...shown] : shown;
  }

  /** The buttons that are in sight, in the order in which they stand. */
  inSight() {
    const own = new Set(this.buttons);
    const all = [...this.list.querySelectorAll("button")].filter((button) => own.has(button));
    return all.filter((button) => !button.hidden && !button.closest("details:not([open])"));
  }

  /** What the arrow keys go through: the choices in sight, and the headings of what is folded. */
  stops() {
    const seen = new Set(this.inSight());
    /** @type {HTMLElement[]} */
    const all = [...this.list.querySelectorAll("button, summary")].filter((it) => it instanceof HTMLElement);
    return all.filter((it) => (it instanceof HTMLButtonElement ? seen.has(it) : it.checkVisibility()));
  }

  /** Whether a slip is the way to answer: nobody has unfolded the choices that it says as well. */
  bySlip() {
    return this.keyless && this.inSight().every((button) => button.closest(".ends"));
  }

  /**
   * The digit that takes each button that has one. Answers that are numbers have their own; else the first in sight are
   * counted, but what finishes the decision is not as long as other choices are folded away.
   * @returns {Map<HTMLElement, string>}
   */
  digits() {
    if (this.bySlip()) return new Map();
    const inSight = this.inSight();
    // As long as no row lies open, digits open them.
    const rows = [...this.list.querySelectorAll("details.subject:not([hidden])")];
    if (rows.length && !rows.some((row) => row.matches("[open]"))) {
      const heads = rows.slice(0, 9).map((row, at) => [row.querySelector("summary"), String(at + 1)]);
      return new Map(/** @type {[HTMLElement, string][]} */ (heads));
    }
    const own = ownNumbers(this.listed);
    if (own) {
      const keys = this.buttons.map((button, at) => /** @type {const} */ ([button, own[at]]));
      return new Map(keys.filter(([button, key]) => key.length === 1 && inSight.includes(button)));
    }
    const folded = this.list.querySelector("details:not([open], [hidden])") !== null;
    const counted = inSight.filter((button) => !folded || !button.closest(".ends"));
    return new Map(counted.slice(0, 9).map((button, at) => [button, String(at + 1)]));
  }

  /** Shows the digits that keys take, and says how many choices lie farther down. */
  count() {
    const digits = this.digits();
    const lines = new Map(
      this.buttons.map((button, at) => /** @type {const} */ ([button, this.listed[at].notation])),
    );
    const numbers = [...digits].flatMap(([button, digit]) => {
      const line = lines.get(/** @type {HTMLButtonElement} */ (button));
      return line === undefined ? [] : [/** @type {const} */ ([line, digit])];
    });
    const onBoard = this.numbered(new Map(numbers));
    const heads = /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".subject > summary"));
    for (const button of [...this.buttons, ...heads]) {
      const digit = digits.get(button);
      const key = button.querySelector("kbd") ?? make("kbd", { "aria-hidden": "true" });
      if (digit === undefined) {
        key.remove();
        continue;
      }
      key.textContent = digit;
      // Whoever touches has no keys, but sees the same number on the board.
      key.classList.toggle(
        "on-board",
        onBoard.has(lines.get(/** @type {HTMLButtonElement} */ (button)) ?? ""),
      );
      if (!key.isConnected) button.prepend(key);
    }
    this.tellMore();
  }

  /** Says how many rows of the list lie below what is seen of it, if any do. */
  tellMore() {
    const more = this.list.querySelector(".more");
    const ends = this.list.querySelector(".ends");
    if (!(more instanceof HTMLElement) || !ends) return;
    const own = this.buttons.filter((button) => !button.hidden && !ends.contains(button));
    // What is folded is one thing that one sees: its heading.
    const rows = new Set(own.map((button) => button.closest("details:not([open])") ?? button));
    const middles = [...rows].map((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    const under = (/** @type {number} */ edge) => middles.filter((middle) => middle > edge);
    more.hidden = !under(Math.min(ends.getBoundingClientRect().top, innerHeight)).length;
    // What the words themselves lie over is counted too.
    const below = under(Math.min(more.getBoundingClientRect().top, innerHeight));
    more.textContent = `▾ ${below.length} more below`;
  }

  /**
   * Shows only what a piece can do, which is called so; without a piece everything again.
   * @param {string} piece
   * @param {string} name
   */
  narrow(piece, name) {
    if (this.subjects.length) this.showRow(this.subjects.some((it) => it.piece === piece) ? piece : "");
    if (this.row) return;
    const own = new Set(offersOf(this.listed, piece));
    for (const [index, button] of this.buttons.entries()) {
      button.hidden = !!piece && !own.has(this.listed[index]) && !this.listed[index].ends;
    }
    for (const heading of this.list.querySelectorAll("h3.group")) {
      const next = heading.nextElementSibling;
      const own = next?.matches(".brief") ? next.querySelector("button:not([hidden])") : next;
      if (heading instanceof HTMLElement) heading.hidden = !(own instanceof HTMLElement) || own.hidden;
    }
    for (const fold of this.list.querySelectorAll("details")) {
      const some = fold.querySelector("button:not([hidden])") !== null;
      fold.hidden = !some;
      if (piece || !fold.matches(".subject"))
        fold.open = piece ? some : this.unfolded.has(fold.dataset.group ?? "");
    }
    this.list.querySelector(".narrowed")?.remove();
    if (piece) {
      const all = make("button", { type: "button", class: "quiet" }, "All choices");
      all.addEventListener("click", () => this.widen());
      this.list.prepend(make("p", { class: "narrowed" }, `Only: ${name} `, all));
    }
    this.list.scrollTop = 0;
    this.count();
  }

  /**
   * Does what was written. Where giving up is not offered, since several decide at once, the table is asked first
   * whether the line gives up: that is always asked again.
   * @param {string} line
   */
  async write(line) {
    const several = inTurn(this.offers, line);
    const known = (/** @type {Offer} */ { notation, grave }) =>
      (grave && !several.length) || notation === line;
    const offered = this.offers.some(known);
    if (offered || !this.offers.length) {
      this.act(line);
      return;
    }
    if (this.writing) return;
    this.writing = true;
    const { grave, notation, error } = await this.judge(line);
    this.writing = false;
    this.where = null;
    if (grave && notation) this.take(offer({ notation, label: "Give up", final: true, grave }));
    else if (several.length && error === "misread") this.act(line, several);
    else this.act(line);
  }

  /**
   * What ends one's own game, away from everything else.
   * @param {Offer} offer
   */
  grave(offer) {
    const button = make("button", { type: "button", class: "quiet" }, `${offer.label} …`);
    button.addEventListener("click", () => {
      button.closest("dialog")?.close();
      this.where = null;
      this.take(offer);
    });
    return button;
  }

  /**
   * Lights choices that somebody speaks of.
   * @param {string[]} notations
   */
  spotlight(notations) {
    for (const [index, button] of this.buttons.entries()) {
      const on = notations.includes(this.listed[index]?.notation ?? "");
      button.classList.toggle("spoken", on);
      if (!on) continue;
      button.closest("details")?.setAttribute("open", "");
      button.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {Offer} offer */
  button(offer) {
    const { label, notation, words, cost } = offer;
    const [said, says] = parted(offer);
    // Whoever listens hears the whole of it.
    const own = said ? [make("span", { class: "sr" }, said), make("span", { class: "says" }, says)] : [label];
    const parts = [make("span", { class: "label" }, ...own)];
    if (cost) parts.unshift(make("span", { class: "cost" }, cost));
    if (label !== notation && !offer.plan) parts.push(make("code", { "aria-hidden": "true" }, notation));
    if (words) parts.push(make("span", { class: "words" }, ...worded(words)));
    // Whoever listens hears the words, which say it too.
    const kind = offer.bad ? "upshot bad" : "upshot";
    if (offer.upshot) parts.push(make("span", { class: kind, "aria-hidden": "true" }, offer.upshot));
    return this.offer(offer, ...parts);
  }

  /**
   * A button that takes an offer and lights it while it is pointed at.
   * @param {Offer} choice
   * @param {(Node | string)[]} parts
   */
  offer(choice, ...parts) {
    const { final, ends, words, said, vain } = choice;
    const kinds = [final && "final", said && "said", vain && "vain"].filter(Boolean);
    const button = make("button", { type: "button", class: kinds.join(" ") }, ...parts);
    if (ends && !final && !words) button.dataset.plain = "yes";
    button.addEventListener("click", () => {
      // What is asked once more is asked where one looks.
      const { left, bottom } = button.getBoundingClientRect();
      if (!this.menu.contains(button)) this.where = { x: left, y: bottom };
      this.take(choice);
    });
    button.addEventListener("pointerenter", () => this.light(choice));
    button.addEventListener("pointerleave", () => this.light(null));
    button.addEventListener("focus", () => this.light(choice));
    return Object.assign(button, { choice });
  }

  /**
   * What a written line means that is part of one choice only: itself, if the game understands it, even if it
   * refuses it; else that choice.
   * @param {string} line
   * @param {string} notation of the choice
   */
  async readAs(line, notation) {
    if (notation.toLowerCase() === line.toLowerCase()) return notation;
    const { notation: read, error } = await this.judge(line);
    return read !== undefined || error === "refused" ? line : notation;
  }

  /** Whether there are choices, and all of them are folded away but those that finish. */
  isFolded() {
    return this.buttons.length > 0 && this.buttons.every((button) => button.closest("details, .ends"));
  }

  /** Shows the buttons that what is written may mean; all of them if it means none. */
  filter() {
    const text = this.line.value.trim();
    const left = new Set(matching(this.offers, text));
    for (const [index, button] of this.buttons.entries()) {
      button.hidden = !!text && left.size > 0 && !left.has(this.listed[index]);
    }
    for (const fold of this.list.querySelectorAll("details")) {
      fold.open = !!text && left.size > 0 && fold.querySelector("button:not([hidden])") !== null;
    }
    this.count();
  }

  /**
   * Takes the choice of that number, as if its button were clicked; false if none is in sight that has it.
   * @param {number} number
   */
  pick(number) {
    const button = this.stops().find((button) => button.querySelector("kbd")?.textContent === `${number}`);
    if (!button) return false;
    button.focus();
    button.click();
    return true;
  }

  /**
   * Says whether a slip lies open that says what all of these choices do.
   * @param {boolean} keyless
   */
  setKeyless(keyless) {
    if (keyless === this.keyless) return;
    this.keyless = keyless;
    this.count();
  }

  /**
   * Does a choice; one that cannot be taken back is asked for twice, unless it is the only one or routine.
   * @param {Offer} offer
   */
  take(offer) {
    if (offer.does) {
      this.close();
      offer.does();
      return;
    }
    const asked = this.armed === offer;
    if (asked && !offer.grave && !offer.ends) this.agreed.add(offer.notation);
    const routine = this.listed.length === 1 || this.agreed.has(offer.notation) || !isOn("ask-first");
    // What lets something lapse says so once somebody wants to finish, and not before.
    const warns = offer.ends && offer.vain && !!offer.words && this.listed.length > 1 && isOn("ask-first");
    const sure = asked || (!offer.grave && !warns && (!offer.final || routine));
    if (sure) {
      this.close();
      this.act(offer.notation, offer.plan);
      return;
    }
    this.armed = offer;
    this.show([offer], this.where, true);
  }

  /**
   * What can be done somewhere: the only thing is done, several open a menu, none closes it.
   * @param {Offer[]} offers
   * @param {Point} where
   * @param {boolean} [keys]
   */
  open(offers, where, keys = false) {
    this.where = where;
    if (!offers.length) this.close();
    else if (offers.length === 1 && !offers[0].free) this.take(offers[0]);
    else this.show(offers, where, keys);
  }

  /**
   * A small menu; with one choice that is not free it asks whether one is sure.
   * @param {Offer[]} offers
   * @param {Point | null} where
   * @param {boolean} keys
   */
  show(offers, where, keys) {
    const { menu } = this;
    this.returnTo = document.activeElement;
    const sure = offers.length === 1 && !offers[0].free;
    const last = offers[0]?.final || offers[0]?.grave ? "This cannot be taken back" : "";
    const words = sure ? [make("p", {}, sentences([offers[0].words, last]))] : [];
    const buttons = offers.map((offer) => this.offer(offer, sure ? `Yes: ${offer.label}` : told(offer)));
    // Whoever is warned of what would lapse is offered what else would settle it.
    const settles = sure && offers[0].ends && offers[0].vain ? this.listed : [];
    const instead = settles.filter(({ ends, final, vain }) => ends && !final && !vain);
    buttons.push(...instead.map((offer) => this.offer(offer, offer.label)));
    const back = make("button", { type: "button", class: "quiet" }, "Cancel");
    back.addEventListener("click", () => this.close());
    menu.replaceChildren(...words, ...buttons, back);
    menu.hidden = false;
    for (const button of buttons) this.weigh(button);
    const window = { width: innerWidth, height: innerHeight };
    const middle = { x: innerWidth / 2, y: innerHeight / 2 };
    const { x, y } = beside(where ?? middle, menu.getBoundingClientRect(), window);
    menu.style.left = `${x}px`;
    menu.style.top = `${y}px`;
    // What ends one's own game is not done by a second Enter.
    if (keys || sure) (offers[0]?.grave ? back : menu.querySelector("button"))?.focus();
  }

  /**
   * Says in the menu what a way to a point that was only pointed at would do; what is not allowed there cannot be
   * taken, and says why.
   * @param {HTMLButtonElement & { choice: Offer }} button
   */
  async weigh(button) {
    const { label, notation, free, does } = button.choice;
    if (!free || does) return;
    const { words, message } = await this.judge(notation);
    button.disabled = !!message;
    if (words || message) button.replaceChildren(`${label}: ${message || words}`);
  }

  /** Closes the menu; the focus goes back to where it was. */
  close() {
    const { menu, returnTo } = this;
    if (menu.hidden) return;
    const inside = menu.contains(document.activeElement);
    menu.hidden = true;
    this.armed = null;
    if (inside && returnTo instanceof HTMLElement) returnTo.focus();
  }

  /**
   * Says what was not done and why, or takes that away.
   * @param {Refusal | null} refusal
   */
  notice(refusal) {
    const notice = $("notice");
    notice.hidden = !refusal;
    notice.dataset.kind = "";
    if (!refusal) return;
    notice.dataset.kind = refusal.kind;
    notice.replaceChildren(...worded(refusal.message), " ");
    if (refusal.rule) notice.append(ruleLink(this.game, refusal.rule));
    notice.scrollIntoView({ block: "nearest" });
  }
}
