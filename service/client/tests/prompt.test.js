// @ts-check

/** @import { Offer } from "../choices.js" */

import { offer } from "../choices.js";
import { Refusal } from "../page.js";
import { beside, Prompt } from "../prompt.js";
import { equal, one, page, press, settled, test, texts } from "./check.js";

const WALK = offer({ notation: "walk 0102", label: "Walk", words: "Costs 2." });
const ROLL = offer({ notation: "roll", final: true });
const REST = offer({ notation: "rest" });
const QUESTION = { question: "What now?", hint: "Mind the river.", choices: [] };
const HERE = { x: 10, y: 10 };

/** A prompt that asks for one of these, and what was done. */
function asked(/** @type {Offer[]} */ ...offers) {
  return judged(async () => ({}), ...offers);
}

/**
 * The same, where the table says what a line would do.
 * @param {(line: string) => Promise<object>} judge
 * @param {Offer[]} offers
 */
function judged(judge, ...offers) {
  page(`<p id="question"></p><p id="hint"></p><p id="notice" hidden></p><div id="choices"></div>
    <form id="say-move"><input id="line"><button>Do it</button></form><div id="menu" hidden></div>`);
  /** @type {unknown[]} */
  const done = [];
  /** @type {string[]} */
  const lit = [];
  const prompt = new Prompt(
    "survivors",
    (line, plan) => done.push(plan ? [line, plan] : line),
    (offer) => lit.push(offer?.notation ?? ""),
    () => {},
    judge,
  );
  prompt.set(QUESTION, offers, "");
  return { prompt, done, lit };
}

const RESIGN = offer({ notation: "resign", label: "Resign", words: "You lose.", final: true, grave: true });

test("what gives up stands in no list, and is written whole and asked again", () => {
  const { prompt, done } = asked(WALK, RESIGN);
  equal(
    prompt.buttons.map(({ textContent }) => textContent?.includes("Resign")),
    [false],
  );
  equal(prompt.pick(2), false);
  prompt.take(RESIGN);
  equal([done, one("#menu").hidden], [[], false]);
  // A second Enter does not give up.
  equal(document.activeElement?.textContent, "Cancel");
  prompt.take(RESIGN);
  equal(done, ["resign"]);
});

test("giving up is asked again where it is written and not offered, as when several decide at once", async () => {
  const judge = async (/** @type {string} */ line) =>
    line === "concede" ? { notation: "concede", grave: true } : { notation: line };
  const { prompt, done } = judged(judge, WALK, REST);
  write("concede");
  one("#say-move button").click();
  await settled();
  equal([done, one("#menu").hidden], [[], false]);
  one("#menu button:first-of-type").click();
  equal(done, ["concede"]);
  prompt.set(QUESTION, [WALK, REST], "");
  write("swim 0103");
  one("#say-move button").click();
  await settled();
  equal(done, ["concede", "swim 0103"]);
});

test("part of a line that cannot be taken back is asked about before it is read as the whole", () => {
  const fire = offer({ notation: "fire no-more", final: true });
  const { done } = asked(fire, REST);
  write("fire");
  one("#say-move button").click();
  equal([done, one("#menu").hidden], [[], false]);
  one("#menu button:first-of-type").click();
  equal(done, ["fire no-more"]);
});

test("many ways to do one thing are folded under its name, and digits count what is in sight alone", () => {
  const pay = (/** @type {number} */ chips) =>
    offer({ notation: `build S1 chips=${chips}`, group: "Workshop", target: { card: "S1" } });
  const moves = ["2", "3", "4", "5"].map((count) => offer({ notation: `move ${count}`, group: "Move" }));
  const { prompt, done } = asked(...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(pay), ...moves);
  equal(texts("#choices summary"), ["Workshop (9)"]);
  equal(texts("#choices h3"), ["Move"]);
  equal(texts("#choices kbd"), ["1", "2", "3", "4"]);
  equal([prompt.pick(5), prompt.pick(1), done], [false, true, ["move 2"]]);
  one("#choices summary").click();
  prompt.count();
  equal(one("#choices details button:first-of-type").textContent, "1build S1 chips=1");
  equal([prompt.pick(1), done.at(-1)], [true, "build S1 chips=1"]);
});

