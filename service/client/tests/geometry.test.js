// @ts-check

import { around, inside, nearest, towards, within, written } from "../geometry.js";
import { equal, test } from "./check.js";

const [A, B, C] = [
  { id: "a", x: 0, y: 0 },
  { id: "b", x: 10, y: 0 },
  { id: "c", x: 10, y: 9 },
];
const RIGHT = { x: 1, y: 0 };
const PLANE = { rect: { x: 1000, y: 2000, width: 24_000, height: 12_000 }, from_below: false, floors: [] };

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

/** An upper floor beside the plane; on the plane it begins at 3,4. */
const LOFT = {
  ...PLANE,
  floors: [{ rect: { x: 30_000, y: 2000, width: 5000, height: 4000 }, right: -26_000, down: 4000, level: 1 }],
};

test("a point of an upper floor is written where it lies on the plane, with its floor", () => {
  equal(written(LOFT, { x: 31_000, y: 3000 }), "4,5,1");
  equal(written(LOFT, { x: 5000, y: 7000 }), "4,5");
  equal(written({ ...LOFT, from_below: true }, { x: 31_000, y: 3000 }), "4,7,1");
});

test("who walks on at the edge of a plane comes to the floor beside it, and back", () => {
  const [edge, stair] = [
    { x: 25_000, y: 3000 },
    { x: 30_000, y: 3000 },
  ];
  equal(within(LOFT, { x: 26_000, y: 3000 }, edge), stair);
  equal(within(LOFT, { x: 29_000, y: 3000 }, stair), edge);
  equal(within(LOFT, { x: 0, y: 3000 }, { x: 1000, y: 3000 }), { x: 1000, y: 3000 });
});

test("a rectangle goes around a point and whatever is not empty", () => {
  const empty = { x: 0, y: 0, width: 0, height: 0 };
  equal(around({ x: 5, y: 5 }, [empty, { x: 7, y: 1, width: 3, height: 2 }]), {
    x: 5,
    y: 1,
    width: 5,
    height: 4,
  });
});
