// @ts-check

/** @import { Update } from "../protocol.js" */

import { Frame, partsOf } from "../frame.js";
import { equal, test } from "./check.js";

const PIECE = { x: 1, y: 2, size: 900, order: 0 };
/** @type {Update} */
const FIRST = {
  step: 3,
  set: { focus: "0101", traces: "", "piece/wolf": PIECE, "piece/bear": { ...PIECE, order: 1 } },
};

/** @param {Update[]} updates */
function after(...updates) {
  const frame = new Frame();
  for (const update of updates) frame.apply(update);
  return frame;
}

test("the first update names everything that is there", () => {
  const { set, names } = new Frame().apply(FIRST);
  equal(Object.keys(set).length, 4);
  equal([...(names ?? [])].sort(), ["focus", "piece/bear", "piece/wolf", "traces"]);
});

test("an update changes its own parts and leaves the others", () => {
  const frame = after(FIRST, { step: 4, set: { "piece/wolf": { ...PIECE, x: 9 } } });
  equal(frame.parts["piece/wolf"].x, 9);
  equal(frame.parts["piece/bear"].order, 1);
});

test("an update from which nothing is gone names nothing", () => {
  equal(after(FIRST).apply({ step: 4, set: {} }).names, null);
});

test("parts that are gone are gone, and those that are left are named", () => {
  const frame = after(FIRST);
  const { names } = frame.apply({ step: 4, set: {}, gone: ["piece/wolf"] });
  equal("piece/wolf" in frame.parts, false);
  equal([...(names ?? [])].sort(), ["focus", "piece/bear", "traces"]);
});

test("what the page holds is never changed behind its back", () => {
  const frame = after(FIRST);
  const before = frame.parts;
  frame.apply({ step: 4, set: { focus: null }, gone: ["traces"] });
  equal([before.focus, before.traces], ["0101", ""]);
});

test("after a restart nothing of before is left", () => {
  const frame = after(FIRST);
  frame.restart();
  const { names } = frame.apply({ step: 9, set: { traces: "" } });
  equal([...(names ?? [])], ["traces"]);
  equal(Object.keys(frame.parts), ["traces"]);
});

test("parts of a kind come by name and without its word", () => {
  const parts = { "slip/1": "b", "slip/0": "a", traces: "" };
  equal(partsOf(parts, "slip/"), [
    ["0", "a"],
    ["1", "b"],
  ]);
});