test("a group that somebody has unfolded stays so after an answer", () => {
  const pay = (/** @type {number} */ chips) =>
    offer({ notation: `build S1 chips=${chips}`, group: "Workshop", target: { card: "S1" } });
  const offers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map(pay);
  const { prompt } = asked(...offers);
  const open = () => one("#choices details").hasAttribute("open");
  const before = open();
  one("#choices summary").click();
  prompt.set({ question: "And now?", hint: "", choices: [] }, offers.slice(1), "");
  const after = open();
  one("#choices summary").click();
  prompt.set({ question: "And now?", hint: "", choices: [] }, offers, "");
  equal([before, after, open()], [false, true, false]);
});

test("an answer that is a number has that number as its key, and one of two digits has none", () => {
  const start = (/** @type {number} */ count) =>
    offer({ notation: `start ${count}`, label: `${count} start` });
  const { prompt, done } = asked(...[0, 1, 2, 3, 12].map(start));
  equal(texts("#choices kbd"), ["0", "1", "2", "3"]);
  equal([prompt.pick(3), prompt.pick(0), prompt.pick(5)], [true, true, false]);
  equal(done, ["start 3", "start 0"]);
});

test("what finishes the decision has no digit as long as something is folded", () => {
  const pay = (/** @type {string} */ room) =>
    [1, 2, 3, 4, 5, 6, 7].map((wood) =>
      offer({ notation: `build ${room} wood=${wood}`, group: `Build ${room}` }),
    );
  const done = offer({ notation: "end", label: "Done", ends: true });
  const { prompt, done: lines } = asked(...pay("S2"), ...pay("S3"), done);
  equal([texts("#choices summary").length, texts("#choices kbd")], [2, []]);
  equal([prompt.pick(1), lines], [false, []]);
  for (const summary of document.querySelectorAll("#choices summary")) {
    if (summary instanceof HTMLElement) summary.click();
  }
  prompt.count();
  equal(texts("#choices kbd").length, 9);
});

test("a written line is not filled up with numbers that nobody wrote", async () => {
  const feed = [
    offer({ notation: "feed meat=2", label: "Feed 2 Meat" }),
    offer({ notation: "feed meat=1 canned=1", label: "Feed 1 Meat and 1 Canned Goods" }),
  ];
  const { done } = asked(...feed);
  for (const text of ["feed meat=1", "feed 1 meat", "feed 2 meat", "canned"]) {
    write(text);
    one("#say-move").dispatchEvent(new Event("submit", { cancelable: true }));
    await settled();
  }
  equal(done, ["feed meat=1", "feed 1 meat", "feed meat=2", "feed meat=1 canned=1"]);
});

test("a choice that is written by its whole name is meant, though others begin so", async () => {
  const go = offer({ notation: "activate 3a forest", label: "Hero 3a to the Forest" });
  const exo = offer({ notation: "activate 3a forest exo", label: "Hero 3a to the Forest, Exoskeleton" });
  const { done } = asked(go, exo);
  write("hero 3a to the forest");
  one("#say-move").dispatchEvent(new Event("submit", { cancelable: true }));
  await settled();
  equal(done, ["activate 3a forest"]);
});

test("what a lesson speaks of is lit, whatever stands before it and is in no list", () => {
  const { prompt } = asked(RESIGN, WALK, REST);
  prompt.spotlight(["rest"]);
  equal(
    prompt.buttons.map(({ classList }) => classList.contains("spoken")),
    [false, true],
  );
});

const line = () => /** @type {HTMLInputElement} */ (one("#line"));

/** @param {string} text */
function write(text) {
  line().value = text;
  line().dispatchEvent(new Event("input"));
}

test("the question is asked, with a button for each choice", () => {
  asked(WALK, REST);
  equal([one("#question").textContent, one("#hint").textContent], ["What now?", "Mind the river."]);
  equal(texts("#choices button"), ["1Walkwalk 0102Costs 2.", "2rest"]);
});

/** @type {(count: number, more?: object) => Offer[]} */
const many = (count, more = {}) =>
  Array.from({ length: count }, (_, at) =>
    offer({ notation: `walk ${at}`, target: { place: `${at}` }, ...more }),
  );
const DONE = offer({ notation: "done", label: "Done", ends: true });

