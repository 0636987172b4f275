// @ts-check
import noted, { arrived, isOwn, sitsDown, sought } from "../luck.js";
import { kept } from "../page.js";
import { equal, one, page, test } from "./check.js";

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

test("of two rematches at once the second promise was not used, and that is no fraud", () => {
  kept.set("luck rematch", "yes");
  kept.set("luck opened", PROMISED);
  equal(isOwn({ mine: "1", host: "false" }), false);
  equal(noted.see("the other's", SHOWN, isOwn({ mine: "1", host: "false" })), "");
  // Whoever is the host of a rematch has opened it, and a table that is no rematch is one's own.
  kept.set("luck rematch", "yes");
  equal(isOwn({ mine: "1", host: "true" }), true);
  kept.set("luck rematch", "");
  equal([isOwn({ mine: "1", host: "false" }), isOwn({ mine: "", host: "true" })], [true, false]);
});

test("a host without a seat adds nothing to the dice", () => {
  const form = (/** @type {string} */ first) => {
    page(`<form><label><input type="radio" name="seat.0" value="me">Me</label>
      <label><input type="radio" name="seat.0" value="open">Open</label></form>`);
    one(`[value=${first}]`).setAttribute("checked", "");
    return /** @type {HTMLFormElement} */ (one("form"));
  };
  equal([sitsDown(form("me")), sitsDown(form("open"))], [true, false]);
  page("<form></form>");
  equal(sitsDown(/** @type {HTMLFormElement} */ (one("form"))), true);
});

test("whoever looked for partners holds the table to what they had seen, and only if they sit there", () => {
  sought("ours", PROMISED, "cc");
  equal(noted.of("ours"), { commitment: PROMISED, contribution: "cc" });
  equal(noted.see("ours", SHOWN, false).includes("cannot be trusted"), true);
  arrived(PROMISED, "1");
  equal(noted.of("ours").contribution, "cc");
  sought("theirs", SHOWN, "dd");
  arrived(SHOWN, "");
  equal(noted.of("theirs"), { commitment: SHOWN, contribution: "" });
});
