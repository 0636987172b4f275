// @ts-check

import { now, TableTime, when } from "../clock.js";
import { equal, one, page, test } from "./check.js";

const HOUR = 60 * 60 * 1000;

test("a time is said as the server says it, by 24 hours", () => {
  const evening = new Date(now());
  evening.setHours(21, 5, 0, 0);
  equal(/^[A-Z][a-z]{2} 21:05$/.test(when(evening.getTime())), true);
  evening.setHours(0, 5, 0, 0);
  equal(/^[A-Z][a-z]{2} 0:05$/.test(when(evening.getTime())), true);
  equal(when(new Date(2031, 10, 28, 12, 0).getTime()), "Fri 28 Nov 12:00");
});

test("a pause that is proposed stands where the time stands, and asks whoever has not agreed", () => {
  page(`<p id="time-left"></p>`);
  const time = new TableTime(one("#time-left"), () => {});
  /** @param {number} seat @param {number[]} agreed */
  const shown = (seat, agreed) => {
    const proposal = /** @type {[number, number[]]} */ ([now() + 20 * HOUR, agreed]);
    time.set({ seats: [], warnings: [], otherwise: "", proposal }, seat, ["Ann", "Bob"]);
    return one("#time-left").textContent ?? "";
  };
  equal(shown(1, [0]).startsWith("Pause until "), true);
  equal(shown(1, [0]).endsWith(" proposed: agree or decline"), true);
  equal(shown(0, [0]).endsWith(" proposed"), true);
  equal(shown(-1, [0]).endsWith(" proposed"), true);
  const left = {
    seats: [{ seat: 0, due: now() + 40 * HOUR, until: now() + 40 * HOUR }],
    warnings: [],
    otherwise: "",
  };
  time.set(left, 0, ["Ann", "Bob"]);
  equal(one("#time-left").textContent?.includes("ause"), false);
  clearTimeout(time.timer);
});