test("groups have headings, and what finishes the decision stands last", () => {
  asked(...many(2, { group: "Wolf" }), ...many(1, { group: "Elk" }), DONE);
  equal(texts("#choices h3"), ["Wolf", "Elk"]);
  equal(texts("#choices .ends button .label"), ["Done"]);
  equal(one("#choices").lastElementChild?.className, "ends");
});

test("what pointing does is said before any advice, and what a choice costs before its words", () => {
  const { prompt } = asked();
  const hunt = offer({ notation: "hunt", label: "Hunt", words: "Endurance 7.", cost: "2 AP" });
  prompt.set({ ...QUESTION, hint: "Or rest.", pointing: "Tap a ring." }, [hunt], "");
  equal([one("#hint").textContent, one("#hint b").textContent], ["Tap a ring. Or rest.", "Tap a ring."]);
  equal(texts("#choices button > span"), ["2 AP", "Hunt", "Endurance 7."]);
  prompt.set({ ...QUESTION, hint: "Or rest." }, [hunt], "");
  equal(one("#hint").textContent, "Or rest.");
});

test("a long list is folded where the board or a form says the same, and only there", () => {
  asked(...many(20, { group: "Wolf" }), ...many(3, { group: "Cards", target: { card: "axe" } }), DONE);
  equal(texts("#choices details summary"), ["Wolf (20)"]);
  equal(document.querySelectorAll("#choices > button").length, 3);
  asked(...many(20, { group: "Wolf", target: null, slip: 0 }));
  equal(texts("#choices details summary"), ["Wolf (20)"]);
  asked(...many(5, { group: "Wolf" }));
  equal(texts("#choices details summary"), []);
});

test("the group that the question asks about comes first and lies open", () => {
  const { prompt } = asked();
  const all = [...many(8, { group: "F1, Female" }), ...many(8, { group: "M3, Male" })];
  prompt.set({ ...QUESTION, question: "M3 may go 3 more hexes. Where to?" }, all, "");
  equal([texts("#choices h3"), texts("#choices summary")], [["M3, Male"], ["F1, Female (8)"]]);
  equal(one("#choices").firstElementChild?.textContent, "M3, Male");
  prompt.set({ ...QUESTION, question: "Which animal moves?" }, all, "");
  equal(texts("#choices summary"), ["F1, Female (8)", "M3, Male (8)"]);
});

test("only what a piece can do is shown, until somebody wants everything again", () => {
  const own = many(8, { group: "Wolf", moves: "wolf" });
  const { prompt } = asked(...own, ...many(8, { group: "Elk", moves: "elk" }), DONE);
  let wide = 0;
  prompt.widen = () => {
    wide += 1;
  };
  prompt.narrow("elk", "an elk");
  equal(texts("#choices details[open] > summary"), ["Elk (8)"]);
  equal(texts("#choices button:not([hidden]) .label").length, 9);
  one("#choices .narrowed button").click();
  prompt.narrow("", "");
  // The first group lies open as it did before.
  equal([wide, texts("#choices details[open] > summary"), texts(".narrowed").length], [1, ["Wolf (8)"], 0]);
});

test("where a slip is the way to answer, no choice has a number", () => {
  const { prompt, done } = asked(...many(20), DONE);
  equal([texts("#choices kbd"), prompt.isFolded()], [[], true]);
  prompt.setKeyless(true);
  equal([texts("#choices kbd"), prompt.pick(1), done], [[], false, []]);
  one("#choices summary").click();
  prompt.count();
  equal([prompt.bySlip(), texts("#choices kbd").length], [false, 9]);
});

test("what finishes is the main thing where nothing else is left to do, it costs nothing and can be taken back", () => {
  const stop = offer({ notation: "stop", label: "Stop", words: "2 actions left.", ends: true });
  const end = offer({ notation: "end", label: "End", ends: true, final: true });
  const looks = () => [...document.querySelectorAll("#choices button")].map((button) => button.className);
  asked(DONE, end, stop, offer({ notation: "revise" }));
  equal(looks(), ["", "finish", "final", ""]);
  asked(offer({ notation: "take A1", label: "A1", group: "Who acts" }), DONE);
  equal(looks(), ["", ""]);
});

