// @ts-check

/** @import { Player } from "../protocol.js" */

import {
  $,
  ended,
  fate,
  kept,
  make,
  post,
  Refusal,
  ranking,
  shareButton,
  tabs,
  worded,
  writing,
} from "../page.js";
import { equal, one, page, press, settled, test, texts } from "./check.js";

/**
 * Answers requests with this for as long as something is done.
 * @param {() => Promise<object>} answer
 * @param {() => Promise<void>} work
 */
async function answered(answer, work) {
  const { fetch } = window;
  Object.assign(window, { fetch: answer });
  await work().finally(() => Object.assign(window, { fetch }));
}

/** @returns {Promise<Refusal>} */
const refusal = () =>
  post("/act", {}).then(
    () => new Refusal("it was done"),
    (error) => error,
  );

test("an element is found by id and kind, and missed aloud", () => {
  page(`<input id="line">`);
  equal($("line", HTMLInputElement).value, "");
  for (const wrong of [() => $("nothing"), () => $("line", HTMLSelectElement)]) {
    let missed = "";
    try {
      wrong();
    } catch (error) {
      missed = String(error);
    }
    equal(missed.includes("This page has no"), true);
  }
});

test("texts are texts, never markup; false is no attribute", () => {
  const made = make("a", { href: "/x", hidden: true, title: false }, "<b>");
  equal(made.outerHTML, `<a href="/x" hidden="">&lt;b&gt;</a>`);
});

test("what is refused comes with its words, its kind and its rule", () =>
  answered(
    async () => ({ ok: false, json: async () => ({ error: "refused", message: "Too far.", rule: "X-1" }) }),
    async () => {
      const { message, kind, rule } = await refusal();
      equal([message, kind, rule], ["Too far.", "refused", "X-1"]);
    },
  ));

test("a server that says nothing, or is not there, is spoken of", async () => {
  const mute = { ok: false, status: 502, json: () => Promise.reject(new Error()) };
  await answered(
    async () => mute,
    async () => {
      const { message, kind } = await refusal();
      equal([message, kind], ["The server answered 502.", "away"]);
    },
  );
  await answered(
    () => Promise.reject(new TypeError()),
    async () => {
      const { message, kind } = await refusal();
      equal([message, kind], ["No answer came: it is not known whether this was done.", "away"]);
    },
  );
});

test("the end names everybody by rank under what decided it, in the colours of their pieces", () => {
  page("");
  const ranks = [
    { seat: 1, name: "Bob", rank: 1, score: 7, won: true, parts: ["2", "5"] },
    { seat: 0, name: "Ann", rank: 2, score: 3, won: false, parts: ["3"] },
  ];
  /** @type {Player[]} */
  const players = ["Ann", "Bob"].map((name) => ({ name, kind: "person", deciding: false, colour: 5 }));
  document.body.append(...ranking({ text: "Bob lives.", ranks, heads: ["Crates", "People"] }, players));
  equal([texts("h2"), texts("p")], [["Bob wins"], ["Bob lives."]]);
  equal(texts("thead th"), ["Player", "Points", "Crates", "People"]);
  equal(texts("tbody tr:first-child > *"), ["1. Bob won", "7", "2", "5"]);
  equal(texts("tbody tr:last-child > *"), ["2. Ann", "3", "3", ""]);
  equal(document.querySelectorAll(".dot.body-seat5").length, 2);
});

test("where much decided a game and few played, a seat is a column", () => {
  page("");
  const heads = ["Meat", "Rooms", "Events", "Total"];
  const ranks = ["Ann", "Bob"].map((name, seat) => ({
    ...{ seat, name, rank: seat + 1, score: 9 - seat, won: !seat },
    parts: ["1", "2", "3", `${9 - seat}`],
  }));
  document.body.append(...ranking({ text: "Over.", ranks, heads }));
  equal(texts("thead th"), ["1. Ann won", "2. Bob"]);
  equal(texts("tbody tr:last-child > *"), ["Total", "9", "8"]);
  equal(ended({ text: "Over", ranks, heads }), "Over. 1. Ann, 9 points, won. 2. Bob, 8 points.");
});

test("what parts equals is told where there are equals, and what is below nothing has its minus", () => {
  const heads = ["Meat", "Rooms", "Radiation", "Total", "Tie: Supplies", "Then: Wood"];
  const rows = (/** @type {number[]} */ scores) => {
    page("");
    const ranks = scores.map((score, seat) => ({
      ...{ seat, name: `Bot ${seat}`, rank: seat + 1, score, won: !seat },
      parts: ["1", "4", "-2", `${score}`, "3", "-"],
    }));
    document.body.append(...ranking({ text: "Over.", ranks, heads }));
    return texts("tbody tr");
  };
  equal(rows([9, 8]), ["Meat11", "Rooms44", "Radiation−2−2", "Total98"]);
  equal(texts(".sum th"), ["Total"]);
  equal(rows([9, 9]).slice(4), ["Tie: Supplies33", "Then: Wood––"]);
});

