// @ts-check
// Slips to fill in: a line of the game's notation, part by part; places by clicking the board.

import { $, make } from "./page.js";

/** A field of a slip. What is written before it stands in `data-before`.
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * The fields of a slip in the order of the line.
 * @param {HTMLFormElement} form
 */
const fields = (form) =>
  /** @type {Field[]} */ ([...form.elements].filter((field) => field.hasAttribute("data-before")));

/**
 * The line that a slip says. Fields that are left empty add nothing, and an action is one line.
 * @param {HTMLFormElement} form
 */
export function line(form) {
  const parts = fields(form).map(({ value, dataset }) => {
    const words = value.trim().replace(/\s+/g, " ");
    return words && dataset.before + words;
  });
  return ((form.dataset.start ?? "") + parts.join("")).trim();
}

/**
 * Whether every field of a slip is chosen from the same things: then these are laid out, and one taps as many as there
 * are fields.
 * @param {HTMLFormElement} form
 */
function alike(form) {
  const all = fields(form);
  const lists = all.map((field) =>
    field instanceof HTMLSelectElement ? [...field.options].map(({ value }) => value).sort() : [field.name],
  );
  return all.length > 1 && lists.every((list) => list.length > 2 && `${list}` === `${lists[0]}`);
}

/**
 * The cards of a slip that are tapped, in the order in which they were.
 * @type {WeakMap<HTMLFormElement, HTMLButtonElement[]>}
 */
const tapped = new WeakMap();

/**
 * Lays out what the fields of a slip are chosen from as cards to tap, instead of lists to unfold. Who taps one too many
 * lets go of the first.
 * @param {HTMLFormElement} form
 */
