// @ts-check

import { extended, line, Slips, total } from "../slips.js";
import { equal, one, page, press, test, texts } from "./check.js";

const ORDER = `<details class="slip" id="slip-0"><summary>Order</summary><form data-start="order">
  <select data-before=" "><option value="run">Run</option><option value="stay">Stay</option></select>
  <input data-before=" by " data-between="-" list="words"><datalist id="words"><option value="home"></datalist>
  <textarea data-before=": "></textarea><p><button>Do it</button><span class="total"></span><code></code></p>
  </form></details>`;
const BID = `<details class="slip" id="slip-1" open><form data-start="bid" data-sum="5">
  <label><span>A</span><input data-before=" A" type="number" value="2"></label>
  <label><span>B</span><input data-before=" B" type="number" value="2"></label>
  <p class="row"><button>Do it</button><span class="total"></span><code></code></p></form></details>`;

const GIVE = `<details class="slip" id="slip-2" open><summary>Two rooms</summary><form data-start="discard">
  <label><span>This one</span><select data-before=" "><option value="A1">Depot: stores</option>
  <option value="A2">Jetty: sails</option><option value="A2">Jetty: sails</option></select></label>
  <label><span>and this</span><select data-before=" "><option value="A2">Jetty: sails</option>
  <option value="A2">Jetty: sails</option><option value="A1">Depot: stores</option></select></label>
  <p class="row"><button>Do it</button><span class="total"></span><code></code></p></form></details>`;

/** Slips in a page, and what was done and shown. */
function laid(/** @type {string[]} */ ...slips) {
  page(`<div id="board" tabindex="0"></div><div id="slips"></div>`);
  /** @type {string[]} */
  const done = [];
  /** @type {string[]} */
  const shown = [];
  const all = new Slips(
    one("#slips"),
    (line) => done.push(line),
    (line) => shown.push(line),
  );
  all.set(slips);
  return { all, done, shown };
}

const form = (/** @type {string} */ id) => /** @type {HTMLFormElement} */ (one(`${id} form`));

/**
 * @param {string} selector
 * @param {string} value
 */
function fill(selector, value) {
  const field = /** @type {HTMLInputElement} */ (one(selector));
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a digit begins to fill in the slip that lies open, and none that is folded", () => {
  const { all } = laid(ORDER);
  equal([all.first(), all.begin("4")], [null, false]);
  all.set([BID]);
  equal([all.unfold(true), all.begin("4"), line(form("#slip-1"))], [true, true, "bid A4 B2"]);
  equal(document.activeElement === all.first(), true);
  equal(all.unfold(false), false);
});

test("a slip says its line; empty fields say nothing", () => {
  laid(ORDER);
  equal(line(form("#slip-0")), "order run");
  equal(one("#slip-0 code").textContent, "order run");
});

test("every field adds what stands before it and what is written, in one line", () => {
  const { shown } = laid(ORDER);
  fill("#slip-0 input", " 0102 ");
  fill("#slip-0 textarea", "beware\nof  wolves ");
  equal(one("#slip-0 code").textContent, "order run by 0102: beware of wolves");
  equal(shown.at(-1), "order run by 0102: beware of wolves");
});

test("what a slip says is done, and nothing is sent by itself", () => {
  const { done } = laid(ORDER);
  one("#slip-0 button").click();
  equal(done, ["order run"]);
});

test("numbers must add up before it is done, and what is wrong is said where it is", () => {
  const { done, shown } = laid(BID);
  equal([total(form("#slip-1")), one("#slip-1 .total").textContent], [4, "4 of 5: 1 still to share out"]);
  one("#slip-1 button:not(.step)").click();
  equal(texts("#slip-1 [role=alert]"), ["The numbers must add up to 5; now they are 4."]);
  equal([done, shown, document.activeElement === one("#slip-1 [aria-invalid=true]")], [[], [], true]);
  fill("#slip-1 label:last-of-type input", "3");
  equal([one("#slip-1 .total").textContent, texts("#slip-1 [role=alert]")], ["5 of 5", []]);
  one("#slip-1 button:not(.step)").click();
  equal(done, ["bid A2 B3"]);
});

test("a number that cannot be is told with those that can", () => {
  const { done } = laid(BID.replace('value="2"', 'value="2" min="0" max="5"'));
  fill("#slip-1 label:first-of-type input", "32");
  one("#slip-1 button:not(.step)").click();
  equal(texts("#slip-1 [role=alert]"), ["32 cannot be: say a number from 0 to 5."]);
  equal(done, []);
});

test("whoever goes to a form writes over what stands in its first field", () => {
  const { all } = laid(BID);
  equal(all.enter(), true);
  const field = /** @type {HTMLInputElement} */ (all.first());
  equal([document.activeElement === field, getSelection()?.toString()], [true, "2"]);
});

