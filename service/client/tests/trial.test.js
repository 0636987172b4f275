// @ts-check

import { nearOf, rowsOf, treeOf, wayTo } from "../trial.js";
import { equal, test } from "./check.js";

/** A game of four decisions; beside its third two others were tried, one of which goes on. */
const TRUNK = /** @type {[number, string][]} */ ([
  [0, "a"],
  [1, "b"],
  [0, "c"],
  [1, "d"],
]);
const LINES = {
  at: 7,
  trunk: 4,
  tried: [
    { id: 5, after: 2, seat: 0, line: "x" },
    { id: 6, after: 2, seat: 0, line: "y" },
    { id: 7, after: 5, seat: 1, line: "z", bot: "greedy" },
  ],
  names: { 7: "mine" },
};

test("a way goes through the game and leaves it where something was tried", () => {
  equal(wayTo(7, 4, LINES.tried), [1, 2, 5, 7]);
  equal(wayTo(3, 4, LINES.tried), [1, 2, 3]);
  equal(wayTo(0, 4, LINES.tried), []);
});

test("other ways are listed deeper, before the line goes on", () => {
  const { root, all } = treeOf(TRUNK, LINES);
  equal(all.get(7)?.name, "mine");
  const rows = rowsOf(root, 4, new Set([1, 2, 3, 4]));
  equal(
    rows.map(({ node, depth, step }) => [node.line, depth, step]),
    [
      ["a", 0, 1],
      ["b", 0, 2],
      ["x", 1, 3],
      ["z", 1, 4],
      ["y", 1, 3],
      ["c", 0, 3],
      ["d", 0, 4],
    ],
  );
});

test("of a long game only what is near is listed, and what is left out is counted", () => {
  const long = /** @type {[number, string][]} */ (
    Array.from({ length: 100 }, (_, step) => [step % 2, `${step}`])
  );
  const lines = { at: 50, trunk: 100, tried: [], names: {} };
  const near = nearOf(50, 100, lines);
  const rows = rowsOf(treeOf(long, lines).root, 100, near);
  equal(
    rows.map(({ node }) => node.id),
    [1, 2, 3, 48, 49, 50, 51, 52, 53, 98, 99, 100],
  );
  equal(
    rows.filter(({ skipped }) => skipped).map(({ node, skipped }) => [node.id, skipped]),
    [
      [48, 44],
      [98, 44],
    ],
  );
});