function deal(form) {
  const lists = /** @type {HTMLSelectElement[]} */ (fields(form));
  tapped.set(form, []);
  const fill = () => {
    const own = tapped.get(form) ?? [];
    for (const [at, list] of lists.entries()) list.value = own[at]?.value ?? "";
    for (const card of cards) card.setAttribute("aria-pressed", String(own.includes(card)));
  };
  const cards = [...lists[0].options].map(({ value, text }) => {
    const [name] = text.split(": ", 1);
    const about = make("span", {}, text.slice(name.length + 2));
    const card = make("button", { type: "button", value }, make("b", {}, name), about);
    card.addEventListener("click", () => {
      const own = tapped.get(form) ?? [];
      const left = own.filter((other) => other !== card);
      tapped.set(form, left.length < own.length ? left : [...own, card].slice(-lists.length));
      fill();
      form.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return card;
  });
  fill();
  form.prepend(make("div", { class: "picks" }, ...cards));
}

/**
 * Gives every number of a slip that shares something out a button for one less and one for one more, since a phone would
 * open its keys for each.
 * @param {HTMLFormElement} form
 */
function stepped(form) {
  for (const field of fields(form)) {
    if (!(field instanceof HTMLInputElement) || field.type !== "number") continue;
    const name = field.closest("label")?.querySelector("span")?.textContent ?? field.name;
    const step = (/** @type {number} */ by) => {
      const words = `${by < 0 ? "one less" : "one more"}: ${name}`;
      const button = make(
        "button",
        { type: "button", class: "step", "aria-label": words },
        by < 0 ? "−" : "+",
      );
      button.addEventListener("click", (event) => {
        event.preventDefault();
        const to = Number(field.value) + by;
        if (to < Number(field.min) || to > Number(field.max)) return;
        field.value = String(to);
        form.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return button;
    };
    // Its buttons are no part of its name.
    field.setAttribute("aria-label", name);
    const row = make("span", { class: "stepper" });
    field.before(row);
    row.append(step(-1), field, step(1));
  }
}

/**
 * What the numbers of a slip add up to.
 * @param {HTMLFormElement} form
 */
export const total = (form) =>
  fields(form).reduce((sum, { type, value }) => sum + (type === "number" ? Number(value) : 0), 0);

/**
 * What stands in a field for a way after one more place; the same if the way ends there already. A word
 * that stands for something else gives way.
 * @param {string} before what stands there
 * @param {string} between what stands between two places; empty if there is only one
 * @param {string} place
 * @param {string[]} words
 */
export function extended(before, between, place, words) {
  if (before.split(between || " ").at(-1) === place) return before;
  return between && before && !words.includes(before) ? before + between + place : place;
}

/**
 * Shows what a slip says, and whether its numbers add up.
 * @param {HTMLFormElement} form
 */
function show(form) {
  const set = (/** @type {string} */ selector, /** @type {string} */ text) => {
    const element = form.querySelector(selector);
    if (element) element.textContent = text;
  };
  set("code", line(form));
  const { sum } = form.dataset;
  if (sum) {
    const whole = total(form) === Number(sum);
    set(".total", `${total(form)} of ${sum}${missing(total(form), Number(sum))}`);
    const { start = "" } = form.dataset;
    const shares = fields(form).map(({ value }) => value);
    set(
      ".row > button",
      whole ? `${start.charAt(0).toUpperCase()}${start.slice(1)} ${shares.join(" · ")}` : "Do it",
    );
    form.querySelector(".row > button")?.classList.toggle("main", whole);
  }
  const own = tapped.get(form);
  if (own) {
    const names = own.map((card) => card.querySelector("b")?.textContent ?? "");
    const whole = own.length === fields(form).length;
    const choose = `Choose ${fields(form).length} (${own.length} chosen)`;
    set(".row > button", whole ? `Do it: ${new Intl.ListFormat("en-GB").format(names)}` : choose);
    form.querySelector(".row > button")?.classList.toggle("main", whole);
  }
  for (const field of fields(form)) field.removeAttribute("aria-invalid");
  form.querySelector(".wrong")?.remove();
}

/**
 * What is wrong with the numbers of a slip, and in which field; nothing if they can be.
 * @param {HTMLFormElement} form
 * @returns {{ words: string, field: Field } | null}
 */
export function wrong(form) {
  const all = fields(form);
  const own = tapped.get(form);
  if (own && own.length < all.length) {
    return { words: `Tap ${all.length} of these; now there are ${own.length}.`, field: all[0] };
  }
  const off = all.find((field) => !field.checkValidity());
  if (off instanceof HTMLInputElement) {
    const { min, max, value } = off;
    return { words: `${value || "Nothing"} cannot be: say a number from ${min} to ${max}.`, field: off };
  }
  const { sum } = form.dataset;
  const now = total(form);
  if (!sum || now === Number(sum)) return null;
  return { words: `The numbers must add up to ${sum}; now they are ${now}.`, field: all[0] };
}

/**
 * Says what is wrong with a slip, where it is.
 * @param {HTMLFormElement} form
 * @param {{ words: string, field: Field }} fault
 */
function tellWrong(form, { words, field }) {
  form.querySelector(".wrong")?.remove();
  form.append(make("p", { class: "wrong", role: "alert" }, words));
  field.setAttribute("aria-invalid", "true");
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/**
 * What is missing from a sum, to be said after it; empty if nothing is.
 * @param {number} now
 * @param {number} sum
 */
function missing(now, sum) {
  if (now === sum) return "";
  return now > sum ? `: ${now - sum} too many` : `: ${sum - now} still to share out`;
}

/** More slips than that would stand between a question and its choices: they lie under one heading. */
const FEW = 3;

export class Slips {
  /** The slips as they were sent. */
  shown = "";
  /** The field into which a place goes that is clicked: the one that was last written in.
   * @type {HTMLInputElement | null} */
  field = null;

  /**
   * @param {HTMLElement} element
   * @param {(line: string) => void} act does what a slip says
   * @param {(line: string) => void} preview shows what it would do
   */
  constructor(element, act, preview) {
    this.element = element;
    this.preview = preview;
    element.addEventListener("input", ({ target }) => {
      const form = target instanceof Element ? target.closest("form") : null;
      if (form) this.filled(form);
    });
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = event.target;
      if (!(form instanceof HTMLFormElement)) return;
      const fault = wrong(form);
      if (fault) tellWrong(form, fault);
      else act(line(form));
    });
    // An action is one line: Enter does it, from whichever field.
    element.addEventListener("keydown", (event) => {
      const field = event.target;
      if (!(field instanceof HTMLTextAreaElement) || event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      field.form?.requestSubmit();
    });
    document.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLInputElement && target.dataset.between !== undefined) this.field = target;
      else if (target !== $("board")) this.field = null;
    });
  }

  /** @param {HTMLFormElement} form */
  filled(form) {
    show(form);
    // What does not add up yet is no line that could be tried.
    if (!wrong(form)) this.preview(line(form));
  }

  /**
   * Lays out slips; those that are the same keep what was filled in, and open ones stay open.
   * @param {string[]} slips
   */
  set(slips) {
    const all = slips.join("");
    const html =
      slips.length > FEW
        ? `<details class="forms"><summary>More orders (${slips.length})</summary>${all}</details>`
        : all;
    if (html === this.shown) return;
    const titles = this.element.querySelectorAll("details[open] > summary");
    const open = new Set([...titles].map(({ textContent }) => textContent));
    this.field = null;
    this.element.innerHTML = this.shown = html;
    for (const form of this.element.querySelectorAll("form")) {
      // What is wrong is said here, in words that are read aloud.
      form.noValidate = true;
      if (alike(form)) deal(form);
      if (form.dataset.sum) stepped(form);
      show(form);
    }
    for (const fold of this.element.querySelectorAll("details")) {
      // The heading of many slips counts them.
      if (fold.matches(".forms")) fold.open = [...open].some((title) => title?.startsWith("More orders"));
      fold.open ||= open.has(fold.querySelector("summary")?.textContent ?? "");
    }
  }

  /**
   * Opens the only slip, if nothing else that is asked lies open; it is then the way to answer.
   * @param {boolean} folded whether every choice is folded away
   */
  unfold(folded) {
    const [only, ...others] = this.element.querySelectorAll(".slip");
    if (folded && only && !others.length) only.setAttribute("open", "");
    return folded && this.first() !== null;
  }

  /** The first field of a slip that lies open; nothing if none does.
   * @returns {Field | null} */
  first() {
    const forms = [...this.element.querySelectorAll("form")];
    const form = forms.find((form) => !form.closest("details:not([open])"));
    return form instanceof HTMLFormElement ? (fields(form)[0] ?? null) : null;
  }

  /** Goes to the first field of the slip that lies open, and what stands there gives way to what is written; false if
   * none does. */
  enter() {
    const field = this.first();
    const card = field?.form?.querySelector(".picks button");
    if (card instanceof HTMLElement) card.focus();
    else field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    return field !== null;
  }

  /**
   * Begins to fill in the slip that lies open with a digit; false if none does.
   * @param {string} digit
   */
  begin(digit) {
    const field = this.first();
    if (!field) return false;
    const card = field.form?.querySelectorAll(".picks button")[Number(digit) - 1];
    if (card instanceof HTMLElement) {
      card.focus();
      card.click();
      return true;
    }
    field.focus();
    if (field instanceof HTMLInputElement) {
      field.value = digit;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return true;
  }

  /**
   * Fills a place into the field that waits for one; false if none does.
   * @param {string} place
   */
  pick(place) {
    const { field } = this;
    if (!field || !place) return false;
    const words = [...(field.list?.options ?? [])].map(({ value }) => value);
    const value = extended(field.value, field.dataset.between ?? "", place, words);
    if (value !== field.value) {
      field.value = value;
      if (field.form) this.filled(field.form);
    }
    return true;
  }
}
