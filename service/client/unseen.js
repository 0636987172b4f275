// @ts-check
// A page that nobody sees: it gives up its stream, since a browser has few connections to a server, and asks now and
// then how the table stands.

/** @import { TurnNews } from "./protocol.js" */

/** How long an unseen page keeps its stream, in milliseconds. */
const KEPT = 3000;

export class Unseen {
  /** Whether the stream is given up. */
  gone = false;
  /** @type {Worker | null} */
  ticks = null;

  /**
   * @param {() => string} address where is told how the table stands
   * @param {{ leave: () => void, back: () => void, news: (news: TurnNews) => void }} does
   */
  constructor(address, does) {
    this.address = address;
    this.does = does;
    document.addEventListener("visibilitychange", () => this.look());
    // A page that is opened unseen begins without a stream.
    if (document.hidden) this.leave();
  }

  look() {
    if (document.hidden) setTimeout(() => document.hidden && this.leave(), KEPT);
    else if (this.gone) {
      this.gone = false;
      this.ticks?.terminate();
      this.does.back();
    }
  }

  /** Gives the stream up, and asks at once and then at every tick. */
  leave() {
    if (this.gone) return;
    this.gone = true;
    this.does.leave();
    this.ask();
    this.ticks = new Worker(new URL("./ticks.js", import.meta.url));
    this.ticks.onmessage = () => this.ask();
  }

  /** Follows the table for a moment, and gives it up again. */
  glance() {
    this.does.back();
    setTimeout(() => this.gone && this.does.leave(), KEPT);
  }

  async ask() {
    const answer = await fetch(this.address()).catch(() => null);
    /** @type {TurnNews | null} */
    const news = answer?.ok ? await answer.json() : null;
    if (this.gone && news) this.does.news(news);
  }
}
