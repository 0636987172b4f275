// @ts-check

import { folded, merged, Story, speaks } from "../story.js";
import { equal, one, page, test, texts } from "./check.js";

const LINES = [
  { step: 1, text: "Ann rolls a four.", rules: [] },
  { step: 1, text: "She walks.", rules: ["OS-MOVE-01", "OS-TRAIL-14"] },
  { step: 2, text: "Bob rests.", rules: [] },
];
const LOG = { from: 0, earlier: false, lines: LINES };

function story() {
  page(`<input id="find"><ol id="log"></ol>`);
  /** @type {number[]} */
  const jumps = [];
  return { story: new Story("outdoor-survival", (step) => jumps.push(step)), jumps };
}

test("news replace the story from where they begin", () => {
  const news = { from: 2, earlier: false, lines: [{ step: 2, text: "Bob walks.", rules: [] }] };
  equal(
    merged(LINES, news).map(({ text }) => text),
    ["Ann rolls a four.", "She walks.", "Bob walks."],
  );
  equal(merged(LINES, { from: 1, earlier: false, lines: [] }), []);
});

test("the only rule behind a line is one sign away, and is named by its id", () => {
  const { story: told } = story();
  told.patch({ ...LOG, lines: [{ step: 1, text: "She walks.", rules: ["OS-MOVE-01"] }] });
  equal([one("#log a").textContent, one("#log a").getAttribute("aria-label")], ["§", "§ OS-MOVE-01"]);
});

/** Orders of one who changed their mind often, between two other lines. */
const ORDERS = [
  { step: 1, text: "Round 1.", rules: [] },
  ...["A1", "A2", "A3", "A4"].map((hex, at) => ({ step: 2 + at, text: `Ordered: 1H ${hex}`, rules: [] })),
  { step: 6, text: "1H goes to A4.", rules: [] },
];

test("many lines of one kind in a row are folded into one, which tells the last; a few are not", () => {
  equal(
    folded(ORDERS).map((run) => run.length),
    [1, 4, 1],
  );
  equal(folded(ORDERS.slice(2)).length, 4);
  const { story: told } = story();
  told.patch({ ...LOG, lines: ORDERS });
  equal(texts("#log summary"), ["Ordered: 4 times, the last: 1H A4"]);
  equal([one("#log details").hasAttribute("open"), texts("#log .fold li").length], [false, 4]);
  told.now = 3;
  told.show();
  equal(one("#log details").hasAttribute("open"), true);
});

test("a chapter has its heading before its first line, and one without lines has none", () => {
  const { story: told } = story();
  told.chapters = [
    [1, "Day 1"],
    [2, "Day 2"],
    [9, "Day 3"],
  ];
  told.patch(LOG);
  equal(
    [...document.querySelectorAll("#log > li")].map((item) => item.textContent?.slice(0, 5)),
    ["Day 1", "1Ann ", "She w", "Day 2", "2Bob "],
  );
});

test("every line is shown, with its step once and a link to each rule", () => {
  const { story: told } = story();
  told.patch(LOG);
  equal(texts("#log li"), ["1Ann rolls a four.", "She walks.\u00a0§ OS-MOVE-01 OS-TRAIL-14", "2Bob rests."]);
  const rules = "/help/outdoor-survival/rules#";
  equal(one("#log a:first-of-type").getAttribute("href"), `${rules}OS-MOVE-01`);
  equal(one("#log a:last-of-type").getAttribute("href"), `${rules}OS-TRAIL-14`);
});

test("a patch gives the lines that nobody knew", () => {
  const { story: told } = story();
  equal(told.patch(LOG).length, 3);
  const more = [...LINES.slice(2), { step: 3, text: "Cat looks.", rules: [] }];
  equal(told.patch({ from: 2, earlier: false, lines: more }), [{ step: 3, text: "Cat looks.", rules: [] }]);
});

test("lines that get other numbers when the game ends are not told again", () => {
  const { story: told } = story();
  told.patch(LOG);
  const hidden = { step: 1, text: "Bob writes an order.", rules: [] };
  const later = LINES.map((line) => ({ ...line, step: line.step + 1 }));
  const end = { step: 9, text: "Ann wins.", rules: [] };
  equal(told.patch({ from: 0, earlier: false, lines: [hidden, ...later, end] }), [end]);
  // What happens twice is told twice.
  const again = { step: 10, text: "Ann wins.", rules: [] };
  equal(told.patch({ from: 10, earlier: false, lines: [again] }), [again]);
});

test("what was taken back is gone", () => {
  const { story: told } = story();
  told.patch(LOG);
  equal(told.patch({ from: 2, earlier: false, lines: [] }), []);
  equal(texts("#log li").length, 2);
});

test("what came of one's last decision stands apart, with all that followed", () => {
  const { story: told } = story();
  told.patch(LOG, 2);
  equal(texts("#log li"), [
    "1Ann rolls a four.",
    "She walks.\u00a0§ OS-MOVE-01 OS-TRAIL-14",
    "Since your last decision",
    "2Bob rests.",
  ]);
});

test("one finds words and rules, however they are written", () => {
  equal(
    [speaks(LINES[1], "walks"), speaks(LINES[1], "os-move"), speaks(LINES[2], "os-move")],
    [true, true, false],
  );
  const { story: told } = story();
  told.patch(LOG);
  told.find.value = "BOB";
  told.find.dispatchEvent(new Event("input"));
  equal(texts("#log li"), ["2Bob rests."]);
});

test("the newest step is marked, or the one that is looked at", () => {
  const { story: told } = story();
  told.patch(LOG);
  equal(texts("#log [aria-current=step]"), ["2Bob rests."]);
  told.now = 1;
  told.show();
  equal(texts("#log [aria-current=step]").length, 2);
});

test("a step of which nothing is told is marked by the last line before it", () => {
  const { story: told } = story();
  told.patch(LOG);
  told.now = 9;
  told.show();
  equal(texts("#log [aria-current=step]"), ["2Bob rests."]);
});

test("the story opens at its newest line", () => {
  page(`<div role="tabpanel" id="story"><input id="find"><ol id="log"></ol></div>`);
  const told = new Story("outdoor-survival", () => {});
  one("#story").style.cssText = "height: 30px; overflow: auto";
  told.patch(LOG);
  equal(one("#story").scrollTop, 0);
  one("#story").dispatchEvent(new Event("shown"));
  equal(one("#story").scrollTop > 0, true);
});

test("a step leads to its board", () => {
  const { story: told, jumps } = story();
  told.patch(LOG);
  one("#log li:last-child button").click();
  equal(jumps, [2]);
});
