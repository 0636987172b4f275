// @ts-check
// Table talk: what was said, by whom, and when.

/** @import { TalkLine as Said } from "./protocol.js" */

import { $, make } from "./page.js";

/**
 * A line, with the way to whoever said it.
 * @param {string} number
 * @param {Said} said
 */
function item(number, { at, seat, name, text, person }) {
  const time = new Date(at * 1000);
  const clock = make(
    "time",
    { datetime: time.toISOString(), title: time.toLocaleString() },
    time.toTimeString().slice(0, 5),
  );
  const { table } = $("main").dataset;
  const to = `/t/${table}/said/${Number(number)}`;
  const called = person
    ? make("a", { href: to, title: `${name}: friends, hide, block, report` }, name)
    : name;
  const who = make("b", { class: seat === undefined ? "" : `ink-seat${seat % 8}` }, " ", called, ": ");
  return make("li", {}, clock, who, text);
}

export class Talk {
  list = $("said");
  words = $("words", HTMLInputElement);

  /** @param {(text: string) => Promise<boolean>} say gives whether it was said */
  constructor(say) {
    $("say").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = this.words.value.trim();
      if (text && (await say(text))) this.words.value = "";
    });
  }

  /** @param {[string, Said][]} said each with its number */
  show(said) {
    this.list.replaceChildren(...said.map(([number, line]) => item(number, line)));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
