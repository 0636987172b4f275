// @ts-check
// Sheets beside the board. What somebody opened or closed stays so; a sheet that nobody reads is not
// fetched; a block that has not changed is not touched.

/** @import { Offer } from "./choices.js" */
/** @import { Point } from "./geometry.js" */
/** @import { PanelBlock, PanelHead, Parts } from "./protocol.js" */

import { cardOf } from "./choices.js";
import { partsOf } from "./frame.js";
import { around, make } from "./page.js";

/** The sheet that stands above the board, where in the course of the game one is, and where it stands. */
const TIME = "time";
const PLACE = "when";

/**
 * A sheet in the page, with what each of its blocks shows.
 * @typedef {{ details: HTMLDetailsElement, summary: HTMLElement, blocks: { element: HTMLElement, shows: PanelBlock }[] }} Sheet
 */

export class Sheets {
  /** @type {PanelHead[]} */
  panels = [];
  /** The blocks by `ID/NUMBER`.
   * @type {Map<string, PanelBlock>} */
  blocks = new Map();
  /** @type {Map<string, Sheet>} */
  sheets = new Map();
  /** The sheets that somebody opened or closed, and which of both.
   * @type {Map<string, boolean>} */
  opened = new Map();
  /** @type {Offer[]} */
  offers = [];

  /**
   * @param {HTMLElement} element
   * @param {(offers: Offer[], where: Point, keys: boolean) => void} choose gets what can be done with a card
   * @param {(id: string) => Promise<string>} [later] fetches a sheet that is sent only when it is opened
   */
  constructor(element, choose, later = async () => "") {
    this.element = element;
    this.choose = choose;
    this.later = later;
    element.addEventListener("click", (event) => this.card(event, false));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.card(event, true);
    });
  }

  /**
   * Takes over what is new, and drops what is not among the names.
   * @param {Parts} set
   * @param {Set<string> | null} names
   */
  patch(set, names) {
    for (const id of names ? [...this.blocks.keys()] : []) {
      if (!names?.has(`panel/${id}`)) this.blocks.delete(id);
    }
    for (const [id, block] of partsOf(set, "panel/")) this.blocks.set(id, block);
    if (set.panels) this.panels = set.panels;
    this.show();
  }

  /** @param {Offer[]} offers */
  setChoices(offers) {
    this.offers = offers;
    this.wire();
  }

  /** Brings the page to what the panels say. */
  show() {
    const time = document.getElementById(PLACE);
    const beside = this.panels.filter(({ id }) => !time || id !== TIME);
    if (time) this.tellTime(time);
    const kept = new Set(beside.map(({ id }) => id));
    for (const [id, { details }] of this.sheets) {
      if (kept.has(id)) continue;
      details.remove();
      this.sheets.delete(id);
    }
    for (const [index, panel] of beside.entries()) {
      const sheet = this.sheet(panel.id);
      this.fill(sheet, panel);
      const place = this.element.children[index] ?? null;
      if (place !== sheet.details) this.element.insertBefore(sheet.details, place);
    }
    this.wire();
  }

  /**
   * Shows where in the course of the game one is, if the game says so.
   * @param {HTMLElement} element
   */
  tellTime(element) {
    const panel = this.panels.find(({ id }) => id === TIME);
    const blocks = [...Array(panel?.blocks ?? 0).keys()].map((at) => this.blocks.get(`${TIME}/${at}`) ?? "");
    const now = blocks.join("");
    if (element.dataset.shows === now) return;
    element.dataset.shows = now;
    element.innerHTML = now;
    element.title = panel?.title ?? "";
    element.hidden = !now;
  }

  /**
   * The sheet of that id, which is new if there was none.
   * @param {string} id
   */
  sheet(id) {
    let sheet = this.sheets.get(id);
    if (!sheet) {
      const summary = make("summary");
      const details = make("details", { class: "sheet", "data-id": id }, summary);
      summary.addEventListener("click", () => this.opened.set(id, !details.open));
      details.addEventListener("toggle", () => this.show());
      sheet = { details, summary, blocks: [] };
      this.sheets.set(id, sheet);
    }
    return sheet;
  }

  /**
   * @param {Sheet} sheet
   * @param {PanelHead} panel
   */
  fill({ details, summary, blocks }, { id, title, seat, open, blocks: count }) {
    summary.textContent = title;
    summary.className = seat === undefined ? "" : `seat seat${seat % 8}`;
    details.classList.toggle("now", open);
    details.open = this.opened.get(id) ?? open;
    for (const { element } of blocks.splice(count)) element.remove();
    for (let number = 0; number < count; number++) {
      if (!blocks[number]) blocks.push({ element: details.appendChild(make("div")), shows: "" });
      const block = blocks[number];
      const now = this.blocks.get(`${id}/${number}`) ?? "";
      if (block.shows === now || (typeof now === "number" && !details.open)) continue;
      block.shows = now;
      if (typeof now === "string") block.element.innerHTML = now;
      else this.fetch(id, block.element);
    }
  }

  /**
   * @param {string} id
   * @param {HTMLElement} element
   */
  async fetch(id, element) {
    element.innerHTML = await this.later(id);
  }

  /** Makes cards that can be chosen into buttons; their sheets open unless somebody closed them. */
  wire() {
    const offered = new Set(this.offers.map(({ target }) => cardOf(target)));
    for (const card of this.element.querySelectorAll("[data-card]")) {
      const on = offered.has(card.getAttribute("data-card"));
      card.classList.toggle("choice", on);
      if (on) {
        card.setAttribute("tabindex", "0");
        card.setAttribute("role", "button");
        const details = card.closest("details");
        if (details && !this.opened.has(details.dataset.id ?? "")) details.open = true;
      } else {
        card.removeAttribute("tabindex");
        card.removeAttribute("role");
      }
    }
  }

  /**
   * Lights sheets and cards that somebody speaks of, and opens them.
   * @param {string[]} panels
   * @param {string[]} cards
   */
  spotlight(panels, cards) {
    for (const card of this.element.querySelectorAll("[data-card]")) {
      const on = cards.includes(card.getAttribute("data-card") ?? "");
      card.classList.toggle("spoken", on);
      const details = on ? card.closest("details") : null;
      if (details) details.open = true;
    }
    for (const [id, { details }] of this.sheets) {
      const on = panels.includes(id);
      details.classList.toggle("spoken", on);
      if (on) details.open = true;
    }
  }

  /**
   * @param {Event} event
   * @param {boolean} keys
   */
  card(event, keys) {
    const card = around(event, "[data-card].choice");
    if (!card) return;
    event.preventDefault();
    const offers = this.offers.filter(({ target }) => cardOf(target) === card.dataset.card);
    const box = card.getBoundingClientRect();
    this.choose(offers, { x: box.left + 20, y: box.top + 20 }, keys);
  }
}
