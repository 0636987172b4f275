// Slips to fill in: a line of the game's notation, part by part; places by clicking the board.

import { $ } from "./page.js";

const fields = (form) => [...form.elements].filter(({ dataset }) => dataset.before !== undefined);

/** The line that a slip says. */
function written(form) {
  const parts = fields(form).map(({ value, dataset }) => [dataset.before, value.trim().replace(/\s+/g, " ")]);
  return (form.dataset.start + parts.map(([before, value]) => (value ? before + value : "")).join("")).trim();
}

function show(form) {
  form.querySelector("code").textContent = written(form);
  const { sum } = form.dataset;
  if (!sum) return;
  const now = fields(form).reduce((all, { type, value }) => all + (type === "number" ? Number(value) : 0), 0);
  form.querySelector(".total").textContent = `${now} of ${sum}`;
  form.querySelector("button").disabled = now !== Number(sum);
}

export class Slips {
  /** `act(line)` does what a slip says; `preview(line)` shows it. */
  constructor(element, act, preview) {
    Object.assign(this, { element, preview });
    element.addEventListener("input", ({ target }) => this.filled(target.form));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      act(written(event.target));
    });
    // A place that is clicked goes into the field that was last written in.
    document.addEventListener("focusin", ({ target }) => {
      if (target.dataset.between !== undefined) this.field = target;
      else if (target !== $("board")) this.field = null;
    });
  }

  filled(form) {
    show(form);
    this.preview(written(form));
  }

  set(slips) {
    const html = slips.join("");
    if (html === this.shown) return;
    const open = [...this.element.querySelectorAll("[open]")].map(({ id }) => id);
    this.field = null;
    this.element.innerHTML = this.shown = html;
    for (const form of this.element.querySelectorAll("form")) show(form);
    for (const id of open) $(id)?.setAttribute("open", "");
  }

  /** Fills a clicked place into the field that waits for one, if any. */
  pick(stop) {
    const { field } = this;
    if (!field || !stop) return false;
    const { between } = field.dataset;
    const worded = [...field.list.options].some(({ value }) => value === field.value);
    if (field.value.split(between || " ").at(-1) === stop) return true;
    field.value = between && field.value && !worded ? field.value + between + stop : stop;
    this.filled(field.form);
    return true;
  }
}
