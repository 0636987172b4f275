// @ts-check

/** @import { Board } from "../board.js" */
/** @import { BoardPlace } from "../protocol.js" */

import { common } from "../geometry.js";
import { Names, plate, Tour } from "../names.js";
import { draw } from "../svg.js";
import { equal, one, page, test } from "./check.js";

/** Six hexes in a row, and what stands on them. */
function laid() {
  const places = new Map(
    [0, 1, 2, 3, 4, 5].map((column) => {
      /** @type {BoardPlace} */
      const place = { id: `H${column}`, x: 1000 + column * 1732, y: 1000 };
      return [place.id, place];
    }),
  );
  const board = {
    camera: { view: {}, seen: () => seen, focus: () => {} },
    ground: {
      places,
      hex: "M0-1000l866 500v1000l-866 500-866-500v-1000z",
      flat: false,
      plane: null,
      layer: draw("g"),
    },
    glow: { counter: 900, taken: /** @type {object[]} */ ([]) },
    afar: { draw: () => {}, taken: [] },
    pieces: {
      all: new Map(),
      shown: (/** @type {string} */ id) => board.pieces.all.get(id).stand,
    },
    captions: { draw: () => [] },
    explain: () => {},
    marks: { all: /** @type {object[]} */ ([]) },
    stop: () => places.get("H0") ?? null,
    focused: "place:H0",
  };
  const seen = { x: 0, y: 0, width: 11_000, height: 2000, scale: 20 };
  const names = new Names(/** @type {Board} */ (/** @type {unknown} */ (board)), draw("g"));
  names.set([{ label: "Elk summer", ink: "seat3", places: ["H1", "H2", "H3", "H4"], taken: [] }]);
  return { names, board, seen };
}

/** @param {Names} names */
const written = (names) => {
  const text = names.layer.querySelector("text");
  return text && [text.textContent, Number(text.getAttribute("x"))];
};

test("a name stands in the middle of its area, and goes out of the way of pieces", () => {
  const { names, board } = laid();
  names.draw();
  equal(written(names), ["Elk summer", 1000 + 2.5 * 1732]);
  for (const column of [2, 3]) {
    const stand = { x: 1000 + column * 1732, y: 1000, size: 1000, order: 0 };
    board.pieces.all.set(`elk${column}`, { stand });
  }
  names.draw();
  const rect = names.layer.querySelector("rect");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((it) => Number(rect?.getAttribute(it)));
  equal(
    names.bodies().map((body) => common(body, { x, y, width, height })),
    [0, 0],
  );
});

test("a name out of sight is not written", () => {
  const { names, seen } = laid();
  seen.x = 20_000;
  names.draw();
  equal(written(names), null);
});

test("a sign says where the goal is, as long as none of it is in sight", () => {
  const { names, board, seen } = laid();
  board.marks.all = [
    { place: "H4", kind: "goal" },
    { place: "H3", kind: "goal" },
  ];
  names.draw();
  equal(names.beacon.hidden, true);
  seen.width = 3000;
  names.draw();
  equal([names.beacon.hidden, names.beacon.textContent], [false, "→ Elk summer: 3 hexes east"]);
  board.marks.all = [];
  names.draw();
  equal(names.beacon.hidden, true);
});

test("no name is written under the sign", () => {
  const { names, board, seen } = laid();
  board.marks.all = [{ place: "H5", kind: "goal" }];
  seen.width = 8500;
  names.sized = () => ({ key: "", width: 60, height: 24 });
  names.draw();
  equal([names.beacon.hidden, !!written(names)], [false, true]);
  names.sized = () => ({ key: "", width: 425, height: 100 });
  names.draw();
  equal([names.beacon.hidden, written(names)], [false, null]);
});

test("the nearest goal is that of the fewest hexes, as the game counts them", () => {
  const { names, board, seen } = laid();
  // Nine hexes straight away, and ten that look nearer.
  board.ground.places.set("straight", { id: "straight", x: 1000 + 9 * 1732, y: 1000 });
  board.ground.places.set("aslant", { id: "aslant", x: 1000, y: 1000 + 10 * 1500 });
  board.marks.all = [
    { place: "aslant", kind: "goal" },
    { place: "straight", kind: "goal" },
  ];
  seen.width = 3000;
  names.draw();
  equal(names.beacon.textContent, "→ Goal: 9 hexes east");
});

test("on a measured table the sign tells inches to the nearest point of a zone, and nothing within it", () => {
  const { names, board, seen } = laid();
  let inside = false;
  const edge = () => ({ inside, at: { x: 1000, y: 9000 } });
  Object.assign(board.ground, { hex: "", plane: {}, edge });
  Object.assign(board.ground.places.get("H5") ?? {}, { label: "exit of A (ZA)" });
  board.marks.all = [{ place: "H5", kind: "goal" }];
  seen.width = 3000;
  names.draw();
  equal([names.beacon.hidden, names.beacon.textContent], [false, `↓ exit of A: 8" south`]);
  inside = true;
  names.set([]);
  names.draw();
  equal(names.beacon.hidden, true);
});

