// @ts-check

import { inside, nearest, towards, written } from "../geometry.js";
import { equal, test } from "./check.js";

const [A, B, C] = [
  { id: "a", x: 0, y: 0 },
  { id: "b", x: 10, y: 0 },
  { id: "c", x: 10, y: 9 },
];
const RIGHT = { x: 1, y: 0 };
const PLANE = { rect: { x: 1000, y: 2000, width: 24_000, height: 12_000 }, from_below: false };

test("the nearest of several is found, and none of none", () => {
  equal(nearest([A, B, C], { x: 9, y: 6 })?.id, "c");
  equal(nearest([], A), null);
});

test("a step leads to what lies in its direction, however near something else is", () => {
  equal(towards([A, B, C], A, RIGHT)?.id, "b");
  equal(towards([A, B, { id: "d", x: 1, y: 4 }], A, RIGHT)?.id, "b");
});

test("a step never stays, and never goes back", () => {
  equal(towards([A, B], B, RIGHT), null);
});

test("a slanted neighbour is reached where there is none straight ahead", () => {
  equal(towards([A, C], A, RIGHT)?.id, "c");
});

test("the edge of a rectangle belongs to it", () => {
  equal(inside(PLANE.rect, { x: 1000, y: 14_000 }), true);
  equal(inside(PLANE.rect, { x: 999, y: 14_000 }), false);
});

test("a point is written as the rulers of the plane count, to a twentieth", () => {
  equal(written(PLANE, { x: 3024, y: 4274 }), "2,2.25");
  equal(written({ ...PLANE, from_below: true }, { x: 3024, y: 4274 }), "2,9.75");
});
