// @ts-check

/** @import { Board } from "../board.js" */
/** @import { Offer } from "../choices.js" */

import { Course } from "../course.js";
import { draw } from "../svg.js";
import { equal, test } from "./check.js";

const WALK = { label: "Walk", notation: "walk A1 {at}", moves: "A1", way: true, facing: " face {at}" };
const TURN = { label: "Turn", notation: "face A1 {at}", way: false, facing: "" };

const FIGURE = draw("g", { class: "piece", "data-piece": "A1" }, draw("circle", { r: 500 }));

/** A course over a table of ten by ten inches, and what was lit. */
function begun() {
  /** @type {(string | undefined)[]} */
  const lit = [];
  const board = {
    free: [WALK, TURN],
    ground: { plane: { rect: { x: 0, y: 0, width: 10000, height: 10000 }, from_below: false, floors: [] } },
    camera: { counter: 1000 },
    pieces: { all: new Map([["A1", { element: FIGURE, stand: { size: 900 } }]]) },
    light: (/** @type {Offer | null} */ offer) => lit.push(offer?.notation),
    look: () => {},
    cursor: { draw: () => {} },
  };
  const layer = draw("g", {});
  return { course: new Course(/** @type {Board} */ (/** @type {unknown} */ (board)), layer), layer, lit };
}

/** @param {Offer[]} offers */
const labels = (offers) => offers.map(({ label }) => label);

/**
 * Does what is done on the page by the choice of these words.
 * @param {Offer[]} offers
 * @param {string} words
 */
const choose = (offers, words) => offers.find(({ label }) => label.startsWith(words))?.does?.();

test("where one clicks one can go, set the look, and go on", () => {
  const { course, layer } = begun();
  equal(labels(course.ask({ x: 2000, y: 3000 })), [
    "Walk to 2,3",
    "Turn to 2,3",
    "Set where to look: drag from here",
    "Way point: go on from here",
  ]);
  equal(layer.querySelectorAll("[data-turn]").length, 1);
});

test("a ghost of the figure stands where it would go, and is no piece itself", () => {
  const { course, layer } = begun();
  course.ask({ x: 2000, y: 3000 });
  const ghost = /** @type {SVGElement} */ (layer.querySelector(".ghost"));
  equal([ghost.style.transform, ghost.dataset.piece], ["translate(2000px, 3000px) scale(0.9)", undefined]);
  course.clear();
  equal(layer.querySelectorAll(".ghost").length, 0);
});

test("a way leads over the points that were clicked, and only for what takes a way", () => {
  const { course } = begun();
  choose(course.ask({ x: 2000, y: 3000 }), "Way point");
  const offers = course.ask({ x: 5000, y: 3000 });
  equal([offers[0].notation, offers[0].label], ["walk A1 2,3 5,3", "Walk to 5,3, over 2,3"]);
  equal(labels(offers).includes("Turn to 5,3"), false);
  choose(offers, "Begin");
  equal(course.to({ x: 5000, y: 3000 })[0].notation, "walk A1 5,3");
});

test("the look is dragged from the end of any move", () => {
  const { course, lit } = begun();
  choose(course.ask({ x: 2000, y: 3000 }), "Set where");
  equal(course.turning, true);
  course.face({ x: 2000, y: 9000 });
  equal(lit, ["walk A1 2,3 face 2,9"]);
  equal(
    course.faced({ x: 8000, y: 3000 }).map(({ notation }) => notation),
    ["walk A1 2,3 face 8,3"],
  );
  equal(course.turning, false);
});

test("beside the table there is nothing to ask", () => {
  const { course, layer } = begun();
  equal(course.ask({ x: -5, y: 3000 }), []);
  equal(layer.children.length, 0);
});

test("a move that was sent leaves no knob behind, but the way to it", () => {
  const { course, layer } = begun();
  choose(course.ask({ x: 1000, y: 1000 }), "Way point");
  course.ask({ x: 2000, y: 3000 });
  course.leave();
  equal([course.end, course.legs.length, layer.querySelectorAll("[data-turn]").length], [null, 1, 0]);
});
