// @ts-check

import { offer } from "../choices.js";
import { Sheets } from "../sheets.js";
import { equal, one, page, press, settled, test, texts } from "./check.js";

const HAND = { id: "hand", title: "Hand", seat: 9, open: true, blocks: 1 };
const RIVAL = { id: "rival", title: "Rival", open: false, blocks: 1 };
const CARDS = `<ul><li><div data-card="axe">Axe</div></li><li><div data-card="rope">Rope</div></li></ul>`;
const PARTS = { panels: [HAND, RIVAL], "panel/hand/0": CARDS, "panel/rival/0": 17 };
const AXE = offer({ notation: "play axe", target: { card: "axe" } });

/** Sheets in a page, what was chosen with cards, and which were fetched. */
function laid() {
  page(`<div id="sheets"></div>`);
  /** @type {unknown[]} */
  const chosen = [];
  /** @type {string[]} */
  const fetched = [];
  const sheets = new Sheets(
    one("#sheets"),
    (offers, _, keys) => chosen.push([...offers.map(({ notation }) => notation), keys]),
    async (id) => {
      fetched.push(id);
      return `<p>All of ${id}</p>`;
    },
  );
  sheets.patch(PARTS, new Set(Object.keys(PARTS)));
  return { sheets, chosen, fetched };
}

const isOpen = (/** @type {string} */ id) => one(`[data-id=${id}]`).hasAttribute("open");

test("sheets stand in their order, under the colour of their seat", () => {
  laid();
  equal(texts("summary"), ["Hand", "Rival"]);
  equal(one("[data-id=hand] summary").className, "seat seat1");
  equal([isOpen("hand"), isOpen("rival")], [true, false]);
});

test("where in the course of the game one is stands above the board, and among the sheets where there is no such place", () => {
  const time = { id: "time", title: "Days", open: false, blocks: 1 };
  const parts = { panels: [HAND, time, RIVAL], "panel/time/0": "<ol><li>1</li><li>2</li></ol>" };
  const { sheets } = laid();
  sheets.patch(parts, null);
  equal(texts("summary"), ["Hand", "Days", "Rival"]);
  document.body.insertAdjacentHTML("afterbegin", `<div id="when" hidden></div>`);
  sheets.patch(parts, null);
  equal(texts("summary"), ["Hand", "Rival"]);
  equal([texts("#when li"), one("#when").hidden], [["1", "2"], false]);
  sheets.patch({ panels: [HAND] }, null);
  equal([texts("#when li"), one("#when").hidden], [[], true]);
});

test("they change their order without being made anew", () => {
  const { sheets } = laid();
  const before = one("[data-id=hand]");
  sheets.patch({ panels: [RIVAL, HAND] }, null);
  equal(texts("summary"), ["Rival", "Hand"]);
  equal(one("[data-id=hand]") === before, true);
});

test("a block that has not changed is not touched", () => {
  const { sheets } = laid();
  const before = one("[data-card=axe]");
  sheets.patch({ "panel/hand/0": CARDS }, null);
  equal(one("[data-card=axe]") === before, true);
  sheets.patch({ "panel/hand/0": "<p>Empty</p>" }, null);
  equal(texts("[data-id=hand] div"), ["Empty"]);
});

test("a sheet that is sent later is fetched when somebody opens it, and again when it changes", async () => {
  const { sheets, fetched } = laid();
  equal(fetched, []);
  one("[data-id=rival] summary").click();
  await new Promise((done) => setTimeout(done, 60));
  equal([fetched, texts("[data-id=rival] div")], [["rival"], ["All of rival"]]);
  sheets.patch({ "panel/rival/0": 17 }, null);
  equal(fetched, ["rival"]);
  sheets.patch({ "panel/rival/0": 18 }, null);
  await settled();
  equal(fetched, ["rival", "rival"]);
});

test("what somebody closed stays closed", async () => {
  const { sheets } = laid();
  one("[data-id=hand] summary").click();
  await settled();
  sheets.patch(PARTS, null);
  sheets.setChoices([AXE]);
  equal(isOpen("hand"), false);
});

test("sheets and blocks that are gone are gone", () => {
  const { sheets } = laid();
  sheets.patch({ panels: [{ ...HAND, blocks: 2 }], "panel/hand/1": "<p>More</p>" }, null);
  equal(texts("[data-id=hand] > div").length, 2);
  sheets.patch({ panels: [HAND] }, new Set(["panels", "panel/hand/0"]));
  equal([texts("summary"), texts("[data-id=hand] > div").length], [["Hand"], 1]);
});

test("a card that can be chosen is a button, and no other", () => {
  const { sheets } = laid();
  sheets.setChoices([AXE]);
  equal(one("[role=button]").dataset.card, "axe");
  sheets.setChoices([]);
  equal(document.querySelectorAll("[role=button], .choice, [tabindex]").length, 0);
});

test("a card is chosen by click and by key", () => {
  const { sheets, chosen } = laid();
  sheets.setChoices([AXE]);
  one("[data-card=axe]").click();
  press(one("[data-card=axe]"), "Enter");
  one("[data-card=rope]").click();
  equal(chosen, [
    ["play axe", false],
    ["play axe", true],
  ]);
});

test("a card's sheet opens when the card can be chosen", () => {
  const { sheets } = laid();
  sheets.patch({ panels: [{ ...HAND, open: false }] }, null);
  equal(isOpen("hand"), false);
  sheets.setChoices([AXE]);
  equal(isOpen("hand"), true);
});
