// @ts-check

/** @import { Player, SeatKind } from "../protocol.js" */

import { comings, deciding, kindOf, nextHere, seatItems, turnOf } from "../seats.js";
import { equal, test } from "./check.js";

/** @type {(name: string, kind: SeatKind, deciding: boolean) => Player} */
const player = (name, kind, deciding) => ({ name, kind, deciding, ...(kind === "bot" && { bot: "greedy" }) });
const PLAYERS = [player("Ann", "person", false), player("Bob", "bot", true), player("Cat", "person", true)];

test("seats that must decide are counted from one", () => {
  equal(deciding(PLAYERS), ["2", "3"]);
});

test("the screen is passed on to a seat of this browser that must decide", () => {
  equal(nextHere(PLAYERS, ["1", "3"], "1"), "3");
});

test("it stays with whoever must decide, and when nobody here must", () => {
  equal([nextHere(PLAYERS, ["1", "3"], "3"), nextHere(PLAYERS, ["1"], "1")], [undefined, undefined]);
});

test("everybody is told apart: bots, those who left, and you", () => {
  const left = player("Dan", "left", false);
  equal(
    [kindOf(PLAYERS[1], false), kindOf(left, true), kindOf(PLAYERS[0], true), kindOf(PLAYERS[0], false)],
    ["bot", "away", "you", ""],
  );
});

test("a dot has the colour of the player's pieces", () => {
  const [item] = seatItems([{ ...PLAYERS[0], colour: 5 }], []);
  equal(item.querySelector(".dot")?.className, "dot body-seat5");
});

test("a bot has the parts of its name apart, and is called as before", () => {
  const [item, own] = seatItems(
    [player("Medium bot 2", "bot", false), player("Robot bot 2", "person", false)],
    [],
  );
  equal(
    [item.querySelector(".level")?.textContent, item.querySelector(".rank")?.textContent],
    ["Medium ", "bot 2"],
  );
  equal([item.textContent, own.querySelector(".level")], ["Medium bot 2", null]);
});

test("who decides is said to those who cannot see it", () => {
  const items = seatItems(PLAYERS, ["1"]);
  equal(
    items.map((item) => item.textContent),
    ["Ann you", "Bob bot is deciding", "Cat is deciding"],
  );
  equal(
    items.map((item) => item.getAttribute("aria-current")),
    [null, "true", "true"],
  );
});

test("how somebody stands is a number to look at and words to listen to", () => {
  const [item, other] = seatItems([{ ...PLAYERS[0], tally: ["29 pts", "29 Animal Points"] }, PLAYERS[1]], []);
  equal(
    [item.textContent, item.querySelector(".tally")?.textContent],
    ["Ann29 pts, 29 Animal Points", "29 pts"],
  );
  equal(item.querySelector(".tally")?.getAttribute("aria-hidden"), "true");
  equal(other.querySelector(".tally"), null);
});

test("whose turn it is, at a glance", () => {
  equal(turnOf({ state: "playing", you: true, waiting: "Ann" }), { words: "Your turn", yours: true });
  equal(turnOf({ state: "playing", you: false, waiting: "Bob" }), { words: "Bob", yours: false });
  equal(turnOf({ state: "over", you: false, waiting: "" }), { words: "Game over", yours: false });
});

test("that a seat is empty, played by a bot or taken again is told, by whom, and nothing else", () => {
  const [ann, bob] = [player("Ann", "person", true), player("Bob", "person", false)];
  const gone = player("Bob", "left", false);
  const bot = player("Medium bot 2", "bot", false);
  equal(comings([ann, bob], [ann, gone]), ["The seat of Bob is empty now."]);
  equal(comings([ann, gone], [ann, bot]), ["A bot plays on in the seat of Bob."]);
  equal(comings([ann, { ...bot, name: "Bob" }], [ann, bob]), ["Bob is back at the table."]);
  equal(comings([ann, gone], [ann, player("Cat for Bob", "person", false)]), ["Cat for Bob plays on."]);
  equal([comings([ann, bob], [{ ...ann, deciding: false }, bob]), comings([], [ann, bob])], [[], []]);
});
