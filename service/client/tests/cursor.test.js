// @ts-check

/** @import { Offer } from "../choices.js" */
/** @import { Board as Places, Plane } from "../protocol.js" */

import { Board } from "../board.js";
import { offer, plans } from "../choices.js";
import { equal, one, page, press, test } from "./check.js";

/** Three columns of three hexes with flat tops; the middle column lies half a hex lower. */
const HEXES = [0, 1, 2].flatMap((column) =>
  [0, 1, 2].map((row) => ({
    id: `${"ABC"[column]}${row + 1}`,
    x: column * 1500,
    y: row * 1732 + (column % 2) * 866,
    words: "woods",
  })),
);
const FLAT = "M-500-866h1000l500 866-500 866h-1000l-500-866z";
const POINTY = "M0-1000l866 500v1000l-866 500-866-500v-1000z";

/**
 * A board with the cursor somewhere, what it said and what was chosen.
 * @param {{ hex?: string, places?: typeof HEXES, at?: string, plane?: Plane }} [laidOut]
 */
async function laid({ hex = FLAT, places = HEXES, at = "B2", plane } = {}) {
  page(`<button id="fit"></button><button id="zoom-in"></button><button id="zoom-out"></button>
    <div id="board" tabindex="0" style="position: fixed; inset: 0; width: 800px; height: 400px"></div>`);
  const { fetch } = window;
  /** @type {Places} */
  const board = { extent: { x: 0, y: 0, width: 5000, height: 6000 }, counter: 900, hex, plane, places };
  Object.assign(window, { fetch: async () => ({ text: async () => "", json: async () => board }) });
  /** @type {string[]} */
  const said = [];
  /** @type {Offer[][]} */
  const chosen = [];
  const shown = new Board(one("#board"), {
    choose: (offers) => void chosen.push(offers),
    look: (words) => said.push(words),
  });
  await shown.setGround("digest");
  Object.assign(window, { fetch });
  shown.cursor.at = at && `${plane ? "piece" : "place"}:${at}`;
  const keys = (/** @type {string[]} */ ...all) => {
    for (const key of all) press(one("#board"), key);
    return shown.cursor.at.replace("place:", "");
  };
  return { board: shown, said, keys, chosen };
}

test("six keys lead to the six neighbours of a hex", async () => {
  const { board, keys } = await laid();
  const ways = ["Home", "ArrowUp", "PageUp", "End", "ArrowDown", "PageDown", "q", "e", "a", "d"];
  const ends = ways.map((key) => {
    board.cursor.at = "place:B2";
    return keys(key);
  });
  equal(ends, ["A2", "B1", "C2", "A3", "B3", "C3", "A2", "C2", "A3", "C3"]);
});

test("hexes with a point on top have neighbours to the left and right", async () => {
  const places = HEXES.map(({ id, x, y, words }) => ({ id, x: y, y: x, words }));
  const { board, keys } = await laid({ hex: POINTY, places });
  const ways = ["ArrowLeft", "ArrowRight", "Home", "PageUp", "End", "PageDown"];
  const ends = ways.map((key) => {
    board.cursor.at = "place:B2";
    return keys(key);
  });
  equal(ends, ["B1", "B3", "A2", "A3", "C2", "C3"]);
});

test("where no hex lies straight ahead the same keys lead back", async () => {
  const { keys } = await laid({ at: "A2" });
  equal([keys("ArrowRight"), keys("ArrowRight")], ["B1", "C2"]);
  equal([keys("ArrowLeft"), keys("ArrowLeft")], ["B1", "A2"]);
});

test("every step can be gone back", async () => {
  const { keys, said } = await laid();
  keys("PageUp", "ArrowDown", "Home");
  equal([keys("Backspace"), keys("Backspace"), keys("Backspace")], ["C3", "C2", "B2"]);
  keys("Backspace");
  equal(said.at(-1), "There is no way back from here.");
});

test("the edge of the board is said", async () => {
  const { keys, said } = await laid({ at: "A1" });
  equal([keys("ArrowUp"), said.at(-1)], ["A1", "Nothing lies to the north."]);
  equal([keys("End"), said.at(-1)], ["A1", "Nothing lies to the south-west."]);
});

test("where nothing can be chosen that is said", async () => {
  const { keys, said } = await laid();
  keys("Enter");
  equal(said.at(-1), "Nothing can be chosen here.");
  keys("n");
  equal(said.at(-1), "Nothing can be chosen on the board.");
});

test("the ends of whole walks come after single steps, and a line leads to each", async () => {
  const { board, keys, chosen } = await laid({ at: "A1" });
  board.focused = "place:A1";
  const far = plans([
    { notation: "n", place: "A2", tag: "" },
    { after: 0, notation: "ne", place: "B2", tag: "5" },
  ]);
  board.setChoices([...far, offer({ notation: "n", target: { place: "A2" }, tag: "2" })]);
  equal([keys("n"), keys("n"), keys("n")], ["A2", "B2", "A2"]);
  keys("n", "Enter");
  equal(chosen.at(-1)?.[0].plan, ["n", "ne"]);
  equal(one(".lead").getAttribute("d"), "M0 0L0 1732M0 1732L1500 2598");
  equal(board.element.classList.contains("has-far"), true);
});

