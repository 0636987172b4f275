// @ts-check
// Table talk: what was said, by whom, and when.

/** @import { TalkLine as Said } from "./protocol.js" */

import { $, make } from "./page.js";

/** @param {Said} said */
function item({ at, seat, name, text }) {
  const time = new Date(at * 1000);
  const clock = make(
    "time",
    { datetime: time.toISOString(), title: time.toLocaleString() },
    time.toTimeString().slice(0, 5),
  );
  const who = make("b", { class: seat === undefined ? "" : `ink-seat${seat % 8}` }, ` ${name}: `);
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

  /** @param {Said[]} said */
  show(said) {
    this.list.replaceChildren(...said.map(item));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
