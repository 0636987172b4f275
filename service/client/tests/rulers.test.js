// @ts-check

import { inches, Rulers } from "../rulers.js";
import { equal, test } from "./check.js";

const SEEN = { from: 2500, size: 6000, scale: 25 };

test("the inches in sight stand where they are, and those that have room have a number", () => {
  const along = inches({ from: 0, length: 36_000, up: false }, SEEN);
  equal(
    along.map(({ inch, at, named }) => [inch, at, named]),
    [
      [3, 20, false],
      [4, 60, true],
      [5, 100, false],
      [6, 140, true],
      [7, 180, false],
      [8, 220, true],
    ],
  );
});

test("who measures from below counts from below, and nothing beside the table", () => {
  const up = inches({ from: 0, length: 4000, up: true }, { from: -2000, size: 8000, scale: 10 });
  equal(
    up.map(({ inch, at }) => [inch, at]),
    [
      [0, 600],
      [1, 500],
      [2, 400],
      [3, 300],
      [4, 200],
    ],
  );
});

test("numbers are written along both edges", () => {
  const rulers = new Rulers();
  const rect = { x: 0, y: 0, width: 2000, height: 1000 };
  rulers.draw({ rect, from_below: true, floors: [] }, { x: 0, y: 0, width: 2000, height: 1000, scale: 10 });
  const texts = (/** @type {SVGElement} */ edge) =>
    [...edge.querySelectorAll("text")].map(({ textContent }) => textContent);
  equal(
    [texts(rulers.low), texts(rulers.left)],
    [
      ['0"', '1"', '2"'],
      ['0"', '1"'],
    ],
  );
});
