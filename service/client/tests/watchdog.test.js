// @ts-check

import { Watchdog } from "../watchdog.js";
import { equal, test } from "./check.js";

test("a line that was heard of late is left alone; one that is silent is picked up, again and again", () => {
  let [now, silent] = [0, 0];
  const watchdog = new Watchdog(
    () => {
      silent += 1;
    },
    () => now,
  );
  now = 40_000;
  watchdog.look();
  watchdog.heard();
  now = 80_000;
  watchdog.look();
  equal(silent, 0);
  now = 90_000;
  watchdog.look();
  watchdog.look();
  equal(silent, 1);
  now = 140_000;
  watchdog.look();
  equal(silent, 2);
});
