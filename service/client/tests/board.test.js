// @ts-check

/** @import { Offer } from "../choices.js" */
/** @import { Board as Places, PiecePosition } from "../protocol.js" */

import { Board } from "../board.js";
import { sentences } from "../page.js";
import { offer, plans } from "../choices.js";
import { stopsOf } from "../cursor.js";
import { inWords, tagsOf } from "../glow.js";
import { equal, one, page, press, test, texts } from "./check.js";

/** @type {Places} */
const PLACES = {
  extent: { x: 0, y: 0, width: 8000, height: 4000 },
  counter: 900,
  hex: "M-500-866h1000l500 866-500 866h-1000l-500-866z",
  places: [
    { id: "0101", x: 1000, y: 2000, words: "forest" },
    { id: "0201", x: 4000, y: 2000, label: "The ford" },
    { id: "0301", x: 7000, y: 2000, outline: `<circle cx="7000" cy="2000" r="800"/>`, low: 2800 },
  ],
};
const WALK = offer({ notation: "walk 0201", label: "Walk", target: { place: "0201" }, tag: "2" });
const FEED = offer({ notation: "feed wolf", label: "Feed", target: { piece: "wolf" } });
/** @type {PiecePosition} */
const WOLF = { x: 1000, y: 2000, size: 900, place: "0101", order: 1 };

/** A board with three places, and what it told. */
async function laid() {
  page(`<button id="fit"></button><button id="zoom-in"></button><button id="zoom-out"></button>
    <div id="board" tabindex="0" style="position: fixed; inset: 0; width: 800px; height: 400px"></div>`);
  const { fetch } = window;
  Object.assign(window, { fetch: async () => ({ text: async () => "", json: async () => PLACES }) });
  /** @type {unknown[]} */
  const chosen = [];
  /** @type {string[]} */
  const looks = [];
  /** @type {string[]} */
  const measured = [];
  const board = new Board(one("#board"), {
    choose: (/** @type {Offer[]} */ offers, _, keys = false, stop = "") => {
      chosen.push([offers.map(({ notation }) => notation), keys, stop]);
    },
    look: (words) => looks.push(words),
    measure: (from, to) => measured.push(`${from} ${to}`),
  });
  await board.setGround("digest");
  Object.assign(window, { fetch });
  board.svg.style.cssText += "width: 100%; height: 100%";
  board.patch(
    { "body/wolf": { words: "a wolf", drawing: `<rect fill="~bad)"/>` }, "piece/wolf": WOLF },
    null,
  );
  return { board, chosen, looks, measured };
}

/** Clicks at a point of the board, which has ten units to a pixel. */
const click = (/** @type {number} */ x, /** @type {number} */ y) => {
  const at = { clientX: x / 10, clientY: y / 10, bubbles: true };
  document.elementFromPoint(x / 10, y / 10)?.dispatchEvent(new MouseEvent("click", at));
};

test("pieces stand where they are said to stand, with the colours of the palette", async () => {
  await laid();
  equal(one("[data-piece=wolf]").style.transform, "translate(1000px, 2000px) scale(0.9)");
  equal(one("[data-piece=wolf] rect").getAttribute("fill"), "var(--ow-bad)");
});

test("a piece is drawn in its turn, whenever it comes", async () => {
  const { board } = await laid();
  board.patch({ "piece/bear": { ...WOLF, order: 2 }, "piece/ant": { ...WOLF, order: 0 } }, null);
  const drawn = [...document.querySelectorAll(".pieces .piece")];
  equal(
    drawn.map((piece) => piece.getAttribute("data-piece")),
    ["ant", "wolf", "bear"],
  );
});

test("a piece that is gone fades, and is asked about no more", async () => {
  const { board } = await laid();
  board.patch({}, new Set());
  equal([one("[data-piece=wolf]").classList.contains("gone"), board.pieces.all.size], [true, 0]);
});

test("a place is told with its marks, its pieces and what one can do there", async () => {
  const { board } = await laid();
  board.patch({ marks: [{ place: "0101", kind: "must" }] }, null);
  board.setChoices([WALK, FEED]);
  equal(board.words("place:0101"), "0101: forest. compulsory. a wolf. You can: Feed.");
  equal(
    [board.words("place:0201"), board.words("piece:wolf")],
    ["The ford. You can: Walk.", "a wolf. You can: Feed."],
  );
});

test("sentences end once, and empty ones are none", () => {
  equal(sentences(["One.", "", "two. ", "three"]), "One. two. three.");
});

