// Slips to fill in: a line of the game's notation, part by part; places by clicking the board.

import { make } from "./page.js";

export class Slips {
  /** `act(line)` does what a slip says. */
  constructor(element, act) {
    Object.assign(this, { element, act });
    this.shown = "[]";
    this.field = null;
    document.addEventListener("focusin", ({ target }) => {
      if (target.place) this.field = target;
      else if (!target.closest("#board")) this.field = null;
    });
  }

  set(slips) {
    const text = JSON.stringify(slips);
    if (text === this.shown) return;
    const open = [...this.element.children].filter((slip) => slip.open).map((slip) => slip.firstChild.textContent);
    this.shown = text;
    this.field = null;
    this.element.replaceChildren(...slips.map((slip, index) => this.slip(slip, index, open.includes(slip.title))));
  }

  slip({ title, start, blanks, sum }, number, open) {
    const fields = blanks.map((blank, index) => this.entry(blank.entry, `slip-${number}-${index}`));
    const line = make("code", {});
    const total = make("span", { class: "total" });
    const send = make("button", {}, "Do it");
    const value = ({ value }) => value.trim().replace(/\s+/g, " ");
    const written = () => (start + fields.map((field, index) => (value(field) ? blanks[index].before + value(field) : "")).join("")).trim();
    const show = () => {
      line.textContent = written();
      if (sum === null) return;
      const now = fields.reduce((all, field) => all + (field.type === "number" ? Number(field.value) : 0), 0);
      total.textContent = `${now} of ${sum}`;
      send.disabled = now !== sum;
    };
    const form = make("form", {
      oninput: show,
      onsubmit: (event) => {
        event.preventDefault();
        this.act(written());
      },
    }, ...fields.map((field, index) => make("label", {}, make("span", {}, blanks[index].label), field, field.words || "")),
    make("p", { class: "row" }, send, total, line));
    show();
    return make("details", { class: "slip", open }, make("summary", {}, title), form);
  }

  entry(entry, id) {
    const [[kind, about]] = Object.entries(entry);
    const options = (list) => list.map(([written, words]) => make("option", { value: written }, words));
    if (kind === "one_of") return make("select", {}, ...options(about));
    if (kind === "number") return make("input", { type: "number", min: about.least, max: about.most, value: about.first });
    if (kind === "text") return make("textarea", { maxlength: about.most, rows: 2 });
    const field = make("input", { list: id, autocomplete: "off", placeholder: "click the board, or write" });
    field.words = make("datalist", { id }, ...options(about.words));
    field.place = about;
    return field;
  }

  /** Fills a place that was clicked into the field that waits for one; false if none does. */
  pick(stop) {
    const { field } = this;
    if (!field || !stop) return false;
    const { between, words } = field.place;
    const known = words.some(([written]) => written === field.value);
    field.value = between && field.value && !known ? field.value + between + stop : stop;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }
}
