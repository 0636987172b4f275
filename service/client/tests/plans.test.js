// @ts-check

/** @import { BoardPlace } from "../protocol.js" */

import { inShort, inWords, moved, ordered, Plans, spokenOf } from "../plans.js";
import { equal, one, page, settled, test, texts } from "./check.js";

/** @type {(id: string, x: number, y: number) => BoardPlace} */
const place = (id, x, y) => ({ id, x, y });
const PLACES = [place("K17", 0, 0), place("K16", 0, -100), place("mine", 300, 0)];
const GROUND = {
  places: new Map(PLACES.map((it) => [it.id, it])),
  plane: null,
  around: (/** @type {BoardPlace} */ here) => PLACES.filter((it) => it !== here),
};

test("a line is marked where it names a place, or where its winds lead", () => {
  const marks = spokenOf(["step M1 k16", "end", "place 4 mine"], GROUND, undefined);
  equal(
    marks.map(({ number, place }) => [number, place?.id]),
    [
      [1, "K16"],
      [3, "mine"],
    ],
  );
  const ways = spokenOf(["n", "s", "e"], GROUND, PLACES[0]);
  equal(
    ways.map(({ place }) => place?.id),
    ["K16", "K17", "mine"],
  );
});

test("a point of a measured table is marked where players measure it", () => {
  const plane = { rect: { x: 0, y: 0, width: 24000, height: 24000 }, from_below: true, floors: [] };
  const [mark] = spokenOf(["run B3 7,19.25"], { ...GROUND, plane }, undefined);
  equal([mark.at.x, mark.at.y], [7000, 4750]);
});

test("what is planned is told in short", () => {
  equal(inShort(undefined), "");
  equal(
    inShort({ number: 1, premoves: ["drop 4", "drop 5"], standing: 1, notes: [] }),
    "`drop 4`, then 1 more; 1 standing",
  );
  equal(inWords({ count: { count: "Water", is: "at_most", than: 2 } }), "Water is at most 2");
  equal(moved(["a", "b", "c"], 2, -1), ["a", "c", "b"]);
  const answers = ["Take 10 Wood", "Done", "Take 2 Wood"].map((label) => ({ line: "", label }));
  equal(
    ordered(answers).map(({ label }) => label),
    ["Done", "Take 2 Wood", "Take 10 Wood"],
  );
});

test("a plan is drawn as text, changed at once, and what is wrong with it is told", async () => {
  page(
    `<dialog id="plans"><p id="plan-trouble" hidden></p><p id="plan-said"></p><div id="plan-sheet"></div></dialog>`,
  );
  const plan = {
    conditions: [],
    premoves: [{ line: "<b>drop 4" }],
    loose: false,
    cut: "never",
    answers: [],
    keep: [],
  };
  let sheet = {
    number: 3,
    plan,
    notes: [{ step: 1, text: "As planned: `drop 1`." }],
    questions: [
      { kind: "which column", question: "Which column?", answers: [{ line: "drop 1", label: "Column 1" }] },
    ],
    counts: [
      { count: "Water", now: 4, spent: true },
      { count: "Day", now: 1, spent: false },
    ],
  };
  /** @type {any[]} */
  const sent = [];
  const fetched = window.fetch;
  window.fetch = async (_, options) => {
    const body = options?.body ? JSON.parse(String(options.body)) : null;
    if (body) sent.push(body);
    if (body?.plan.premoves.some((/** @type {{ line: string }} */ it) => it.line === "xyzzy")) {
      const refused = { error: "bad_request", message: "I do not understand `xyzzy`.", rule: "" };
      return new Response(JSON.stringify(refused), { status: 400 });
    }
    if (body) sheet = { ...sheet, number: sheet.number + 1, plan: body.plan };
    return new Response(JSON.stringify(sheet));
  };
  const dialog = /** @type {HTMLDialogElement} */ (one("#plans"));
  const plans = new Plans(dialog, { key: "k", path: () => "/plan", seat: () => 1 });
  try {
    await plans.open();
    equal(texts("#plans ol code"), ["drop 1", "<b>drop 4"]);
    equal(await plans.add("drop 5"), true);
    equal([sent[0].number, sent[0].seat, sent[0].plan.premoves.length], [3, 1, 2]);
    one("#up-1").click();
    await settled();
    equal(
      sent[1].plan.premoves.map((/** @type {{ line: string }} */ it) => it.line),
      ["drop 5", "<b>drop 4"],
    );
    equal(await plans.add("xyzzy"), false);
    equal(
      [one("#plan-trouble").hidden, one("#plan-trouble").textContent],
      [false, "I do not understand xyzzy."],
    );
    equal(texts("#plans ol code").length, 3);
    // A condition is one sentence; of what is counted only what is spent can be kept.
    const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (one(`#${id}`));
    equal(texts("#plan-count option"), ["Water (now 4)"]);
    equal(texts("#plan-when option"), [
      "the story tells",
      "this can be done",
      "Water (now 4)",
      "Day (now 1)",
    ]);
    equal([field("plan-how").checkVisibility(), field("plan-what").placeholder], [false, "these words"]);
    field("plan-when").value = "Day";
    field("plan-when").dispatchEvent(new Event("change"));
    equal(field("plan-how").checkVisibility(), true);
    field("plan-how").value = "at_least";
    field("plan-what").value = "many";
    field("plan-do").value = "drop 7";
    const add = () => one("#plan-do").closest("form")?.requestSubmit();
    add();
    equal(one("#plan-trouble").textContent, "many is no number.");
    field("plan-what").value = "5";
    add();
    await settled();
    await settled();
    equal(sent.at(-1).plan.conditions, [
      { when: [{ count: { count: "Day", is: "at_least", than: 5 } }], say: ["drop 7"], stays: false },
    ]);
    const added = texts("#plans ol .said").find((text) => text?.startsWith("If"));
    equal(added, "If Day is at least 5: drop 7, once");
    plans.forget();
    equal([dialog.open, texts("#plans code")], [false, []]);
  } finally {
    window.fetch = fetched;
  }
});
