// @ts-check
import noted from "../luck.js";
import { kept } from "../page.js";
import { equal, test } from "./check.js";

const [PROMISED, SHOWN] = ["aa".repeat(32), "bb".repeat(32)];

test("a table that this browser has opened must show what was promised", () => {
  kept.set("luck opened", PROMISED);
  equal(noted.see("opened", SHOWN, true).includes("cannot be trusted"), true);
  kept.set("luck opened", PROMISED);
  equal(noted.see("opened too", PROMISED, true), "");
});

test("an opening that was refused says nothing about the table of somebody else", () => {
  kept.set("luck opened", PROMISED);
  equal(noted.see("a friend's", SHOWN, false), "");
  equal(kept.get("luck opened", ""), "");
});

test("a table that shows another commitment than before is found", () => {
  equal(noted.see("known", PROMISED, false), "");
  equal(noted.see("known", SHOWN, false).includes("cannot be trusted"), true);
});
