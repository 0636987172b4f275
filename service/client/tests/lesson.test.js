// @ts-check

import { Lesson, lit } from "../lesson.js";
import { equal, one, page, test } from "./check.js";

/** @type {import("../protocol.js").LessonNote} */
const NOTE = {
  title: "First steps",
  step: 2,
  steps: 4,
  say: "Walk north.",
  look: [{ place: "0203" }, { piece: "ann" }, { panel: "sheet" }, { card: "map" }, { choice: "walk n" }],
  rules: ["XX-WALK-01"],
};

/** A lesson, and what it lights. */
function taught() {
  page(`<section id="lesson"></section><div id="after-lesson" hidden></div>`);
  /** @type {Record<string, string[]>} */
  const lights = {};
  const table = {
    board: { spotlight: (/** @type {string[]} */ ids) => (lights.board = ids) },
    sheets: {
      spotlight: (/** @type {string[]} */ panels, /** @type {string[]} */ cards) =>
        (lights.sheets = [...panels, ...cards]),
    },
    prompt: { spotlight: (/** @type {string[]} */ notations) => (lights.prompt = notations) },
  };
  const lesson = new Lesson(
    /** @type {HTMLElement} */ (one("#lesson")),
    "survivors",
    /** @type {any} */ (table),
  );
  return { lesson, lights };
}

test("what is pointed at is told apart by kind", () => {
  equal(lit(NOTE.look, "place"), ["0203"]);
  equal(lit(NOTE.look, "choice"), ["walk n"]);
});

test("it says where it stands, what it says and by which rule", () => {
  const { lesson, lights } = taught();
  equal(lesson.set({ ...NOTE, reply: "Well done." }, false), "Well done. Walk north.");
  equal(one(".say").textContent, "Walk north.");
  equal(one(".reply").textContent, "Well done.");
  equal(one(".lesson-head .quiet").textContent, "2 of 4");
  equal(one("a.rule").textContent, "XX-WALK-01");
  equal(lights, { board: ["place:0203", "piece:ann"], sheets: ["sheet", "map"], prompt: ["walk n"] });
});

test("what was said is not said again, and at the end comes what is next", () => {
  const { lesson } = taught();
  lesson.set(NOTE, false);
  equal(lesson.set(NOTE, false), "");
  equal(/** @type {HTMLElement} */ (one("#after-lesson")).hidden, true);
  lesson.set({ ...NOTE, step: 4, say: "The end." }, true);
  equal(/** @type {HTMLElement} */ (one("#after-lesson")).hidden, false);
});
