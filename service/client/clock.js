// @ts-check
// How much time is left, in words that go on by themselves: no more often than they change.

/** @import { SeatClock, TableClock } from "./protocol.js" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units, the longest first.
 * @type {[number, string][]} */
const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

/** By how much the server's clock is ahead of this browser's. */
const ahead = Number(document.getElementById("main")?.dataset.now ?? Date.now()) - Date.now();

/** What time it is at the server. */
export const now = () => Date.now() + ahead;

/**
 * A length of time: its two longest units.
 * @param {number} length in milliseconds
 */
export function lengthWords(length) {
  const at = UNITS.findIndex(([unit]) => length >= unit);
  if (at < 0) return "no time";
  let rest = length;
  const parts = UNITS.slice(at, at + 2).flatMap(([unit, word]) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count ? [`${count} ${word}${count === 1 ? "" : "s"}`] : [];
  });
  return parts.join(" ");
}

/**
 * A time by the clock of whoever looks: the day of the week if it is near, else the date.
 * @param {number} time
 */
export function when(time) {
  const near = Math.abs(time - now()) < 6 * DAY;
  /** @type {Intl.DateTimeFormatOptions} */
  const day = near ? { weekday: "short" } : { weekday: "short", day: "numeric", month: "short" };
  // As the server says it, so that one time has one look.
  const hour = /** @type {const} */ ({ hour: "numeric", minute: "2-digit", hourCycle: "h23" });
  const told = new Date(time).toLocaleString("en-GB", { ...day, ...hour });
  return told.replace(",", "").replace(/ 0(?=\d:)/, " ");
}

/**
 * What is left until an answer is due.
 * @param {{ due: number, until: number, stands?: number }} clock
 */
export function leftWords({ due, until, stands }) {
  const time = now();
  if (time >= until) return "no time left";
  if (stands && stands > time) return `the clock stands until ${when(stands)}`;
  if (time >= due) return `late: answers are taken for ${lengthWords(until - time)} more`;
  return due - time < 10 * MINUTE
    ? lengthWords(due - time)
    : `${lengthWords(due - time)}, until ${when(due)}`;
}

/**
 * After how long those words change.
 * @param {{ due: number, until: number }} clock
 */
function nextChange({ due, until }) {
  const time = now();
  const left = (time < due ? due : until) - time;
  if (left <= 0) return DAY;
  const unit = left > DAY + HOUR ? HOUR : left > HOUR + MINUTE ? MINUTE : SECOND;
  return Math.min((left % unit) + 20, HOUR);
}

/** The time of a table: shown to those who look, and told at the warnings to those who do not. */
export class TableTime {
  timer = 0;
  /** @type {TableClock | null} */
  clock = null;
  /** @type {number | undefined} */
  seat;
  /** Warnings that were told, by when the answer is due and how long before.
   * @type {Set<string>} */
  told = new Set();

  /**
   * @param {HTMLElement} shown
   * @param {(words: string) => void} warn
   */
  constructor(shown, warn) {
    this.shown = shown;
    this.warn = warn;
  }

  /**
   * Shows how the time stands for a seat, or for whoever is asked if it is none or is not.
   * @param {TableClock | null} clock
   * @param {number} seat counted from 0
   * @param {string[]} names
   */
  set(clock, seat, names) {
    this.clock = clock;
    this.seat = seat;
    this.names = names;
    // What is near when the page comes up needs no warning beside what is shown.
    const own = clock?.seats.find((it) => it.seat === seat);
    for (const before of clock?.warnings ?? []) {
      if (own && own.due - before <= now()) this.told.add(`${own.due} ${before}`);
    }
    this.show();
  }

  show() {
    clearTimeout(this.timer);
    const { clock, shown } = this;
    const own = clock?.seats.find((it) => it.seat === this.seat);
    const asked = own ?? clock?.seats[0];
    const paused = clock?.paused && clock.paused > now() ? clock.paused : 0;
    const words = paused ? `Paused until ${when(paused)}` : this.running(asked, !!own);
    shown.hidden = !words;
    if (shown.textContent !== words) shown.textContent = words;
    shown.classList.toggle("late", !!own && !paused && now() >= own.due);
    const last = Math.max(...(clock?.warnings ?? []), 0);
    shown.classList.toggle("soon", !!own && !paused && own.due - now() <= last);
    if (own && !paused) this.warnOf(own);
    if (asked) this.timer = setTimeout(() => this.show(), nextChange(asked));
  }

  /**
   * How the time runs, and the pause that is proposed, to which one agrees where a click leads.
   * @param {SeatClock | undefined} asked
   * @param {boolean} own
   */
  running(asked, own) {
    const [until, agreed] = this.clock?.proposal ?? [0, []];
    const left = asked ? this.words(asked, own) : "";
    if (until <= now()) return left;
    const { seat = -1 } = this;
    const asks = seat >= 0 && !agreed.includes(seat) ? ": agree or decline" : "";
    const pause = `pause until ${when(until)} proposed${asks}`;
    return left ? `${left}; ${pause}` : `P${pause.slice(1)}`;
  }

  /**
   * @param {SeatClock} clock
   * @param {boolean} own
   */
  words(clock, own) {
    const left = leftWords(clock);
    const asks = clock.wish ? `; asks for ${lengthWords(clock.wish)} more` : "";
    return own ? `Your time: ${left}${asks}` : `${this.names?.[clock.seat] ?? "Their"}: ${left}${asks}`;
  }

  /** @param {SeatClock} own */
  warnOf(own) {
    const due = (this.clock?.warnings ?? []).filter((before) => own.due - before <= now());
    const fresh = due.filter((before) => !this.told.has(`${own.due} ${before}`));
    for (const before of due) this.told.add(`${own.due} ${before}`);
    if (fresh.length) this.warn(`Your time: ${leftWords(own)}. Otherwise ${this.clock?.otherwise}.`);
  }
}