test("neighbours, direction and distance are said when asked for", async () => {
  const { board, keys, said } = await laid({ at: "A1" });
  keys("r");
  equal(said.at(-1), "South-east: B1: woods. South: A2: woods.");
  board.focused = "place:A1";
  board.cursor.at = "place:C3";
  keys("w");
  equal(said.at(-1), "3 hexes south-east of A1. C3: woods.");
  keys("?");
  equal(said.at(-1)?.startsWith("Arrow keys walk."), true);
});

test("on a plane it is said how far things are, from edge to edge", async () => {
  const { board, keys, said } = await onPlane();
  board.patch(
    {
      "piece/A1": { x: 4000, y: 4000, size: 1000, order: 0 },
      "body/B1": { words: "an enemy", drawing: "" },
      "piece/B1": { x: 4000, y: 1000, size: 1000, order: 1 },
    },
    null,
  );
  board.focused = "piece:A1";
  board.cursor.at = "piece:B1";
  keys("w");
  equal(said.at(-1), "2 inches north of A1. an enemy.");
  board.setChoices([], []);
  board.cursor.at = "piece:A1";
  keys("r");
  equal(said.at(-1), "North, 2 inches: an enemy.");
});

test("letters do nothing when they are switched off, arrows do", async () => {
  localStorage.setItem("letter-keys", "no");
  const { keys } = await laid();
  equal([keys("q"), keys("e"), keys("Home")], ["B2", "B2", "A2"]);
});

test("between places that are no hexes who turns round comes back", async () => {
  const spot = (/** @type {string} */ id, /** @type {number} */ x, /** @type {number} */ y) => {
    return { id, x, y, words: "", outline: `<circle cx="${x}" cy="${y}" r="300"/>`, low: y };
  };
  const places = [spot("hut", 0, 0), spot("well", 3000, 1200), spot("gate", 900, 1500)];
  const { keys } = await laid({ hex: "", places, at: "hut" });
  const there = keys("ArrowRight");
  equal([there, keys("ArrowLeft")], ["well", "hut"]);
});

/** A plane on which a figure may walk anywhere, with the cursor on it. */
async function onPlane() {
  const plane = { rect: { x: 0, y: 0, width: 10_000, height: 10_000 }, from_below: true, floors: [] };
  const laidOut = await laid({ hex: "", places: [], at: "A1", plane });
  const { board } = laidOut;
  board.patch({ "piece/A1": { x: 4000, y: 4000, size: 1000, order: 0 } }, null);
  const walk = { label: "Walk", notation: "walk A1 {at}", moves: "A1", way: true, facing: " face {at}" };
  board.setChoices([], [walk]);
  return laidOut;
}

test("where any point can be chosen, keys lead over the plane: an inch, or a tenth", async () => {
  const { board, keys, chosen } = await onPlane();
  keys("ArrowRight", "ArrowUp", "Enter");
  equal(board.cursor.point, { x: 5000, y: 3000 });
  equal(chosen.at(-1)?.[0].notation, "walk A1 5,7");
  press(one("#board"), "ArrowLeft", true);
  equal(board.cursor.point, { x: 4900, y: 3000 });
});

test("where a figure looks at the end of a move is set by keys too", async () => {
  const { board, keys, chosen } = await onPlane();
  keys("ArrowRight", "Enter");
  chosen
    .at(-1)
    ?.find(({ label }) => label.startsWith("Set where to look"))
    ?.does?.();
  keys("ArrowUp", "ArrowUp", "Enter");
  equal(chosen.at(-1)?.[0].notation, "walk A1 5,6 face 5,8");
  equal(board.course.turning, false);
});

test("the next thing that can be chosen may be a point", async () => {
  const { board, keys, chosen, said } = await onPlane();
  const choice = { notation: "walk A1 3,3", label: "walk north", target: { point: { x: 3000, y: 7000 } } };
  board.setChoices([offer(choice)], board.free);
  keys("n", "Enter");
  equal([board.cursor.point, said.includes("Walk north")], [{ x: 3000, y: 7000 }, true]);
  equal(chosen.at(-1)?.[0].notation, "walk A1 3,3");
});

test("when no point can be chosen any more, the cursor is with the things again", async () => {
  const { board, keys } = await onPlane();
  keys("ArrowRight");
  board.setChoices([], []);
  equal([board.cursor.point, board.cursor.at], [null, "piece:A1"]);
});

test("what lies around, and where this is, is told from the point to which one went", async () => {
  const { board, keys, said } = await onPlane();
  const area = (
    /** @type {string} */ id,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ side,
  ) => {
    const outline = `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"/>`;
    return /** @type {const} */ ([id, { id, x, y, words: "", outline, low: y }]);
  };
  board.ground.places = new Map([area("zone", 5000, 5000, 8000), area("rubble", 5000, 1000, 1000)]);
  board.patch(
    {
      "body/A1": { words: "Ann", drawing: "" },
      "body/B1": { words: "an enemy", drawing: "" },
      "piece/B1": { x: 8000, y: 4000, size: 1000, order: 1 },
    },
    null,
  );
  board.focused = "place:zone";
  keys("ArrowRight");
  keys("r");
  // Two inches and a half from the edge of a base, and from the edge of the rubble, which ends at 1.5.
  equal(
    said.at(-1),
    "Here: zone. North, 2.5 inches: rubble. East, 2.5 inches: an enemy. West, 0.5 inches: Ann.",
  );
  keys("w");
  equal(said.at(-1), "In zone. This is 5,6.");
});
