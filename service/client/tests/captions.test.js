// @ts-check

import { freeSpot } from "../captions.js";
import { equal, test } from "./check.js";

const SEEN = { x: 0, y: 0, width: 100, height: 100 };
const SIZE = { width: 20, height: 10 };
const RING = [
  { x: 50, y: 20 },
  { x: 80, y: 50 },
  { x: 50, y: 80 },
  { x: 5, y: 50 },
];

test("a caption stands on the first side of its ring where it covers nothing and is not cut off", () => {
  equal(freeSpot(RING, SIZE, [], SEEN), { x: 50, y: 20 });
  const figure = { x: 40, y: 15, width: 20, height: 20 };
  equal(freeSpot(RING, SIZE, [figure], SEEN), { x: 80, y: 50 });
  const other = { x: 75, y: 45, width: 10, height: 10 };
  equal(freeSpot(RING, SIZE, [figure, other], SEEN), { x: 50, y: 80 });
});

test("a caption that would be covered or cut off everywhere stands nowhere", () => {
  const crowd = { x: 30, y: 0, width: 70, height: 100 };
  equal(freeSpot(RING, SIZE, [crowd], SEEN), null);
});
