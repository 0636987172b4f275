// @ts-check

/** @import { Board as Places, FreeMove, PiecePosition } from "../protocol.js" */

import { outOf, whose } from "../afar.js";
import { Board } from "../board.js";
import { offer } from "../choices.js";
import { equal, one, page, test } from "./check.js";

/** @type {Places} */
const TABLE = {
  extent: { x: 0, y: 0, width: 36_000, height: 36_000 },
  counter: 1000,
  hex: "",
  places: [],
  plane: {
    rect: { x: 0, y: 0, width: 36_000, height: 36_000 },
    floors: [],
    from_below: true,
  },
};
/** @type {(x: number, y: number) => PiecePosition} */
const at = (x, y) => ({ x, y, size: 1000, order: 1 });
/** @type {FreeMove} */
const WALK = { label: "Walk", notation: "walk A1 {at}", moves: "A1", way: true, facing: "" };
const CHOICES = [
  offer({ notation: "walk A1 18,14", label: "walk", target: { point: { x: 18_000, y: 22_000 } } }),
  offer({ notation: "walk A1 18,30", label: "walk", target: { point: { x: 18_000, y: 6000 } } }),
];

/** A measured table with one of ours and two of theirs, seen from near the first. */
async function laid() {
  page(`<button id="fit"></button><button id="zoom-in"></button><button id="zoom-out"></button>
    <div id="board" tabindex="0" style="position: fixed; inset: 0; width: 400px; height: 400px"></div>`);
  const { fetch } = window;
  Object.assign(window, { fetch: async () => ({ text: async () => "", json: async () => TABLE }) });
  const board = new Board(one("#board"), { choose: () => {}, look: () => {} });
  await board.setGround("digest");
  Object.assign(window, { fetch });
  board.svg.style.cssText += "width: 400px; height: 400px";
  const body = (/** @type {string} */ name, /** @type {number} */ seat) => ({
    words: name,
    drawing: `<use href="#owb-${seat}"/><text>${name}</text>`,
  });
  board.patch(
    {
      "body/A1": body("A1", 0),
      "piece/A1": at(18_000, 20_000),
      "body/B1": body("B1", 1),
      "piece/B1": at(18_000, 1000),
      "body/B2": body("B2", 1),
      "piece/B2": at(20_000, 20_000),
    },
    null,
  );
  board.focused = "piece:A1";
  board.afar.ids = ["B1", "B2"];
  board.camera.show({ x: 13_000, y: 15_000, width: 10_000, height: 10_000 });
  return board;
}

/** @returns {HTMLElement[]} */
const signs = () => [...document.querySelectorAll(".afar button")].filter((it) => it instanceof HTMLElement);

test("what is out of sight is known by the wind, and what is in sight is not", () => {
  const view = { x: 0, y: 0, width: 10, height: 10 };
  const [near, north, also, east] = [
    { x: 5, y: 5, name: "A" },
    { x: 5, y: -20, name: "B" },
    { x: 6, y: -30, name: "C" },
    { x: 40, y: 5, name: "D" },
  ];
  equal(
    [...outOf([near, north, also, east], view)],
    [
      ["north", [north, also]],
      ["east", [east]],
    ],
  );
});

test("a sign at the edge names who is out of sight, and a click shows them", async () => {
  const board = await laid();
  equal(
    signs().map((sign) => sign.textContent),
    ['↑ B1 19": out of sight to the north. Show'],
  );
  equal(signs()[0].querySelectorAll(".dot.body-seat1").length, 1);
  signs()[0].click();
  equal(
    signs().map((sign) => sign.textContent),
    ['↓ B2 2": out of sight to the south. Show'],
  );
  equal(board.camera.seen().y < 1000, true);
});

test("of more than two of a side it says how many there are and how far the nearest is, of things what they are", async () => {
  const board = await laid();
  for (const [at, id] of ["B3", "B4", "T1"].entries()) {
    const body = { words: id, drawing: `${id === "T1" ? "" : `<use href="#owb-1"/>`}<text>${id}</text>` };
    board.pieces.setBody(id, body);
    board.pieces.setStand(id, { x: 18_000, y: 2000 + 500 * at, size: 900, order: 0 });
  }
  board.afar.ids = ["B1", "B2", "B3", "B4", "T1"];
  board.names.draw();
  equal(
    signs().map((sign) => sign.textContent),
    ['↑ 3 figures, nearest 18"· T1 17": out of sight to the north. Show'],
  );
});

test("nobody is pointed at while somebody looks at the whole table", async () => {
  const board = await laid();
  board.camera.keepWhole();
  equal(signs().length, 0);
});

test("what the list numbers stands on the table with its number, or is pointed at with it", async () => {
  const board = await laid();
  board.setChoices(CHOICES, [WALK]);
  equal(document.querySelectorAll(".numbered").length, 0);
  const shown = board.number(new Map(CHOICES.map(({ notation }, index) => [notation, String(index + 1)])));
  equal([...shown], ["walk A1 18,14", "walk A1 18,30"]);
  const ghosts = [...document.querySelectorAll(".choice.numbered")];
  equal(
    ghosts.map((ghost) => [
      ghost.querySelector("text")?.textContent,
      ghost.querySelector("circle")?.getAttribute("cy"),
    ]),
    [
      ["1", "22000"],
      ["2", "6000"],
    ],
  );
  equal(
    signs().map((sign) => [sign.querySelector("kbd")?.textContent, sign.textContent]),
    [["2", '↑ Choice 2B1 19": out of sight to the north. Show']],
  );
});

test("a counter of a map is called by whoever it is, bots by their numbers", () => {
  equal(whose("Medium bot 2, Life Level A, 6 points a day"), "Bot 2");
  equal(whose("Ann, Life Level B"), "Ann");
});

/** A map of two hexes, far apart, of which only one is seen. */
async function mapped() {
  const board = await laid();
  board.ground.plane = null;
  board.ground.hex = "M-500 0";
  const [own, other] = ["A1", "B1"].map((id) => board.pieces.all.get(id));
  if (own) own.words = "Ann, Life Level A";
  if (other) other.words = "Medium bot 2, Life Level A";
  board.afar.ids = ["B1"];
  board.camera.show({ x: 13_000, y: 15_000, width: 10_000, height: 10_000 });
  return board;
}

test("on a map too, signs at the edge say who is out of sight and how many hexes away", async () => {
  const board = await mapped();
  const [sign, ...others] = [...board.afar.element.querySelectorAll("button")];
  equal(others.length, 0);
  equal(sign?.textContent, "↑ Bot 2: 11 hexes: out of sight to the north. Show");
});
