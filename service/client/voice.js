// @ts-check
// The voice: what those hear who do not see. What happens is gathered and told in one piece, the question comes
// last, and everything that was said can be read again.

import { make } from "./page.js";

/** For how many milliseconds news are gathered: what bots do one after the other is one text. */
const PAUSE = 600;

/** A question waits less: whoever is asked hears it at once, behind what led to it. */
const SOON = 150;

/** Who hears nothing for so long is told what there is, though more is coming. */
const LONGEST = 4000;

export class Voice {
  /** What happened and was not told yet.
   * @type {string[]} */
  news = [];
  /** What is asked and was not said yet. */
  question = "";
  /** When the first of it came. */
  began = 0;
  timer = 0;

  /** @param {HTMLElement} region a live region to which it adds */
  constructor(region) {
    this.region = region;
  }

  /**
   * Tells what happened.
   * @param {string[]} lines
   */
  tell(...lines) {
    this.news.push(...lines.filter(Boolean));
    if (this.news.length) this.wait(this.question ? SOON : PAUSE);
  }

  /**
   * Asks, when everything is told; an earlier question that was not said yet is asked no more.
   * @param {string} question
   */
  ask(question) {
    this.question = question;
    if (question) this.wait(SOON);
  }

  /** @param {number} pause */
  wait(pause) {
    this.began ||= Date.now();
    clearTimeout(this.timer);
    const left = Math.max(0, this.began + LONGEST - Date.now());
    this.timer = setTimeout(() => this.speak(), Math.min(pause, left));
  }

  /** Says everything now: what happened, then the question. */
  speak() {
    clearTimeout(this.timer);
    const said = [this.news.join(" "), this.question].filter(Boolean);
    this.region.append(...said.map((text) => make("p", {}, text)));
    this.news = [];
    this.question = "";
    this.began = 0;
  }

  /** Forgets everything: the screen goes to somebody who may not know it. */
  forget() {
    this.speak();
    this.region.replaceChildren();
  }
}