test("points that one of the parts says are said once", () => {
  page("");
  const ranks = [{ seat: 0, name: "Ann", rank: 1, score: 37, won: true, parts: ["37", "4"] }];
  document.body.append(...ranking({ text: "Over.", ranks, heads: ["Total", "Females"] }));
  equal(texts("thead th"), ["Player", "Total", "Females"]);
});

test("a tab shows its panel and hides the others, by click and by key", () => {
  page(`<div role="tablist"><button role="tab" id="tab-a" aria-controls="a">A</button>
    <button role="tab" id="tab-b" aria-controls="b" class="new">B</button></div><p id="a"></p><p id="b" hidden></p>`);
  const show = tabs(one("[role=tablist]"));
  one("#tab-b").click();
  equal([$("a").hidden, $("b").hidden, one("#tab-b").className], [true, false, ""]);
  one("#tab-b").focus();
  press(one("#tab-b"), "ArrowRight");
  equal([$("a").hidden, document.activeElement?.id], [false, "tab-a"]);
  show("tab-b", true);
  equal([$("b").hidden, one("#tab-b").getAttribute("aria-selected")], [false, "true"]);
});

test("keys go into fields, not into boxes and sliders", () => {
  page(`<input id="text"><input id="box" type="checkbox"><textarea id="area"></textarea>`);
  const with_focus = (/** @type {string} */ id) => {
    $(id).focus();
    return writing();
  };
  equal(["text", "box", "area"].map(with_focus), [true, false, true]);
});

test("a panel hears that it is shown", () => {
  page(
    `<div role="tablist"><button role="tab" id="a" aria-controls="one"></button></div><p id="one" hidden></p>`,
  );
  let heard = 0;
  one("#one").addEventListener("shown", () => {
    heard += 1;
  });
  tabs(one("[role=tablist]"));
  one("#a").click();
  equal([heard, one("#one").hidden], [1, false]);
});

test("an address is shared as the device can: passed on, copied, or at least shown", async () => {
  /** @type {string[]} */
  const passed = [];
  const way = (/** @type {object | undefined} */ share, /** @type {object} */ clipboard) => {
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
    page("");
    document.body.append(shareButton("Share", "/t/x/replay"));
    one("button").click();
    return settled();
  };
  await way(async (/** @type {{ url: string }} */ { url }) => passed.push(url), {});
  equal(passed, [`${location.origin}/t/x/replay`]);
  await way(undefined, { writeText: async (/** @type {string} */ url) => passed.push(url) });
  equal([passed.length, one("button").textContent], [2, "The link is copied"]);
  await way(undefined, { writeText: () => Promise.reject(new Error()) });
  equal(one("code").textContent, `${location.origin}/t/x/replay`);
});

test("settings are kept", () => {
  equal(kept.get("x", "no"), "no");
  kept.set("x", "yes");
  equal(kept.get("x", "no"), "yes");
});

test("what stands between backticks is a line to write, and never markup", () => {
  page(`<p id="hint"></p>`);
  $("hint").replaceChildren(...worded("Say `bid 1 0` or <b>`pass`."));
  equal($("hint").innerHTML, "Say <code>bid 1 0</code> or &lt;b&gt;<code>pass</code>.");
});

test("where nobody won nobody came first", () => {
  const ranks = [
    { seat: 0, name: "Ann", rank: 1, won: false, score: 0, parts: [] },
    { seat: 1, name: "Bob", rank: 1, won: false, score: 0, parts: [] },
  ];
  page("");
  document.body.append(...ranking({ text: "Nobody wins.", ranks, heads: [] }));
  equal([texts("h2"), texts("p")], [["Nobody wins."], []]);
  equal(texts("tbody th"), ["Ann", "Bob"]);
  equal(ended({ text: "Nobody wins.", ranks, heads: [] }), "Nobody wins. Ann, 0 points. Bob, 0 points.");
});

test("whoever sat in one seat reads first how they fared", () => {
  const rank = (/** @type {number} */ seat, /** @type {number} */ rank, won = false) => ({
    seat,
    name: `P${seat + 1}`,
    rank,
    won,
    parts: [],
  });
  const ranks = [rank(1, 1, true), rank(2, 2), rank(0, 3)];
  equal(
    [["2"], ["3"], ["1"], ["1", "2"], []].map((mine) => fate(ranks, mine)),
    ["You win", "You came 2nd of 3", "You came 3rd of 3", "", ""],
  );
  equal(fate([rank(1, 1, true), rank(2, 1, true), rank(0, 3)], ["2"]), "You win, with P3");
  const two = [rank(1, 1, true), rank(0, 2)];
  const scored = [20, 1].map((score, at) => ({ ...two[at], score }));
  equal([fate(two, ["1"]), fate(scored, ["1"])], ["You lost", "You lost, 1 to 20"]);
  // Who gave up with as many points as the other lost by something else.
  const even = two.map((rank) => ({ ...rank, score: 0 }));
  equal(fate(even, ["1"]), "You lost");
  equal(fate([rank(0, 1), rank(1, 2)], ["1"]), "");
  document.body.replaceChildren(...ranking({ text: "Day 9.", ranks, heads: [] }, [], ["1"]));
  equal([texts("h2"), texts("p")], [["You came 3rd of 3"], ["P2 wins. Day 9."]]);
});
