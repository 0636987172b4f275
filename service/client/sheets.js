// Sheets beside the board.

import { make } from "./page.js";

export class Sheets {
  /** `choose(choices, where)` is called with what can be done with a card; `later(id)` fetches a sheet
      that is sent only when somebody opens it. */
  constructor(element, choose, later) {
    Object.assign(this, { element, choose, later });
    this.blocks = new Map();
    this.shown = new Map();
    this.choices = [];
    this.opened = new Map();
    element.addEventListener("click", (event) => this.card(event));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.card(event);
    });
  }

  patch(set, names) {
    if (names) for (const name of this.blocks.keys()) if (!names.has(name)) this.blocks.delete(name);
    for (const [name, html] of Object.entries(set)) {
      if (name.startsWith("panel/")) this.blocks.set(name, html);
    }
    if (set.panels) this.list = set.panels;
    if (!this.list) return;
    const kept = new Set();
    let last = null;
    for (const [id, title, seat, open, count] of this.list) {
      kept.add(id);
      let panel = this.shown.get(id);
      if (!panel) {
        panel = make("details", { class: "sheet" }, make("summary"));
        panel.dataset.id = id;
        panel.firstChild.addEventListener("click", () => this.opened.set(id, !panel.open));
        panel.addEventListener("toggle", () => this.patch({}));
        panel.texts = [];
        this.shown.set(id, panel);
      }
      const summary = panel.firstChild;
      summary.textContent = title;
      summary.className = seat === null ? "" : `seat seat${seat % 8}`;
      panel.classList.toggle("now", open);
      panel.open = this.opened.get(id) ?? open;
      for (let number = 0; number < count; number++) {
        const html = this.blocks.get(`panel/${id}/${number}`) || "";
        let block = panel.children[number + 1];
        if (!block) panel.append((block = make("div")));
        if (panel.texts[number] === html) continue;
        const known = typeof html === "string";
        if (!known && !panel.open) continue;
        panel.texts[number] = html;
        if (known) block.innerHTML = html;
        else this.later(id).then((text) => (block.innerHTML = text));
      }
      while (panel.children.length > count + 1) panel.lastChild.remove();
      panel.texts.length = count;
      const place = last ? last.nextSibling : this.element.firstChild;
      if (place !== panel) this.element.insertBefore(panel, place);
      last = panel;
    }
    for (const [id, panel] of this.shown) {
      if (!kept.has(id)) {
        panel.remove();
        this.shown.delete(id);
      }
    }
    this.wire();
  }

  setChoices(choices) {
    this.choices = choices;
    this.wire();
  }

  /** Makes cards that can be chosen into buttons. */
  wire() {
    const offered = new Set(this.choices.filter(({ kind }) => kind === "card").map(({ target }) => target));
    for (const card of this.element.querySelectorAll("[data-card]")) {
      const on = offered.has(card.dataset.card);
      card.classList.toggle("choice", on);
      if (on) {
        card.tabIndex = 0;
        card.setAttribute("role", "button");
        const panel = card.closest("details");
        if (panel && this.opened.get(panel.dataset.id) === undefined) panel.open = true;
      } else {
        card.removeAttribute("tabindex");
        card.removeAttribute("role");
      }
    }
  }

  card(event) {
    const card = event.target.closest("[data-card].choice");
    if (!card) return;
    event.preventDefault();
    const group = this.choices.filter(({ kind, target }) => kind === "card" && target === card.dataset.card);
    const box = card.getBoundingClientRect();
    this.choose(group, { x: box.left + 20, y: box.top + 20 }, event.type === "keydown");
  }
}
