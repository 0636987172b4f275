// @ts-check

/** @import { Parts, ReplayMoment } from "../protocol.js" */

import { after, Recap, trails } from "../recap.js";
import { equal, one, page, settled, test, texts } from "./check.js";

const LINES = [
  { step: 3, text: "Ann walks.", rules: [] },
  { step: 4, text: "Bob rolls a four.", rules: [] },
  { step: 4, text: "Bob walks.", rules: [] },
  { step: 5, text: "Cat rests.", rules: [] },
];

/** @type {(x: number) => Parts} */
const standing = (x) => ({ "piece/bob": { x, y: 0, size: 10, order: 0 } });

/** A recap, and what was shown on its stage. */
function recap() {
  page(`<details id="recap" hidden></details>`);
  /** @type {unknown[]} */
  const shown = [];
  const stage = {
    moment: async (/** @type {number} */ step) =>
      /** @type {ReplayMoment} */ (/** @type {unknown} */ ({ step, set: standing(step) })),
    show: async (/** @type {Parts} */ parts) => void shown.push(parts["piece/bob"].x),
    trace: (/** @type {object[]} */ ways) => void shown.push(ways.length),
    say: (/** @type {string} */ words) => void shown.push(words),
    back: () => void shown.push("now"),
  };
  const element = /** @type {HTMLDetailsElement} */ (one("#recap"));
  return { recap: new Recap(element, stage, async () => {}), element, shown };
}

test("what happened after one's last decision is told, and nothing before the first", () => {
  equal(after(LINES, 3).length, 3);
  equal(after(LINES, undefined), []);
});

test("a piece that went somewhere leaves a trail", () => {
  equal(trails(standing(1), standing(1)), []);
  equal(trails(standing(1), standing(5)).length, 1);
  equal(trails({}, standing(5)), []);
});

test("it opens with each turn, unless somebody closed it", () => {
  const { recap: told, element } = recap();
  told.set([]);
  equal(element.hidden, true);
  told.set(after(LINES, 3), 3);
  equal([element.hidden, element.open], [false, true]);
  equal(texts("#recap li"), ["Bob rolls a four.", "Bob walks.", "Cat rests."]);
  one("#recap summary").click();
  told.set(after(LINES, 4), 4);
  equal(element.open, false);
});

test("of much that happened the last is told, and how much more there is", () => {
  const { recap: told } = recap();
  told.set(Array.from({ length: 20 }, (_, step) => ({ step, text: `${step}`, rules: [] })));
  equal(texts("#recap li")[0], "… and 12 more, which the story tells");
  equal(texts("#recap li").at(-1), "19");
});

test("it is shown on the board step by step with trails, and then how things stand", async () => {
  const { recap: told, shown } = recap();
  told.set(after(LINES, 3), 3);
  one("#recap button").click();
  for (let turn = 0; turn < 9; turn += 1) await settled();
  equal(shown, [4, 1, "Bob rolls a four. Bob walks.", 5, 2, "Cat rests.", 0, "now"]);
});

test("whoever stops it sees how things stand", async () => {
  const { recap: told, shown } = recap();
  told.wait = () => new Promise(() => {});
  told.set(after(LINES, 3), 3);
  one("#recap button").click();
  for (let turn = 0; turn < 5; turn += 1) await settled();
  one("#recap button").click();
  equal(shown.slice(-2), [0, "now"]);
});