test("a heading is said once: what all choices are about stands in the question, and theirs in the heading", () => {
  const { prompt } = asked();
  const go = offer({ notation: "walk A4", label: "walk 2 inches", group: "Ned (A4): walk" });
  const draw = offer({ notation: "do A4", label: "Ned (A4): draw axe", group: "Ned (A4): act" });
  prompt.set({ ...QUESTION, question: "What does Ned (A4) do?" }, [go, draw], "");
  equal(texts("#choices h3"), ["Walk", "Act"]);
  equal(texts("#choices .says"), ["draw axe"]);
  equal(texts("#choices .label"), ["Walk 2 inches", "Ned (A4): draw axe"]);
  prompt.set({ ...QUESTION, question: "Who shoots?" }, [go, draw], "");
  equal(texts("#choices h3"), ["Ned (A4): walk", "Ned (A4): act"]);
});

test("short answers of which nothing else is said stand beside each other", () => {
  const looks = ["north", "east", "south"].map((side) =>
    offer({ notation: `face ${side}`, label: `look ${side}`, group: "Look" }),
  );
  asked(...looks, DONE);
  equal(texts("#choices .brief > button .label"), ["Look north", "Look east", "Look south"]);
  asked(...many(3), DONE);
  equal(texts("#choices .brief > button .label"), []);
});

test("of many points of the table it is said that any other can be tapped", () => {
  const points = Array.from({ length: 20 }, (_, x) =>
    offer({ notation: `walk ${x},1`, group: "Walk", target: { point: { x, y: 1 } } }),
  );
  asked(...points, DONE);
  equal(texts("#choices summary"), ["Walk (20), or tap the table"]);
});

test("the only way on looks like it, and what was said already is marked", () => {
  const looks = () => [...document.querySelectorAll("#choices button")].map((button) => button.className);
  asked(REST);
  equal(looks(), ["main"]);
  asked(offer({ notation: "stay", said: true }), REST);
  equal(looks(), ["said", ""]);
});

test("the numbers of the list are told, and those that the board shows too are marked", () => {
  const { prompt } = asked(WALK, REST);
  /** @type {unknown[]} */
  const told = [];
  prompt.numbered = (numbers) => {
    told.push([...numbers]);
    return new Set(["rest"]);
  };
  prompt.count();
  equal(told, [
    [
      ["walk 0102", "1"],
      ["rest", "2"],
    ],
  ]);
  const keys = [...document.querySelectorAll("#choices kbd")];
  equal(
    keys.map(({ textContent, className }) => [textContent, className]),
    [
      ["1", ""],
      ["2", "on-board"],
    ],
  );
});

test("what brings nothing is told apart", () => {
  const { prompt } = asked(WALK, { ...REST, vain: true });
  equal(
    prompt.buttons.map(({ className }) => className),
    ["", "vain"],
  );
});

test("what lets something lapse is asked at the click on it, and says what; undo is not denied where there is one", () => {
  const end = offer({ notation: "end", label: "End", ends: true, vain: true, words: "10 points are lost." });
  const { done } = asked(WALK, end);
  one("#choices .ends button").click();
  equal(
    [done, texts("#menu p"), texts("#menu button")],
    [[], ["10 points are lost."], ["Yes: End", "Cancel"]],
  );
  one("#menu button:first-of-type").click();
  equal(done, ["end"]);
  const alone = asked(end);
  one("#choices .ends button").click();
  equal(alone.done, ["end"]);
});

test("many short answers that the board says too stand in one row for narrow windows, and where all say the same for all", () => {
  const moves = many(20, { group: "Wolf", words: "Grass." });
  asked(...moves, DONE);
  equal(document.querySelectorAll("#choices .alike > button").length, 20);
  asked(...moves.map((it, at) => ({ ...it, words: `Grass ${at}.` })), DONE);
  equal(document.querySelectorAll("#choices .narrow-only > button").length, 20);
  asked(...moves.map((it) => ({ ...it, label: "A very long name of a way" })), DONE);
  equal(document.querySelectorAll("#choices .narrow-only").length, 0);
});

