// @ts-check
// Table talk: what was said, by whom, to whom, and when; and what one writes down for oneself.

/** @import { EarlierTalk, NotesRequest, OwnNotes, Player, TalkLine as Said, TalkRequest } from "./protocol.js" */

import { $, make } from "./page.js";

/**
 * A line, with the way to whoever said it.
 * @param {string} number
 * @param {Said} said
 */
function item(number, { at, seat, name, text, person, to }) {
  const time = new Date(at * 1000);
  const clock = make(
    "time",
    { datetime: time.toISOString(), title: time.toLocaleString() },
    time.toTimeString().slice(0, 5),
  );
  const { table } = $("main").dataset;
  const theirs = person ? `said/${Number(number)}` : to && seat !== undefined ? `person/${seat + 1}` : "";
  const called = theirs
    ? make("a", { href: `/t/${table}/${theirs}`, title: `${name}: friends, hide, block, report` }, name)
    : name;
  const alone = to ? ` (only to ${to})` : "";
  const who = make("b", { class: seat === undefined ? "" : `ink-seat${seat % 8}` }, " ", called, alone, ": ");
  return make("li", { class: to ? "alone" : "" }, clock, who, text);
}

export class Talk {
  list = $("said");
  words = $("words", HTMLInputElement);
  earlier = $("earlier-talk", HTMLButtonElement);
  to = /** @type {HTMLSelectElement | null} */ (document.getElementById("to"));
  /** @type {[string, Said][]} lines of before that were asked for */
  before = [];
  /** @type {[string, Said][]} the lines of the frame */
  now = [];

  /**
   * @param {(said: Pick<TalkRequest, "text" | "to">) => Promise<boolean>} say gives whether it was said
   * @param {string} home the address of the table
   */
  constructor(say, home) {
    $("say").addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = this.words.value.trim();
      if (text && (await say({ text, to: this.to?.value ?? "" }))) this.words.value = "";
    });
    this.earlier.addEventListener("click", async () => {
      const first = Number.parseInt((this.before[0] ?? this.now[0])?.[0] ?? "", 10);
      const answer = await fetch(`${home}/talk?before=${first}`);
      if (!answer.ok) return;
      const { lines, more } = /** @type {EarlierTalk} */ (await answer.json());
      this.before = [...lines, ...this.before];
      this.earlier.hidden = !more;
      const height = this.list.scrollHeight;
      this.draw();
      this.list.scrollTop = this.list.scrollHeight - height;
      this.list.focus();
    });
  }

  draw() {
    const shown = new Map([...this.before, ...this.now]);
    this.list.replaceChildren(...[...shown].sort().map(([number, line]) => item(number, line)));
  }

  /** @param {[string, Said][]} said each with its number */
  show(said) {
    const first = this.now.length === 0;
    this.now = said;
    // The first line of a table has the number 1.
    if (first) this.earlier.hidden = said.length === 0 || Number.parseInt(said[0][0], 10) <= 1;
    this.draw();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * Offers whom one can say something alone.
   * @param {Player[]} players
   * @param {number[]} mine own seats, from 1
   */
  offer(players, mine) {
    if (!this.to) return;
    const others = players.map(({ name, kind }, index) => ({ name, kind, seat: index + 1 }));
    const open = others.filter(({ kind, seat }) => kind === "person" && !mine.includes(seat));
    const wanted = open.map(({ seat, name }) => [String(seat), `Only to ${name}`]);
    const known = [...this.to.options].filter(({ value }) => /^[0-9]/.test(value));
    if (known.map(({ value, text }) => value + text).join() === wanted.map(([v, t]) => v + t).join()) return;
    const chosen = this.to.value;
    for (const option of known) option.remove();
    this.to.append(...wanted.map(([value, text]) => make("option", { value }, text)));
    // Whoever is gone is not spoken to, and nobody else in their place.
    this.to.value = [...this.to.options].some(({ value }) => value === chosen) ? chosen : "";
  }
}

/** What one writes down for oneself: fetched when it is opened, and kept when one has stopped writing. */
export class Notes {
  text = $("notes-text", HTMLTextAreaElement);
  told = $("notes-told");
  version = 0;
  /** @type {string} what is kept */
  kept = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {Promise<void>} */
  keeping = Promise.resolve();

  /**
   * @param {string} address
   * @param {string} key
   */
  constructor(address, key) {
    this.address = address;
    this.key = key;
    const fold = $("notes", HTMLDetailsElement);
    fold.addEventListener("toggle", () => fold.open && this.text.disabled && this.read());
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.keep(), 800);
    });
    this.text.addEventListener("change", () => this.keep());
    addEventListener("pagehide", () => this.keep());
  }

  /** @param {Response} answer */
  async heard(answer) {
    const body = await answer.json();
    if (!answer.ok) {
      this.told.textContent = body.message;
      return null;
    }
    this.told.textContent = "";
    const { version, text } = /** @type {OwnNotes} */ (body);
    this.version = version;
    this.kept = text;
    return text;
  }

  async read() {
    const text = await this.heard(await fetch(this.address));
    if (text === null) return;
    this.text.value = text;
    this.text.disabled = false;
  }

  keep() {
    clearTimeout(this.timer);
    this.keeping = this.keeping
      .then(() => this.send())
      .catch(() => {
        this.told.textContent = "Your notes could not be kept: they are tried again when you write on.";
      });
    return this.keeping;
  }

  /** @param {string} words what is told when it is kept */
  async send(words = "Kept.") {
    const text = this.text.value;
    if (this.text.disabled || text.trimEnd() === this.kept) return;
    const body = /** @type {NotesRequest} */ ({ key: this.key, version: this.version, text });
    const answer = await fetch(this.address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
    if (answer.status === 409) {
      // What was written on another device stays, and what was written here stands below it.
      const there = await this.heard(await fetch(this.address));
      if (there === null) return;
      this.text.value = `${there}\n${text}`;
      await this.send("You wrote on another device too: both stand here now.");
    } else if ((await this.heard(answer)) !== null) {
      this.told.textContent = words;
    }
  }
}
