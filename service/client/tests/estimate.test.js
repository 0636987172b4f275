// @ts-check

import { pathsOf, spot } from "../estimate.js";
import { equal, test } from "./check.js";

const POINTS = [
  { step: 0, games: 8, shares: [{ value: 0.5, low: 0.25, high: 0.75 }] },
  { step: 10, games: 8, shares: [{ value: 1, low: 0.75, high: 1 }] },
];

test("a share lies as far along as its step and as high as it is", () => {
  equal(spot(5, 0.5, 10), "160.0 60.0");
  equal(spot(0, 1, 0), "0.0 0.0");
});

test("a line goes through the shares, and the band around it through the ends of the intervals", () => {
  equal(pathsOf(POINTS, 0, 10), {
    line: "M0.0 60.0L320.0 0.0",
    band: "M0.0 30.0L320.0 0.0L320.0 30.0L0.0 90.0Z",
  });
});

test("of a seat of which nothing is known nothing is drawn", () => {
  equal(pathsOf(POINTS, 1, 10), { line: "", band: "" });
});