test("marks add up in words", () => {
  const marks = [
    { place: "a", kind: "recent" },
    { place: "a", kind: "goal", tag: "3" },
    { place: "b", kind: "reach" },
  ];
  equal(
    [...inWords(marks)],
    [
      ["a", "just now, goal 3"],
      ["b", "in reach"],
    ],
  );
});

test("what can be chosen glows where it is, and what is far looks far", async () => {
  const { board } = await laid();
  board.setChoices([WALK, FEED, ...plans([{ notation: "walk 0301", place: "0301", tag: "5" }])]);
  const glowing = [...document.querySelectorAll(".choice")];
  equal(
    glowing.map((choice) => [choice.getAttribute("data-choice"), choice.classList.contains("far")]),
    [
      ["place:0201", false],
      ["piece:wolf", false],
      ["place:0301", true],
    ],
  );
  equal(texts(".chip"), ["2", "5"]);
});

test("what a choice costs is never written over the number of its hex", async () => {
  const { board } = await laid();
  for (const place of ["0101", "0201"]) {
    board.setChoices([offer({ notation: `walk ${place}`, target: { place }, tag: "2" })]);
    const rect = one(".tags .chip rect");
    const [top, height] = ["y", "height"].map((name) => Number(rect.getAttribute(name)));
    // Numbers stand between 540 and 770 below the middle.
    equal([place, top + height < 2540 || top > 2770], [place, true]);
  }
});

test("what lights a place up runs along its edge, outside what is written there", async () => {
  const { board } = await laid();
  board.patch({ marks: [{ place: "0201", kind: "goal" }] }, null);
  board.setChoices([WALK]);
  for (const shape of document.querySelectorAll(".marks > *, .glow .choice > *")) {
    const scale = Number(/scale\((.*)\)/.exec(shape.getAttribute("transform") ?? "")?.[1]);
    // The edge is 866 from the middle, a line at most 140 wide, and numbers end 770 from the middle.
    equal(866 * scale - 70 > 770, true);
  }
});

test("what is ordered is written on its place, over the pieces", async () => {
  const { board } = await laid();
  board.patch({ marks: [{ place: "0101", kind: "ordered", tag: "start" }] }, null);
  equal(texts(".mark-tags .chip.ordered"), ["start"]);
  equal(board.words("place:0101").includes("ordered, not yet done start"), true);
  board.patch({ marks: [] }, null);
  equal(texts(".mark-tags .chip"), []);
});

test("what a choice says at a place is not said by a mark too", async () => {
  const { board } = await laid();
  board.patch({ marks: [{ place: "0101", kind: "reach", tag: "1" }] }, null);
  equal(texts(".mark-tags .chip"), ["1"]);
  board.setChoices([offer({ notation: "n", target: { place: "0101" }, tag: "1" })]);
  equal(texts(".mark-tags .chip"), []);
  board.setChoices([]);
  equal(texts(".mark-tags .chip"), ["1"]);
});

test("trails of pieces are drawn and taken away", async () => {
  const { board } = await laid();
  board.trails([{ id: "wolf", from: { x: 0, y: 0 }, to: { x: 9000, y: 0 } }]);
  equal(one(".sketch path.trail").getAttribute("d")?.startsWith("M0 0L8550 0"), true);
  board.trails([]);
  equal(document.querySelectorAll(".sketch *").length, 0);
});

test("tags that say the same are one, and of more than two none is said", () => {
  const tagged = (/** @type {string[]} */ ...tags) =>
    tagsOf(tags.map((tag) => offer({ notation: tag, tag }))).map(({ tag }) => tag);
  equal(
    [tagged("1", "2"), tagged("1", "1", "1"), tagged("1", "2", "3"), tagged("", "4")],
    [["1", "2"], ["1"], [], ["4"]],
  );
});

test("a choice is lit, and then no other", async () => {
  const { board } = await laid();
  board.setChoices([WALK, FEED]);
  board.light(WALK);
  board.light(FEED);
  equal(one(".choice.lit").dataset.choice, "piece:wolf");
  board.light(null);
  equal(document.querySelectorAll(".lit").length, 0);
});

test("a click finds what glows, the piece, or the nearest place", async () => {
  const { board, chosen } = await laid();
  board.setChoices([WALK, FEED]);
  click(4000, 2300);
  click(6000, 3500);
  click(1000, 2000);
  equal(chosen, [
    [["walk 0201"], false, "0201"],
    [[], false, "0301"],
    [["feed wolf"], false, "0101"],
  ]);
});