test("a name on a measured table is left out as long as a piece covers it", () => {
  const { names, board } = laid();
  const text = draw("text", { x: 500, y: 500, "font-size": 300 }, "kiosk");
  const svg = draw("svg", { viewBox: "0 0 4000 2000" }, board.ground.layer);
  document.body.append(svg);
  board.ground.layer.append(text);
  Object.assign(board.ground, { plane: {} });
  names.set([]);
  const stand = { x: 700, y: 450, size: 1000, order: 0 };
  board.pieces.all.set("B5", { stand });
  names.draw();
  equal(text.classList.contains("covered"), true);
  stand.x = 3000;
  names.draw();
  equal(text.classList.contains("covered"), false);
});

test("on cards names grow until they can be read, and what else is written there gives way to them", () => {
  const { names, board, seen } = laid();
  const name = draw("text", { x: 500, y: 500, "font-size": 200 }, "Command Post");
  const caption = draw("text", { x: 2600, y: 500, "font-size": 100, "text-anchor": "end" }, "in your hand");
  board.ground.layer.append(draw("g", {}, name, caption));
  document.body.append(draw("svg", { viewBox: "0 0 4000 2000" }, board.ground.layer));
  Object.assign(board.ground, { hex: "" });
  names.set([]);
  seen.scale = 10;
  names.draw();
  equal([name.style.scale, caption.classList.contains("covered")], ["", false]);
  seen.scale = 30;
  names.draw();
  equal([name.style.scale, caption.classList.contains("covered")], ["1.65", true]);
});

test("a plate is as wide as its name", () => {
  const [short, long] = ["Elk", "Bighorn Sheep"].map((label) => plate(label, { x: 0, y: 0 }, 300));
  equal([short.width < long.width, short.x, short.height], [true, -short.width / 2, 450]);
});

/**
 * A card with its picture.
 * @param {string} id
 */
const card = (id) => draw("g", {}, draw("g", { class: "ow-p" }, draw("use", { href: `#ow-${id}` })));

/** A board with two places, of which the first is in sight and a blue hero stands in the second. */
function toured() {
  page(`<div class="lens"><button id="fit"></button></div><div class="side"><ul></ul></div>`);
  /** @type {unknown[]} */
  const framed = [];
  const board = {
    camera: {
      lettered: true,
      view: {},
      whole: true,
      chosen: true,
      seen: () => ({ x: 0, y: 0, width: 2000, height: 2000 }),
      frame: (/** @type {unknown} */ _, /** @type {{ id: string }} */ { id }) => framed.push(id),
    },
    ground: {
      places: new Map([
        ["dam", { id: "dam", x: 1000, y: 1000, label: "Dam" }],
        ["mine", { id: "mine", x: 9000, y: 1000, label: "Mine" }],
      ]),
    },
    pieces: {
      in: (/** @type {string} */ place) =>
        place === "mine"
          ? ["3a", "3b", "stock", "saw"].map((id) => ({ id, words: `${id}, of the Mine`, element: card(id) }))
          : [],
      isCard: (/** @type {string} */ id) => id === "saw",
      colourOf: (/** @type {string} */ id) =>
        /stock|saw/.test(id) ? "var(--ow-text)" : "var(--ow-body-seat0)",
    },
  };
  const tour = new Tour(/** @type {Board} */ (/** @type {unknown} */ (board)));
  tour.set();
  return { tour, board, framed };
}

test("every place is named, with who is there once, and those in sight are marked", () => {
  toured();
  const buttons = [...one(".tour").querySelectorAll("button")];
  equal(
    buttons.map((button) => [button.textContent, button.className, button.querySelectorAll(".dot").length]),
    [
      ["Dam", "seen", 0],
      ["Mine", "", 1],
    ],
  );
});

test("cards are named below the board, with where they lie", () => {
  const { tour, board } = toured();
  equal([one(".side > .on-cards").textContent?.trim(), tour.cards.hidden], ["Mine: saw", false]);
  equal(one(".on-cards .sym use").getAttribute("href"), "#ow-saw");
  board.camera.lettered = false;
  tour.set();
  equal(tour.cards.hidden, true);
});

test("a touch shows a place from near, whatever was looked at before", () => {
  const { board, framed } = toured();
  one(".tour").querySelectorAll("button")[1].click();
  equal([framed, board.camera.whole, board.camera.chosen], [["mine"], false, false]);
});

test("a board without cards needs no tour", () => {
  const { tour, board } = toured();
  board.camera.lettered = false;
  tour.set();
  equal([tour.element.hidden, tour.element.childElementCount], [true, 0]);
});
