// @ts-check
// A page that nobody sees, or that others were looked at after: it gives up its stream, since a browser has few connections
// to a server, and asks now and then how the table stands.

/** @import { TurnNews } from "./protocol.js" */

/** How long an unseen page keeps its stream, in milliseconds. */
const KEPT = 3000;

const [came] = performance.getEntriesByType("navigation");
/** How many pages of a browser follow their tables: over HTTP/1.1 it has six connections, and needs some for the rest. */
const LINES =
  came instanceof PerformanceNavigationTiming && /^h[23]/.test(came.nextHopProtocol)
    ? Number.POSITIVE_INFINITY
    : 4;

/** The pages of this browser that are seen: those that were looked at last have a line. */
class Lines {
  /** When each of the others was looked at.
   * @type {Map<string, number>} */
  others = new Map();
  id = `${Math.random()}`;
  /** When this one was; 0 while nobody sees it. */
  at = 0;
  pages = new BroadcastChannel("lines");

  /** @param {() => void} changed */
  constructor(changed) {
    this.pages.onmessage = ({ data: { id, at, asks } }) => {
      if (at) this.others.set(id, at);
      else this.others.delete(id);
      if (asks && this.at) this.tell(false);
      changed();
    };
  }

  /** @param {boolean} asks whether the others shall tell, too */
  tell(asks) {
    this.pages.postMessage({ id: this.id, at: this.at, asks });
  }

  /** Somebody looks at this page, or nobody does any more. */
  look(at = Date.now()) {
    this.at = at;
    this.tell(at > 0);
  }

  /** Whether this page may follow its table. */
  get free() {
    return [...this.others.values()].filter((at) => at > this.at).length < LINES;
  }
}

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
    this.lines = new Lines(() => this.share());
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("focus", () => this.look());
    addEventListener("pagehide", () => this.lines.look(0));
    addEventListener("pageshow", ({ persisted }) => persisted && this.look());
    // A page that is opened unseen begins without a stream.
    if (document.hidden) this.leave();
    else this.lines.look();
  }

  look() {
    if (document.hidden) setTimeout(() => document.hidden && this.leave(), KEPT);
    else {
      this.lines.look();
      this.share();
    }
  }

  /** Follows the table while there is a line for it. */
  share() {
    if (document.hidden) return;
    if (!this.lines.free) this.leave();
    else if (this.gone) {
      this.gone = false;
      this.ticks?.terminate();
      this.does.back();
    }
  }

  /** Gives the stream up, and asks at once and then at every tick; a page that is seen shows then how the table stands. */
  leave() {
    if (document.hidden) this.lines.look(0);
    if (this.gone) return;
    this.gone = true;
    this.does.leave();
    this.ask();
    this.ticks = new Worker(new URL("./ticks.js", import.meta.url));
    this.ticks.onmessage = () => (document.hidden ? this.ask() : this.glance());
  }

  /** Follows the table for a moment, and gives it up again. */
  glance() {
    this.does.back();
    setTimeout(() => this.gone && this.does.leave(), KEPT);
  }

  /** News came and are shown: a page that only has a glance needs no more. */
  heard() {
    if (this.gone && !document.hidden) this.does.leave();
  }

  async ask() {
    const answer = await fetch(this.address()).catch(() => null);
    /** @type {TurnNews | null} */
    const news = answer?.ok ? await answer.json() : null;
    if (this.gone && news) this.does.news(news);
  }
}