test("keys walk from place to place and choose there", async () => {
  const { board, chosen, looks } = await laid();
  board.setChoices([WALK]);
  one("#board").focus();
  equal(looks, ["The ford. You can: Walk."]);
  press(one("#board"), "Enter");
  press(one("#board"), "ArrowRight");
  press(one("#board"), "ArrowRight");
  press(one("#board"), "Enter");
  equal(chosen, [
    [["walk 0201"], true, "0201"],
    [[], true, "0301"],
  ]);
  equal(document.querySelectorAll(".cursor circle").length, 2);
});

test("a board that gets the keys again is where it was", async () => {
  const { board } = await laid();
  board.setChoices([WALK]);
  one("#board").focus();
  press(one("#board"), "ArrowRight");
  one("#board").blur();
  one("#board").focus();
  equal(board.cursor.at, "place:0301");
});

test("n goes through what can be chosen, round and round, once to each place", async () => {
  const { board } = await laid();
  board.setChoices([FEED, WALK]);
  const at = () => {
    press(one("#board"), "n");
    return board.cursor.at;
  };
  equal([at(), at(), at()], ["place:0101", "place:0201", "place:0101"]);
  equal(
    stopsOf([FEED, offer({ notation: "pet wolf", target: { place: "0101" } })], () => "0101"),
    ["place:0101"],
  );
});

test("a piece and a place of the same name are told apart", async () => {
  const { board, chosen, looks } = await laid();
  const figure = { x: 6000, y: 3500, size: 900, order: 2 };
  board.patch(
    { "body/0201": { words: "a figure", drawing: "<circle r='400'/>" }, "piece/0201": figure },
    null,
  );
  equal([board.words("piece:0201"), board.words("place:0201")], ["a figure.", "The ford."]);
  // What stands at a point is meant before a place, and a place before what lies in one.
  board.patch({ "piece/0101": { ...WOLF, place: "0301" } }, null);
  equal([board.meant("0201"), board.meant("0101")], ["piece:0201", "place:0101"]);
  click(6000, 3500);
  equal([looks.at(-1), chosen.at(-1)], ["a figure.", [[], false, "0201"]]);
});

const GO = offer({ notation: "go wolf 0301", label: "Go", target: { place: "0301" }, moves: "wolf" });

test("a piece that can go somewhere is picked by a click, and let be by another", async () => {
  const { board, chosen } = await laid();
  /** @type {string[][]} */
  const told = [];
  board.tellPicked = (...picked) => told.push(picked);
  board.patch({ "body/wolf": { words: "a wolf", drawing: `<circle r="400"/>` } }, null);
  board.setChoices([WALK, GO]);
  const glowing = () => [...document.querySelectorAll(".choice")].map((it) => it.getAttribute("data-choice"));
  click(1000, 2000);
  equal([board.picked, glowing(), chosen], ["wolf", ["place:0301"], []]);
  equal(document.querySelectorAll(".picked").length, 1);
  click(1000, 2000);
  equal([board.picked, glowing()], ["", ["place:0201", "place:0301"]]);
  equal(told, [
    ["wolf", "a wolf"],
    ["", ""],
  ]);
  click(1000, 2000);
  click(7000, 2000);
  equal(chosen.at(-1), [["go wolf 0301"], false, "0301"]);
  board.setChoices([WALK]);
  equal(board.picked, "");
});

const ASIDE = { ...GO, aside: true };

test("where a piece goes of which nobody asks is shown once it is picked, by a click or by keys", async () => {
  const { board } = await laid();
  board.patch({ "body/wolf": { words: "a wolf", drawing: `<circle r="400"/>` } }, null);
  const far = plans(
    [
      { notation: ASIDE.notation, place: "0301" },
      { after: 0, notation: "go wolf 0201", place: "0201", tag: "2" },
    ],
    [WALK, ASIDE],
  );
  board.setChoices([WALK, ASIDE, ...far]);
  const glowing = () => [...document.querySelectorAll(".choice")].map((it) => it.getAttribute("data-choice"));
  equal([glowing(), document.querySelectorAll(".movable").length], [["place:0201"], 1]);
  click(1000, 2000);
  equal([glowing(), document.querySelectorAll(".movable").length], [["place:0301", "place:0201"], 0]);
  equal(texts(".chip"), ["2"]);
  board.pick("");
  one("#board").focus();
  board.cursor.at = "place:0201";
  press(one("#board"), "n");
  equal(board.cursor.at, "place:0101");
  press(one("#board"), "Enter");
  equal([board.picked, glowing()], ["wolf", ["place:0301", "place:0201"]]);
});