test("how many choices lie below what is seen is said", () => {
  const { prompt } = asked(...many(9, { target: null }), DONE);
  equal(one("#choices .more").hidden, true);
  one("#choices").style.cssText = "height: 90px; width: 90px; overflow: auto; display: block";
  one("#choices .ends").style.cssText = "position: sticky; bottom: 0";
  prompt.tellMore();
  equal(
    [one("#choices .more").hidden, /^▾ [5-9] more below$/.test(one("#choices .more").textContent ?? "")],
    [false, true],
  );
});

test("what is folded counts as the one row that it is", () => {
  const { prompt } = asked(...many(20), DONE);
  one("#choices").style.cssText = "height: 30px; width: 190px; overflow: auto; display: block";
  one("#choices details").style.cssText = "margin-top: 60px";
  one("#choices .ends").style.cssText = "position: sticky; bottom: 0";
  prompt.tellMore();
  equal([texts("#choices details").length, one("#choices .more").textContent], [1, "▾ 1 more below"]);
});

test("writing unfolds what may be meant", () => {
  asked(...many(20));
  equal(texts("#choices details[open]").length, 0);
  write("walk 19");
  equal(texts("#choices details[open] button:not([hidden]) .label"), ["walk 19"]);
  write("");
  equal(texts("#choices details[open]").length, 0);
});

test("every question begins at its top", () => {
  const { prompt } = asked(...many(9, { target: null }));
  const list = one("#choices");
  list.style.cssText = "height: 20px; width: 90px; overflow: auto; display: block";
  list.scrollTop = 40;
  equal(list.scrollTop, 40);
  prompt.set(QUESTION, many(9, { target: null }), "");
  equal(list.scrollTop, 0);
});

test("a roll beside which one can only give up needs one click, and what was agreed to once is routine", () => {
  const only = asked(ROLL, RESIGN);
  one("#choices button.final").click();
  equal(only.done, ["roll"]);
  const { prompt, done } = asked(ROLL, REST);
  one("#choices button.final").click();
  one("#menu button.final").click();
  prompt.set(QUESTION, [ROLL, REST], "");
  one("#choices button.final").click();
  equal(done, ["roll", "roll"]);
});

test("what finishes a decision for good is asked for every time", () => {
  const ready = { ...DONE, final: true };
  const { prompt, done } = asked(ready, REST);
  one("#choices button.final").click();
  one("#menu button.final").click();
  prompt.set(QUESTION, [ready, REST], "");
  one("#choices button.final").click();
  equal(done, ["done"]);
});

test("what gives up waits in the menu of the table, which closes before it asks", () => {
  asked(WALK, RESIGN);
  document.body.insertAdjacentHTML("beforeend", `<dialog id="table-menu"><p id="give-up"></p></dialog>`);
  const prompt = new Prompt(
    "survivors",
    () => {},
    () => {},
  );
  prompt.set(QUESTION, [WALK, RESIGN], "");
  const dialog = /** @type {HTMLDialogElement} */ (one("#table-menu"));
  dialog.showModal();
  one("#give-up button").click();
  equal([dialog.open, one("#menu").hidden], [false, false]);
  equal(texts("#menu button"), ["Yes: Resign", "Cancel"]);
});

test("a refusal leaves with its question; what says how things stand now does not", () => {
  const { prompt } = asked(WALK);
  for (const [kind, left] of [
    ["refused", true],
    ["away", true],
    ["not_now", true],
    ["stale", false],
  ]) {
    prompt.notice(new Refusal("No.", String(kind)));
    prompt.set(QUESTION, [REST], "");
    equal([kind, one("#notice").hidden], [kind, left]);
  }
});

test("who is not asked reads for whom we wait, and can still write a question", () => {
  const { prompt } = asked(WALK);
  prompt.set(null, [], "Waiting for Bob.");
  equal(one("#question").textContent, "Waiting for Bob.");
  equal([one("#say-move").hidden, texts("#choices button").length], [false, 0]);
});

test("what is clicked is done", () => {
  const { prompt, done } = asked(WALK, REST);
  prompt.buttons[1].click();
  equal(done, ["rest"]);
});

test("what is pointed at is lit", () => {
  const { lit } = asked(WALK, REST);
  one("#choices button:first-child").dispatchEvent(new PointerEvent("pointerenter"));
  one("#choices button:first-child").dispatchEvent(new PointerEvent("pointerleave"));
  equal(lit, ["walk 0102", ""]);
});

