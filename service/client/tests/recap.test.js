// @ts-check

/** @import { Parts, ReplayMoment } from "../protocol.js" */

import {
  actorOf,
  byActor,
  inShort,
  namesOf,
  news,
  ownFirst,
  Recap,
  speaksOf,
  trails,
  where,
} from "../recap.js";
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

test("what came of one's last decision is told with what happened after it, and nothing before the first", () => {
  equal(news(LINES, 3).length, 4);
  equal(news(LINES, 4, true).length, 3);
  equal(news(LINES, undefined), []);
});

test("a decision that can be taken back and brought nothing is no news; one that cannot is", () => {
  equal(news(LINES, 5, true), []);
  equal(
    news(LINES, 5, false).map(({ text }) => text),
    ["Cat rests."],
  );
  const two = [...LINES, { step: 5, text: "Cat finds water.", rules: [] }];
  equal(news(two, 5, true).length, 2);
});

test("what speaks of the player stands out", () => {
  const { recap: told } = recap();
  told.set(news(LINES, 3), 3, ["Bob"]);
  equal(texts("#recap li.mine"), ["Bob rolls a four.", "Bob walks."]);
});

test("a piece that went somewhere leaves a trail", () => {
  equal(trails(standing(1), standing(1)), []);
  equal(trails(standing(1), standing(5)).length, 1);
  equal(trails({}, standing(5)), []);
  const lies = (/** @type {number} */ x, /** @type {string} */ place) => ({
    "piece/bear": { x, y: 0, size: 9, order: 0, place },
  });
  equal(trails(lies(1, "den"), lies(5, "den")), []);
  equal(trails(lies(1, "den"), lies(5, "ford")).length, 1);
});

test("before one's first decision nothing happened since it", () => {
  const { recap: told } = recap();
  told.set(LINES, 0);
  equal(texts("#recap summary"), ["So far"]);
  told.set(news(LINES, 4), 4);
  equal(texts("#recap summary"), ["Since your last decision"]);
});

test("it opens with each turn, unless somebody closed it", () => {
  const { recap: told, element } = recap();
  told.set([]);
  equal(element.hidden, true);
  told.set(news(LINES, 4), 4);
  equal([element.hidden, element.open], [false, true]);
  equal(texts("#recap li"), ["Bob rolls a four.", "Bob walks.", "Cat rests."]);
  one("#recap summary").click();
  told.set(news(LINES, 5), 5);
  equal(element.open, false);
});

test("of much that happened the last is told, and how much more there is", () => {
  const { recap: told } = recap();
  told.set(Array.from({ length: 220 }, (_, step) => ({ step, text: `${step}`, rules: [] })));
  equal(texts("#recap li")[0], "… and 20 more, which the story tells");
  equal(texts("#recap li").at(-1), "219");
});

test("where a step took place is where pieces went, came, are no more, or where a few of them changed", () => {
  const at = (/** @type {Parts} */ before, /** @type {Parts} */ now) => where(before, now).map(({ x }) => x);
  const body = (/** @type {string} */ words, count = 1) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, id) => [
        [`piece/p${id}`, { x: id, y: 0, size: 10, order: 0 }],
        [`body/p${id}`, { words, drawing: "" }],
      ]).flat(),
    );
  equal(at(standing(1), standing(5)), [1, 5]);
  equal([at({}, standing(5)), at(standing(5), {})], [[5], [5]]);
  equal(at(body("healthy", 2), { ...body("healthy", 2), "body/p1": { words: "injured", drawing: "" } }), [1]);
  equal([at(body("healthy", 9), body("rested", 9)), at(standing(1), standing(1))], [[], []]);
});

test("it is shown on the board step by step with trails, and then how things stand", async () => {
  const { recap: told, shown } = recap();
  told.set(news(LINES, 4), 4);
  one("#recap button").click();
  for (let turn = 0; turn < 9; turn += 1) await settled();
  equal(shown, [4, "Bob rolls a four. Bob walks.", 1, 5, "Cat rests.", 1, 0, "now"]);
});

