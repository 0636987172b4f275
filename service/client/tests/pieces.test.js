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

/**
 * Figures on a measured table at these points, each of 1000 units.
 * @param {[string, number, number][]} figures
 */
function figures(figures) {
  const pieces = new Pieces(draw("g"));
  pieces.measured = true;
  pieces.pixel = 60;
  const parts = figures.flatMap(([id, x, y], order) => [
    [`body/${id}`, { words: id, drawing: "<circle/>" }],
    [`piece/${id}`, { x, y, size: 1000, order }],
  ]);
  document.body.append(pieces.layer);
  pieces.patch(Object.fromEntries(parts), null);
  return pieces;
}

/** @param {Pieces} pieces */
const order = (pieces) =>
  [...pieces.layer.children].map((element) => element.getAttribute("data-piece") ?? "");

test("no figure covers another, and each that is drawn beside where it stands is tied to it", () => {
  const pieces = figures([
    ["A1", 5000, 5000],
    ["A2", 5600, 5000],
    ["B1", 5300, 5500],
    ["B2", 9000, 9000],
  ]);
  const shown = ["A1", "A2", "B1", "B2"].map((id) => pieces.shown(id));
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (one && other) equal(Math.hypot(one.x - other.x, one.y - other.y) > one.size * 1.1, true);
    }
  }
  equal([shown[3]?.x, shown[3]?.y], [9000, 9000]);
  equal(pieces.ties.querySelectorAll("path").length, 3);
  equal([pieces.stop("A1")?.x, pieces.stop("A1")?.y], [5000, 5000]);
});

test("the figure that is asked about lies above all others and stays where it stands", () => {
  const pieces = figures([
    ["A1", 5000, 5000],
    ["A2", 5600, 5000],
    ["B1", 5300, 5500],
  ]);
  pieces.raise("A1");
  equal([order(pieces), pieces.shown("A1")?.x, pieces.shown("A1")?.y], [["A2", "B1", "A1"], 5000, 5000]);
  pieces.raise("A2");
  equal(order(pieces), ["A1", "B1", "A2"]);
  pieces.raise("");
  equal(order(pieces), ["A1", "A2", "B1"]);
});

test("an animal is seen however small it is, with its number as long as there is room for both", () => {
  const pieces = new Pieces(draw("g"));
  const drawing = `<g class="ow-f ow-a"></g><g class="ow-l"><text font-size="400">4</text></g>`;
  pieces.patch(
    { "body/elk": { words: "", drawing }, "piece/elk": { x: 0, y: 0, size: 1000, order: 0 } },
    null,
  );
  const kinds = [20, 45, 90].map((pixel) => {
    pieces.follow(pixel);
    return pieces.piece("elk").element.getAttribute("class");
  });
  equal(kinds, ["piece", "piece both", "piece pictured"]);
});

test("how many lie on a pile can be read from far", () => {
  const pieces = new Pieces(draw("g"));
  const drawing = `<g class="ow-c"><rect/><text font-size="360">6</text></g>`;
  pieces.patch(
    { "body/pile": { words: "", drawing }, "piece/pile": { x: 0, y: 0, size: 1000, order: 0 } },
    null,
  );
  pieces.follow(50);
  const scale = Number(pieces.piece("pile").count?.style.scale);
  equal(Math.round((360 / 50) * scale), 11);
});