test("what cannot be taken back is asked for twice", () => {
  const { done } = asked(WALK, ROLL);
  one("#choices button.final").click();
  equal([done, one("#menu").hidden], [[], false]);
  equal(texts("#menu p"), ["This cannot be taken back."]);
  one("#menu button.final").click();
  equal([done, one("#menu").hidden], [["roll"], true]);
});

test("letting be does nothing", () => {
  const { done } = asked(WALK, ROLL);
  one("#choices button.final").click();
  one("#menu button.quiet").click();
  equal([done, one("#menu").hidden], [[], true]);
});

test("nobody is asked twice who has no other choice, or does not want it", () => {
  const only = asked(ROLL);
  one("#choices button").click();
  equal(only.done, ["roll"]);
  localStorage.setItem("ask-first", "no");
  const quick = asked(WALK, ROLL);
  one("#choices button.final").click();
  equal(quick.done, ["roll"]);
});

test("one thing at a place is done at once, several open a menu, none closes it", () => {
  const { prompt, done } = asked(WALK, REST);
  prompt.open([WALK, REST], HERE);
  equal(texts("#menu button"), ["Walk (Costs 2)", "rest", "Cancel"]);
  prompt.open([], HERE);
  equal(one("#menu").hidden, true);
  prompt.open([REST], HERE);
  equal(done, ["rest"]);
});

test("a point that was only pointed at is asked for first", () => {
  const { prompt, done } = asked(WALK);
  prompt.open([{ ...WALK, free: true }], HERE);
  equal([done, one("#menu").hidden], [[], false]);
});

test("a way of several decisions is done with all its lines", () => {
  const { prompt, done } = asked(WALK);
  prompt.take({ ...WALK, plan: ["walk 0102", "walk 0103"] });
  equal(done, [["walk 0102", ["walk 0102", "walk 0103"]]]);
});

test("a menu opened with keys has the focus, and gives it back", () => {
  const { prompt } = asked(WALK, REST);
  one("#choices button:first-child").focus();
  prompt.open([WALK, REST], HERE, true);
  equal(one("#menu").contains(document.activeElement), true);
  prompt.close();
  equal(document.activeElement === one("#choices button:first-child"), true);
});

test("writing shows the choices that may be meant, and all if none is", () => {
  asked(WALK, REST);
  write("wal");
  equal(texts("#choices button:not([hidden])").length, 1);
  write("fly");
  equal(texts("#choices button:not([hidden])").length, 2);
});

test("a written line is done; what means one choice only is that choice", async () => {
  const { done } = asked(WALK, REST);
  for (const text of ["res", "walk 0999", "  "]) {
    write(text);
    one("#say-move button").click();
    await settled();
  }
  equal(done, ["rest", "walk 0999"]);
});

test("what the game itself understands is never taken for part of another choice", async () => {
  const young = offer({ notation: "birth 1H C2", label: "Young of 1H in C2" });
  const { prompt, done } = asked(young, offer({ notation: "1H C3 > C2", label: "1H to C2" }), ROLL);
  /** @type {Record<string, object>} */
  const answers = {
    "1H C2": { notation: "1H C3 > C2" },
    "birth 1H C": { error: "refused", message: "There is no hex C." },
  };
  prompt.judge = async (line) => answers[line] ?? { error: "misread", message: "What?" };
  for (const text of ["1H C2", "birth 1H C", "young of", "ROLL"]) {
    write(text);
    one("#say-move button").click();
    await settled();
  }
  equal(done, ["1H C2", "birth 1H C", "birth 1H C2", "roll"]);
});

test("a number picks the choice of that number, if there is one", () => {
  const { prompt, done } = asked(WALK, REST);
  equal([prompt.pick(2), prompt.pick(3), done], [true, false, ["rest"]]);
  equal(document.activeElement === prompt.buttons[1], true);
});

test("a refusal is said with a link to its rule, and goes away", () => {
  const { prompt } = asked(WALK);
  prompt.notice(new Refusal("Too far.", "refused", "SV-MOVE-01"));
  equal(one("#notice").textContent, "Too far. SV-MOVE-01");
  equal(one("#notice a").getAttribute("href"), "/help/survivors/rules#SV-MOVE-01");
  prompt.notice(null);
  equal(one("#notice").hidden, true);
});

