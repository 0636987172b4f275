// The question: choices as buttons, a line to write, and asking once more before dice fall.

import { $, kept, make, ruleLink } from "./page.js";
import { told } from "./board.js";

export class Prompt {
  /** `act(line)` does what was chosen; `light(choice)` lights it on the board. */
  constructor({ game, act, light }) {
    Object.assign(this, { game, act, light });
    this.choices = [];
    this.armed = null;
    this.list = $("choices");
    $("say-move").addEventListener("submit", (event) => {
      event.preventDefault();
      const line = $("line").value.trim();
      const left = this.matching(line);
      if (line) this.act(left.length === 1 ? left[0].notation : line);
    });
    $("line").addEventListener("input", () => this.filter());
    $("line").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      $("line").value = "";
      this.filter();
      $("line").blur();
    });
  }

  set(prompt, choices, waiting) {
    this.choices = choices;
    this.armed = null;
    this.close();
    $("question").textContent = prompt ? prompt.question : waiting;
    $("hint").textContent = prompt?.hint || "";
    $("say-move").hidden = !prompt;
    $("line").value = "";
    this.list.replaceChildren(...choices.map((choice, index) => this.button(choice, index)));
  }

  button(choice, index) {
    const key = index < 9 ? make("kbd", { "aria-hidden": "true" }, String(index + 1)) : "";
    const parts = [key, make("span", { class: "label" }, choice.label)];
    if (choice.label !== choice.notation) parts.push(make("code", {}, choice.notation));
    if (choice.words) parts.push(make("span", { class: "words" }, choice.words));
    return this.offer(choice, ...parts);
  }

  offer(choice, ...parts) {
    const button = make("button", {
      type: "button",
      class: choice.final ? "final" : "",
      onclick: () => this.take(choice),
      onpointerenter: () => this.light(choice),
      onpointerleave: () => this.light(null),
      onfocus: () => this.light(choice),
    }, ...parts);
    button.choice = choice;
    return button;
  }

  matching(text) {
    const wanted = text.toLowerCase().trim();
    const exact = this.choices.filter((choice) => choice.notation.toLowerCase() === wanted);
    if (exact.length) return exact;
    return this.choices.filter((choice) =>
      `${choice.label} ${choice.notation}`.toLowerCase().includes(wanted));
  }

  filter() {
    const text = $("line").value.trim();
    const left = new Set(this.matching(text));
    const none = !left.size;
    for (const button of this.list.children) button.hidden = !!text && !none && !left.has(button.choice);
  }

  /** Does a choice; one that cannot be taken back is asked for twice. */
  take(choice) {
    const sure = !choice.final || this.choices.length === 1 || this.armed === choice
      || kept.get("ask-first", "yes") !== "yes";
    if (sure) {
      this.close();
      this.act(choice.notation, choice.plan);
      return;
    }
    this.armed = choice;
    this.menu([choice], this.where, true);
  }

  /** A small menu with what can be done at a place. */
  open(choices, where, keys) {
    this.where = where;
    if (!choices.length) return this.close();
    if (choices.length === 1 && !choices[0].free) {
      this.take(choices[0]);
      return;
    }
    this.menu(choices, where, keys);
  }

  menu(choices, where, keys) {
    const menu = $("menu");
    this.returnTo = document.activeElement;
    const sure = choices.length === 1 && !choices[0].free;
    const list = choices.map((choice) => this.offer(choice, sure ? `Yes: ${choice.label}` : told(choice)));
    const words = sure
      ? [make("p", {}, `${choices[0].words || ""} This cannot be taken back.`.trim())] : [];
    list.push(make("button", { type: "button", class: "quiet", onclick: () => this.close() }, "Let be"));
    menu.replaceChildren(...words, ...list);
    menu.hidden = false;
    const box = menu.getBoundingClientRect();
    const at = where || { x: innerWidth / 2, y: innerHeight / 2 };
    menu.style.left = `${Math.max(8, Math.min(at.x + 8, innerWidth - box.width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(at.y + 8, innerHeight - box.height - 8))}px`;
    if (keys || sure) menu.querySelector("button").focus();
  }

  close() {
    const menu = $("menu");
    if (menu.hidden) return;
    const inside = menu.contains(document.activeElement);
    menu.hidden = true;
    this.armed = null;
    if (inside) this.returnTo?.focus?.();
  }

  notice(error) {
    const notice = $("notice");
    notice.hidden = !error;
    if (!error) return;
    notice.replaceChildren(error.message, " ");
    if (error.rule) notice.append(ruleLink(this.game, error.rule));
  }
}