test("pieces that went at one moment are shown one after the other", async () => {
  const { recap: told, shown } = recap();
  const both = (/** @type {number} */ x) => ({
    ...standing(x),
    "piece/cat": { x, y: 9, size: 10, order: 1 },
  });
  told.stage.moment = async (step) =>
    /** @type {ReplayMoment} */ (/** @type {unknown} */ ({ step, set: both(step) }));
  told.set(news(LINES, 5), 5);
  one("#recap button").click();
  for (let turn = 0; turn < 9; turn += 1) await settled();
  equal(shown, [5, "Cat rests.", 1, 2, 0, "now"]);
});

test("whoever stops it sees how things stand", async () => {
  const { recap: told, shown } = recap();
  told.wait = () => new Promise(() => {});
  told.set(news(LINES, 4), 4);
  one("#recap button").click();
  for (let turn = 0; turn < 5; turn += 1) await settled();
  one("#recap button").click();
  equal(shown.slice(-2), [0, "now"]);
});

test("a creature is meant by its whole name, a person wherever the name stands", () => {
  equal(
    ["3C starves in D2.", "13C fights 3C.", "13C starves."].map((text) => speaksOf(text, ["3C"])),
    [true, true, false],
  );
  equal([speaksOf("Annabel walks.", ["Annabel"]), speaksOf("Bob walks.", [""])], [true, false]);
});

test("of more lines than one sees at once those about oneself come first", () => {
  const many = ["1H wanders.", "2H wanders.", "4H eats.", "5H eats.", "6H eats.", "7H eats.", "3C starves."];
  const lines = many.map((text) => ({ step: 1, text, rules: [] }));
  equal(ownFirst(lines, ["3C"])[0].text, "3C starves.");
  equal(ownFirst(lines.slice(1), ["3C"])[0].text, "2H wanders.");
});

test("what happened is told in its order, by the name or by the pieces of whoever acts", () => {
  const sides = [
    { name: "Ann", colour: 0, names: namesOf(["Elk Male 1", "Elk Female 2"]) },
    { name: "Medium bot 2", colour: 1, names: namesOf(["13O", "3O"]) },
  ];
  equal(sides[0].names, ["Elk", "Elk Male 1", "Elk Female 2"]);
  const many = [
    "The Elk roll a 4.",
    "Elk Male 1 goes.",
    "13O eats.",
    "Snow falls.",
    "Medium bot 2's 3O rests.",
  ];
  const lines = many.map((text) => ({ step: 1, text, rules: [] }));
  equal(
    many.map((text) => actorOf(text, sides)),
    [0, 0, 1, -1, 1],
  );
  equal(
    byActor(lines, sides).map(({ actor, texts }) => [actor, texts.length]),
    [
      [0, 2],
      [1, 1],
      [-1, 1],
      [1, 1],
    ],
  );
  const { recap: told } = recap();
  told.set(lines, 1, ["Ann"], sides);
  equal(texts("#recap li"), [
    "Ann The Elk roll a 4. Elk Male 1 goes.",
    "Medium bot 2 13O eats.",
    "Snow falls.",
    "Medium bot 2 3O rests.",
  ]);
  equal(texts("#recap li.mine").length, 1);
  equal(texts("#recap li:first-child > span"), ["Ann The Elk roll a 4. ", "Elk Male 1 goes."]);
  const { recap: theirs } = recap();
  theirs.set(lines, 1, ["Medium bot 2"], sides);
  equal(texts("#recap li.mine").length, 2);
});

test("of a long walk the first and the last step are told, and how many lie between", () => {
  const walk = (/** @type {number} */ steps) =>
    Array.from({ length: steps }, (_, at) => `goes North to 201${at} for 1; ${steps - at} left.`);
  equal(inShort(walk(3)), walk(3));
  equal(inShort([...walk(6), "finds no water."]), [
    "goes North to 2010 for 1; 6 left.",
    "… 4 more steps …",
    "goes North to 2015 for 1; 1 left.",
    "finds no water.",
  ]);
  const others = [
    "Elk Male 1 goes to F7.",
    "Elk Male 2 goes to F8.",
    "Elk Male 3 goes to F9.",
    "Elk Male 4 goes.",
  ];
  equal(inShort(others), others);
});