test("a menu lies in the window, wherever one points", () => {
  const [box, window] = [
    { width: 100, height: 50 },
    { width: 400, height: 300 },
  ];
  equal(beside({ x: 20, y: 30 }, box, window), { x: 28, y: 38 });
  equal(beside({ x: 390, y: 290 }, box, window), { x: 292, y: 242 });
  equal(beside({ x: -90, y: 0 }, box, window), { x: 8, y: 8 });
});

test("a menu of ways says what each would do, and lets nobody take what is not allowed there", async () => {
  const { prompt } = asked(REST);
  const way = (/** @type {string} */ notation) => ({ ...offer({ notation, label: notation }), free: true });
  prompt.judge = async (line) =>
    line === "walk" ? { message: "Too far. Run?" } : { words: "Takes all actions." };
  const goOn = { ...way("walk"), label: "Go on", does: () => {} };
  prompt.open([way("walk"), way("run"), goOn], HERE);
  await new Promise((done) => setTimeout(done));
  equal(texts("#menu button"), ["Walk: Too far. Run?", "Run: Takes all actions.", "Go on", "Cancel"]);
  const closed = [...document.querySelectorAll("#menu button")];
  equal(
    closed.map((button) => button instanceof HTMLButtonElement && button.disabled),
    [true, false, false, false],
  );
});

test("arrow keys go through the list, and Enter takes what they led to", () => {
  const { prompt } = asked(WALK, REST, offer({ notation: "stop", ends: true }));
  const focused = () => prompt.buttons.findIndex((button) => document.activeElement?.isSameNode(button));
  const keys = (/** @type {string[]} */ ...all) =>
    all.map((key) => {
      press(document.activeElement ?? document.body, key);
      return focused();
    });
  prompt.buttons[0].focus();
  equal(keys("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"), [1, 2, 2, 1, 0, 2]);
});

test("arrow keys stop at the heading of what is folded, and not in it", () => {
  const many = Array.from({ length: 14 }, (_, at) =>
    offer({ notation: `go ${at}a`, label: `To ${at}`, group: "Go" }),
  );
  const { prompt } = asked(WALK, ...many);
  prompt.buttons[0].focus();
  press(prompt.buttons[0], "ArrowDown");
  equal(document.activeElement?.tagName, "SUMMARY");
  press(document.activeElement ?? document.body, "ArrowDown");
  equal(document.activeElement?.tagName, "SUMMARY");
});

test("arrow keys go through a menu", () => {
  const { prompt } = asked(WALK, REST);
  prompt.open([WALK, REST], HERE, true);
  press(document.activeElement ?? document.body, "ArrowDown");
  equal(document.activeElement?.textContent, "rest");
});

test("moves that are written on one line are taken one after the other", async () => {
  const misread = async (/** @type {string} */ line) => (line === "rest rest" ? { error: "misread" } : {});
  const { done } = judged(misread, WALK, REST, RESIGN);
  const write = async (/** @type {string} */ text) => {
    /** @type {HTMLInputElement} */ (one("#line")).value = text;
    /** @type {HTMLFormElement} */ (one("#say-move")).requestSubmit();
    await settled();
  };
  await write("rest rest");
  equal(done, [["rest rest", ["rest", "rest"]]]);
});

const SUBJECTS = [
  { heading: "Elk 1", piece: "e1", state: "may go 2 hexes", waits: true },
  { heading: "Elk 2, injured", piece: "e2", state: "no order yet", waits: true },
  { heading: "Elk 3", piece: "e3", state: "forages" },
];
const HERD = [
  offer({ notation: "e1 A1", label: "Elk 1 to A1", group: "Elk 1", moves: "e1", target: { place: "A1" } }),
  offer({
    notation: "e2 A1",
    label: "Elk 2 to A1",
    group: "Elk 2, injured: moves",
    moves: "e2",
    target: { place: "A1" },
  }),
  offer({ notation: "e2 calm", label: "Elk 2: calm", group: "Elk 2, injured: mode" }),
  offer({ notation: "e3 stay", label: "Elk 3 stays", group: "Elk 3" }),
  offer({ notation: "done", label: "Done", ends: true, vain: true, words: "2 have no order." }),
];
/** A question about three pieces. */
function herd() {
  const { prompt, done } = asked();
  prompt.set({ ...QUESTION, subjects: SUBJECTS }, HERD, "");
  return { prompt, done };
}
/** The pieces whose rows lie open. */
const opened = () =>
  [...document.querySelectorAll("details[open]")].map((it) => it.getAttribute("data-subject"));