test("Enter does what a slip says, from a field of several lines too", () => {
  const { done } = laid(ORDER);
  one("#slip-0").setAttribute("open", "");
  press(one("#slip-0 textarea"), "Enter", true);
  equal(done, []);
  press(one("#slip-0 textarea"), "Enter");
  equal(done, ["order run"]);
});

test("a way grows by places; a word gives way; the last place is not said twice", () => {
  equal(extended("", "-", "0102", []), "0102");
  equal(extended("0102", "-", "0103", []), "0102-0103");
  equal(extended("0102-0103", "-", "0103", []), "0102-0103");
  equal(extended("home", "-", "0103", ["home"]), "0103");
  equal(extended("0102", "", "0103", []), "0103");
});

test("a clicked place goes into the field that was last written in, and nowhere else", () => {
  const { all } = laid(ORDER, BID);
  equal(all.pick("0102"), false);
  one("#slip-0").setAttribute("open", "");
  one("#slip-0 input").focus();
  equal([all.pick("0102"), all.pick("0103"), all.pick("")], [true, true, false]);
  equal(one("#slip-0 code").textContent, "order run by 0102-0103");
  one("#board").focus();
  equal(all.pick("0104"), true);
  one("#slip-1 button:not(.step)").focus();
  equal(all.pick("0105"), false);
});

test("slips that have not changed keep what was filled in; others keep what is open", () => {
  const { all } = laid(ORDER);
  one("#slip-0").setAttribute("open", "");
  fill("#slip-0 input", "0102");
  all.set([ORDER]);
  equal(one("#slip-0 code").textContent, "order run by 0102");
  all.set([ORDER, BID]);
  equal(one("#slip-0 code").textContent, "order run");
  equal(one("#slip-0").hasAttribute("open"), true);
});

test("the only slip lies open where everything else is folded", () => {
  const { all } = laid(ORDER);
  all.unfold(false);
  equal(one("#slip-0").hasAttribute("open"), false);
  all.unfold(true);
  equal(one("#slip-0").hasAttribute("open"), true);
  const { all: several } = laid(ORDER, BID);
  several.unfold(true);
  equal(one("#slip-0").hasAttribute("open"), false);
});

test("many slips lie under one heading, which stays open once it is", () => {
  const slips = [0, 1, 2, 3].map((number) => ORDER.replace("slip-0", `slip-${number}`));
  const { all } = laid(...slips);
  equal([one("#slips > details > summary").textContent, all.first()], ["More orders (4)", null]);
  one("#slips > details").setAttribute("open", "");
  all.set(slips.slice(0, 3));
  equal(document.querySelector("#slips > .forms"), null);
  all.set(slips);
  one("#slips > details").setAttribute("open", "");
  all.set([...slips, ORDER.replace("slip-0", "slip-4")]);
  equal(one("#slips > details").hasAttribute("open"), true);
});

test("what all fields are chosen from is tapped as cards; one too many lets go of the first", () => {
  const { done, shown } = laid(GIVE);
  const cards = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(".picks button")]);
  const pressed = () => cards.map((card) => card.getAttribute("aria-pressed"));
  equal([texts(".picks b"), line(form("#slip-2"))], [["Depot", "Jetty", "Jetty"], "discard"]);
  cards[0].click();
  form("#slip-2").requestSubmit();
  equal([done, one("#slip-2 .wrong").textContent], [[], "Tap 2 of these; now there are 1."]);
  cards[1].click();
  equal(
    [line(form("#slip-2")), one("#slip-2 .row > button").textContent],
    ["discard A1 A2", "Do it: Depot and Jetty"],
  );
  cards[2].click();
  equal(pressed(), ["false", "true", "true"]);
  cards[2].click();
  cards[0].click();
  form("#slip-2").requestSubmit();
  equal([done, shown.at(-1)], [["discard A2 A1"], "discard A2 A1"]);
});

test("what is shared out is changed by steps, within its bounds, and the button says the whole", () => {
  const { done } = laid(BID.replaceAll('value="2"', 'value="2" min="0" max="5"'));
  const steps = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("#slip-1 .step")]);
  equal(steps.length, 4);
  steps[1].click();
  equal(one("#slip-1 .total").textContent, "5 of 5");
  equal(one("#slip-1 button:not(.step)").textContent, "Bid 3 · 2");
  for (let clicks = 0; clicks < 9; clicks += 1) steps[0].click();
  equal(total(form("#slip-1")), 2);
  for (let clicks = 0; clicks < 3; clicks += 1) steps[1].click();
  one("#slip-1 button:not(.step)").click();
  equal(done, ["bid A3 B2"]);
});