test("who acts is ringed in the colour of who decides, on any ground", async () => {
  const { board } = await laid();
  board.patch({ marks: [{ place: "0101", kind: "active" }] }, null);
  board.actor(2);
  equal(document.querySelectorAll(".marks .active").length, 2);
  equal(board.svg.style.getPropertyValue("--actor"), "var(--ow-body-seat2)");
  board.actor(null);
  equal(board.svg.style.getPropertyValue("--actor"), "var(--ow-mark-active)");
});

test("where any point will do, those of the list are only hints", async () => {
  const { board } = await laid();
  const point = (/** @type {string} */ notation, /** @type {number} */ x) =>
    offer({ notation, target: { point: { x, y: 500 } }, tag: "1" });
  board.ground.plane = { rect: PLACES.extent, from_below: false, floors: [] };
  const free = [{ label: "Walk", notation: "walk A1 {at}", moves: "A1", way: true, facing: "" }];
  board.setChoices([point("walk A1 2,3", 2000), point("lead H1 5,3", 5000)], free);
  const choices = [...document.querySelectorAll(".choice")];
  equal(
    choices.map((choice) => choice.classList.contains("hint")),
    [true, false],
  );
  equal(texts(".chip"), ["1"]);
});

test("where one points with a mouse no cursor is drawn", async () => {
  await laid();
  one("#board").focus();
  press(one("#board"), "ArrowRight");
  equal(document.querySelectorAll(".cursor > *").length > 0, true);
  click(4000, 2300);
  equal(document.querySelectorAll(".cursor > *").length, 0);
});

test("with the ruler, clicks and keys measure and choose nothing", async () => {
  const { board, chosen, measured } = await laid();
  board.ruler.toggle();
  click(4000, 2300);
  one("#board").focus();
  press(one("#board"), "ArrowRight");
  press(one("#board"), "Enter");
  board.ruler.toggle();
  click(4000, 2300);
  press(one("#board"), "ArrowLeft");
  equal(measured, ["place:0201 ", "place:0201 place:0101", "place:0201 place:0201", "place:0201 "]);
  equal(chosen.length, 1);
});

test("dragging the board moves it, and is no click", async () => {
  const { board, chosen } = await laid();
  const pointer = (/** @type {string} */ type, /** @type {number} */ x) =>
    one("#board").dispatchEvent(
      new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 100, bubbles: true, pointerType: "mouse" }),
    );
  pointer("pointerdown", 400);
  pointer("pointermove", 420);
  pointer("pointermove", 440);
  pointer("pointerup", 440);
  click(4000, 2300);
  equal([board.camera.view?.x, chosen], [-400, []]);
});

test("a way is sketched from the focus", async () => {
  const { board } = await laid();
  board.focused = "piece:wolf";
  board.way(["0201", "0301"]);
  equal(one(".sketch path:not(.under)").getAttribute("d"), "M1000 2000L4000 2000L7000 2000");
  board.sketch();
  equal(document.querySelectorAll(".sketch path").length, 0);
});

test("how far the goal is goes by where attention is now, not by where it was", async () => {
  const { board } = await laid();
  board.attend({ focus: "0101" });
  board.patch({ marks: [{ place: "0301", kind: "goal" }] }, null);
  board.camera.show({ x: 0, y: 0, width: 5000, height: 2500 });
  equal(board.names.beacon.textContent, "→ Goal: 4 hexes east");
  board.attend({ focus: "0201" });
  equal(board.names.beacon.textContent, "→ Goal: 2 hexes east");
});

test("a ring around a piece in a hex leaves the number and the name of the hex alone", async () => {
  const { board } = await laid();
  board.setChoices([FEED]);
  const { y, height } = board.glow.layers.places.getBBox();
  equal([y > 2000 - 900 * 0.55, y + height < 2000 + 900 * 0.55], [true, true]);
});

test("the buttons come closer to what was clicked", async () => {
  const { board } = await laid();
  click(1000, 2000);
  const before = board.camera.seen();
  board.zoom(1);
  const after = board.camera.seen();
  const across = ({ x = 0, width = 1 }) => Math.round(((1000 - x) / width) * 1000);
  equal([across(after), after.width < before.width], [across(before), true]);
});

test("the only piece that can go is the one that is asked about, and of several none is", async () => {
  const { board } = await laid();
  const walk = (/** @type {string} */ moves) =>
    offer({ notation: `${moves} 0201`, target: { place: "0201" }, moves });
  board.setChoices([walk("wolf"), FEED]);
  equal([board.mover(), board.pieces.asked], ["wolf", "wolf"]);
  board.setChoices([walk("wolf"), walk("elk")]);
  equal([board.mover(), board.pieces.asked], ["", ""]);
});