test("each piece that a question is about has a row that says what holds of it, and one lies open at a time", () => {
  const { prompt } = herd();
  equal(texts(".subject > summary"), ["1Elk 1may go 2 hexes", "2Elk 2injuredno order yet", "3Elk 3forages"]);
  equal(opened(), []);
  one("[data-subject=e2] > summary").click();
  equal([opened(), prompt.row], [["e2"], "e2"]);
  equal(texts("[data-subject=e2] h3"), ["Moves", "Mode"]);
  one("[data-subject=e1] > summary").click();
  equal(opened(), ["e1"]);
  one("[data-subject=e1] > summary").click();
  equal(opened(), []);
  // A digit opens a row, and then takes what stands in it.
  prompt.pick(3);
  equal([opened(), texts("kbd")], [["e3"], ["1"]]);
});

test("a piece that is picked on the board has its row opened, and the others stay where they are", () => {
  const { prompt } = herd();
  prompt.narrow("e2", "Elk 2");
  equal([opened(), document.querySelectorAll(".subject:not([hidden])").length], [["e2"], 3]);
  prompt.narrow("", "");
  equal(opened(), []);
});

test("after an answer the next piece is shown that waits for one, and none before anybody has looked", () => {
  const { prompt } = herd();
  const told = SUBJECTS.map((it) => (it.piece === "e1" ? { ...it, state: "goes to A1", waits: false } : it));
  prompt.set({ ...QUESTION, subjects: told }, HERD, "");
  equal(prompt.row, "");
  prompt.openRow("e1");
  prompt.set({ ...QUESTION, subjects: told }, HERD, "");
  equal(prompt.row, "e2");
  prompt.set({ ...QUESTION, subjects: told.map((it) => ({ ...it, waits: false })) }, HERD, "");
  equal(prompt.row, "");
});

test("once every piece has its answer finishing is the way on, unless it lets something lapse", () => {
  const { prompt } = herd();
  const told = SUBJECTS.map((it) => ({ ...it, waits: false }));
  const finish = () => texts("button.finish .label");
  prompt.set({ ...QUESTION, subjects: told }, HERD, "");
  equal(finish(), []);
  const done = { ...HERD[4], vain: false };
  prompt.set({ ...QUESTION, subjects: SUBJECTS }, [...HERD.slice(0, 4), done], "");
  equal(finish(), []);
  prompt.set({ ...QUESTION, subjects: told }, [...HERD.slice(0, 4), done], "");
  equal(finish(), ["Done"]);
});

test("a piece that the question asks about stands first and lies open, and picking another does not lose it", () => {
  const { prompt } = herd();
  prompt.set({ ...QUESTION, question: "Elk 3 may go on. Where to?", subjects: SUBJECTS }, HERD, "");
  equal(opened(), ["e3"]);
  equal(texts(".subject b"), ["Elk 3", "Elk 1", "Elk 2"]);
  prompt.narrow("e2", "Elk 2");
  prompt.narrow("", "");
  equal(opened(), ["e3"]);
});

test("one piece alone needs no row, and what lets something lapse is marked", () => {
  const { prompt } = herd();
  prompt.set({ ...QUESTION, subjects: SUBJECTS.slice(0, 1) }, HERD, "");
  equal(texts(".subject"), []);
  equal(texts("button.vain .label"), ["Done"]);
});

test("whoever is warned of what would lapse is offered what else settles it", () => {
  const done = offer({
    notation: "done",
    label: "Done",
    words: "Creatures 1 and 2 wander.",
    final: true,
    ends: true,
    vain: true,
  });
  const forage = offer({ notation: "all forage", label: "All others forage", ends: true });
  const { prompt, done: lines } = asked(WALK, forage, done);
  prompt.take(done);
  equal(texts("#menu button"), ["Yes: Done", "All others forage", "Cancel"]);
  [...document.querySelectorAll("#menu button")].filter((it) => it instanceof HTMLElement)[1]?.click();
  equal(lines, ["all forage"]);
});
