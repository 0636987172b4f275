// @ts-check

import { breadth, Pieces } from "../pieces.js";
import { draw } from "../svg.js";
import { equal, test } from "./check.js";

/**
 * A piece of 1000 units with a picture and these letters, and how large its letters are alone.
 * @param {string} label
 */
function lettered(label) {
  const pieces = new Pieces(draw("g"));
  const drawing = `<g class="ow-f"></g><g class="ow-l"><text font-size="400">${label}</text></g>`;
  pieces.patch(
    { "body/elk": { words: "", drawing }, "piece/elk": { x: 0, y: 0, size: 1000, order: 0 } },
    null,
  );
  return pieces;
}

test("letters that have a piece to themselves are never wider than it", () => {
  for (const label of ["1", "♀2", "♂3", "A 5", "×12"]) {
    const own = lettered(label).piece("elk");
    equal([label, breadth(label) * own.letters * own.alone <= 800], [label, true]);
  }
});

test("a figure on a measured table is drawn larger than its base from afar, and up to a bound", () => {
  const pieces = lettered("1");
  const drawn = () => pieces.piece("elk").element.style.transform;
  pieces.measured = true;
  pieces.follow(10);
  equal(drawn(), "translate(0px, 0px) scale(1)");
  pieces.follow(50);
  equal(drawn(), "translate(0px, 0px) scale(1.5)");
  pieces.follow(500);
  equal(drawn(), "translate(0px, 0px) scale(1.85)");
});
