// @ts-check

import { equal, one, page, test } from "./check.js";

const seat = (/** @type {number} */ number, /** @type {string} */ who) =>
  `<div class="seat-row">${["me", "bot"]
    .map((it) => `<input type="radio" name="seat.${number}" value="${it}" ${it === who ? "checked" : ""}>`)
    .join("")}</div>`;
page(`<form>
  ${seat(0, "me")}${seat(1, "bot")}
  <input type="checkbox" name="rated"><input type="checkbox" name="no_sandboxes"><input type="checkbox" name="referee">
  <select id="clock"><option value="none">None</option></select>
  <input id="clock-line"><input id="zone" value="UTC"><p id="clock-words"></p>
  <p id="table-trouble" hidden></p></form>`);
await import("../opening.js");
const form = one("form");
/** The form of the page, which every test begins without. */
const shown = () => document.body.replaceChildren(form);

/**
 * Chooses as somebody does by a click.
 * @param {string} selector
 * @param {boolean} [on]
 */
function choose(selector, on = true) {
  const field = /** @type {HTMLInputElement} */ (one(selector));
  if (field.checked !== on) field.click();
}
const told = () => [one("#table-trouble").hidden, one("#table-trouble").textContent];
const sound = () => /** @type {HTMLFormElement} */ (one("form")).checkValidity();

test("a table that can be is told nothing", () => {
  shown();
  equal([told(), sound()], [[true, ""], true]);
});

test("two seats of one's own at a rated table are told at once", () => {
  shown();
  choose("[name=rated]");
  equal(sound(), true);
  choose("[name='seat.1'][value=me]");
  equal(told(), [false, "At a rated table everybody has one seat: take one, or let it not be rated."]);
  equal(sound(), false);
  choose("[name='seat.1'][value=bot]");
  equal([told(), sound()], [[true, ""], true]);
});

test("sandboxes are forbidden at a rated table alone", () => {
  shown();
  choose("[name=no_sandboxes]");
  equal(sound(), true);
  choose("[name=rated]", false);
  equal(told(), [false, "Only a rated table can forbid sandboxes: let it be rated, or allow them."]);
  equal(sound(), false);
  choose("[name=no_sandboxes]", false);
  equal([told(), sound()], [[true, ""], true]);
});

test("a referee takes no seat", () => {
  shown();
  choose("[name=referee]");
  equal(told(), [false, "A referee sees everything and never sits at the table: take no seat."]);
  equal(sound(), false);
  choose("[name='seat.0'][value=bot]");
  equal([told(), sound()], [[true, ""], true]);
});
