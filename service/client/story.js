// The story: what happened, step by step.

import { $, make, ruleLink } from "./page.js";

export class Story {
  /** `jump(step)` shows the board at a step. */
  constructor({ game, jump }) {
    Object.assign(this, { game, jump });
    this.lines = [];
    this.since = 0;
    this.list = $("log");
    $("find").addEventListener("input", () => this.show());
    this.list.addEventListener("click", (event) => {
      const step = event.target.closest("button.step");
      if (step) this.jump(Number(step.textContent));
    });
  }

  /** Takes over news: lines from a step on; gives the new ones. */
  patch({ from, lines }, since) {
    const known = this.lines.length ? this.lines[this.lines.length - 1][0] : -1;
    this.lines = this.lines.filter(([step]) => step < from).concat(lines);
    this.since = since ?? 0;
    this.show();
    return lines.filter(([step]) => step > known);
  }

  replace(lines) {
    this.lines = lines;
    this.show();
  }

  show() {
    const wanted = $("find").value.trim().toLowerCase();
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const items = [];
    let last = -1;
    let marked = !this.since;
    for (const [step, text, rule] of this.lines) {
      if (!marked && step > this.since) {
        marked = true;
        if (items.length) items.push(make("li", { class: "since" }, "Since your last turn"));
      }
      if (wanted && !text.toLowerCase().includes(wanted) && !rule.toLowerCase().includes(wanted)) continue;
      const number = step === last ? "" : make("button", { type: "button", class: "step", title: "Show the board at this step" }, String(step));
      last = step;
      items.push(make("li", {}, number, make("span", {}, text, " ", rule ? ruleLink(this.game, rule) : "")));
    }
    this.list.replaceChildren(...items);
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}
