// @ts-check

import {
  askedFirst,
  cardOf,
  droppedAt,
  freely,
  grouped,
  inGroups,
  inRows,
  inTurn,
  keyOf,
  matching,
  offer,
  offersAt,
  planned,
  plans,
  told,
  wordy,
} from "../choices.js";
import { equal, test } from "./check.js";

const WALK = offer({ notation: "walk 0102", label: "Walk", target: { place: "0102" }, moves: "ann" });
const RIDE = offer({ notation: "ride 0102", label: "Ride", words: "Costs 2.", target: { place: "0102" } });
const FEED = offer({ notation: "feed wolf", target: { piece: "wolf" }, tag: "1" });
const PLAY = offer({ notation: "play axe", target: { card: "axe" } });
const STOP = offer({ notation: "stop" });
const ALL = [WALK, RIDE, FEED, PLAY, STOP];
const PLANE = { rect: { x: 0, y: 0, width: 10_000, height: 10_000 }, from_below: false, floors: [] };
const FREE = [
  { label: "Walk", notation: "walk A1 {at}", moves: "A1", way: false, facing: "" },
  { label: "Look", notation: "look {at}", way: false, facing: "" },
];

/** @param {{ notation: string }[]} offers */
const lines = (offers) => offers.map(({ notation }) => notation);

test("what the server leaves out is empty, and the label is the line", () => {
  equal(STOP, {
    notation: "stop",
    label: "stop",
    words: "",
    upshot: "",
    bad: false,
    target: null,
    tag: "",
    cost: "",
    final: false,
    moves: null,
    aside: false,
    group: "",
    ends: false,
    grave: false,
    bySlip: false,
    said: false,
    vain: false,
  });
});

test("a choice is told with what it means, without two full stops", () => {
  equal([told(RIDE), told(STOP)], ["Ride (Costs 2)", "stop"]);
});

test("choices are grouped by what one clicks on the board; cards and bare lines are not there", () => {
  equal(
    [...grouped(ALL)].map(([key, group]) => [key, lines(group)]),
    [
      ["place:0102", ["walk 0102", "ride 0102"]],
      ["piece:wolf", ["feed wolf"]],
    ],
  );
});

test("a list stands group by group, and knows what the board or a slip says too; what ends it is apart", () => {
  const offers = [
    offer({ notation: "a n", group: "A", target: { place: "1" } }),
    offer({ notation: "a say", group: "A", slip: 0 }),
    offer({ notation: "b n", group: "B", target: { card: "axe" } }),
    offer({ notation: "done", ends: true }),
  ];
  equal(inGroups(offers), [
    { name: "A", indices: [0, 1], covered: true },
    { name: "B", indices: [2], covered: false },
  ]);
});

test("what a slip says too takes long to read if much is said of each", () => {
  const said = (/** @type {number | undefined} */ slip, /** @type {number} */ letters) =>
    offer({ notation: "discard a b", words: "w".repeat(letters), slip });
  equal(wordy([said(0, 150), said(0, 200)]), true);
  equal(wordy([said(0, 150), said(0, 20)]), false);
  equal(wordy([said(undefined, 150), said(0, 150)]), false);
});

test("every target has a name of its own", () => {
  equal(
    [
      keyOf({ place: "x" }),
      keyOf({ piece: "x" }),
      keyOf({ point: { x: 1, y: 2 } }),
      keyOf({ card: "x" }),
      keyOf(null),
    ],
    ["place:x", "piece:x", "point:1,2", "", ""],
  );
  equal([cardOf({ card: "x" }), cardOf({ piece: "x" })], ["x", null]);
});

test("at a place one can do what is offered there and with the pieces in it", () => {
  const lies = (/** @type {string} */ piece) => (piece === "wolf" ? "0102" : undefined);
  equal(lines(offersAt(ALL, "place:0102", lies)), ["walk 0102", "ride 0102", "feed wolf"]);
  equal(lines(offersAt(ALL, "piece:wolf", lies)), ["feed wolf"]);
  equal(lines(offersAt(ALL, "place:0103", lies)), []);
});

test("to drop a piece is to choose what moves it there", () => {
  equal(lines(droppedAt(ALL, "ann", "0102")), ["walk 0102"]);
  equal(lines(droppedAt(ALL, "ann", "0103")), []);
  equal(lines(droppedAt(ALL, "bob", "0102")), []);
});

test("a way of several decisions is offered where one can stop, with all its lines", () => {
  const offers = plans([
    { notation: "walk 2", place: "2" },
    { after: 0, notation: "walk 3", place: "3", tag: "4" },
    { after: 1, notation: "walk 4", place: "4", tag: "6" },
    { notation: "walk 9", place: "9", tag: "1" },
  ]);
  equal(
    offers.map(({ target, plan, way }) => [target, plan, way]),
    [
      [{ place: "3" }, ["walk 2", "walk 3"], ["2", "3"]],
      [{ place: "4" }, ["walk 2", "walk 3", "walk 4"], ["2", "3", "4"]],
      [{ place: "9" }, ["walk 9"], ["9"]],
    ],
  );
  equal(plans(), []);
});

test("at a point one can do what takes any point, by one piece or by all", () => {
  const at = { x: 2500, y: 4000 };
  equal(lines(freely(FREE, PLANE, at)), ["walk A1 2.5,4", "look 2.5,4"]);
  equal(lines(freely(FREE, PLANE, at, "A1")), ["walk A1 2.5,4"]);
  equal(freely(FREE, PLANE, at)[0].free, true);
  // One goes to a point, and is placed at one.
  const facing = " face {at}";
  const place = [{ label: "Place A1", notation: "deploy A1 {at}", moves: "A1", way: false, facing }];
  equal(freely(place, PLANE, at)[0].label, "Place A1 at 2.5,4");
});

test("a way leads over points that were set before, each written as the last is", () => {
  const legs = [{ x: 1000, y: 1000 }];
  const moves = [{ label: "Walk", notation: "walk A1 {at},1", moves: "A1", way: true, facing: " face {at}" }];
  const at = { x: 2500, y: 4000 };
  equal(lines(freely([...FREE, ...moves], PLANE, at, "", { legs })), ["walk A1 1,1,1 2.5,4,1"]);
  equal(lines(freely([...FREE, ...moves], PLANE, at, "", { looks: legs[0] })), ["walk A1 2.5,4,1 face 1,1"]);
});

test("several decisions under one name are one choice with all their lines", () => {
  const [herd] = planned([{ label: "Place my herd", words: "All at once.", lines: ["F1 A1", "F2 A2"] }]);
  equal([herd.label, herd.plan], ["Place my herd", ["F1 A1", "F2 A2"]]);
  equal(planned(), []);
});

test("what takes any point takes those of upper floors too", () => {
  const rect = { x: 12_000, y: 0, width: 4000, height: 4000 };
  const plane = { ...PLANE, floors: [{ rect, right: -10_000, down: 1000, level: 1 }] };
  equal(lines(freely(FREE, plane, { x: 13_000, y: 1000 }, "A1")), ["walk A1 3,2,1"]);
});

test("beside the plane, or without one, nothing is free", () => {
  equal(freely(FREE, PLANE, { x: -1, y: 0 }), []);
  equal(freely(FREE, null, { x: 1, y: 1 }), []);
});

test("a line that is written exactly is meant alone; else whatever holds it", () => {
  const offers = [
    offer({ notation: "go 1" }),
    offer({ notation: "go 12" }),
    offer({ notation: "x", label: "Go home" }),
  ];
  equal(lines(matching(offers, " GO 1 ")), ["go 1"]);
  equal(lines(matching(offers, "go")), ["go 1", "go 12", "x"]);
  equal(lines(matching(offers, "home")), ["x"]);
  equal(lines(matching(offers, "fly")), []);
  const resign = offer({ notation: "resign", label: "Resign", final: true, grave: true });
  equal(lines(matching([...offers, resign], "resign")), ["resign"]);
  equal(lines(matching([...offers, resign], "n")), []);
});

test("several decisions on one line are read one after the other, unless one of them gives up", () => {
  const ways = [
    offer({ notation: "sw" }),
    offer({ notation: "Stop" }),
    offer({ notation: "resign", grave: true }),
  ];
  equal(inTurn(ways, "sw sw SE"), ["sw", "sw", "se"]);
  equal(inTurn(ways, "sw, stop; sw"), ["sw", "Stop", "sw"]);
  equal([inTurn(ways, "sw"), inTurn(ways, "se sw"), inTurn(ways, "sw resign")], [[], [], []]);
});

test("what a question asks about by name comes first, and what it does not ask about is aside", () => {
  const group = (/** @type {string} */ name, many = 1, covered = false) => ({
    name,
    indices: Array.from({ length: many }, (_, at) => at),
    covered,
  });
  const groups = [group("Creature 1: modes", 3), group("Start", 17, true), group("Gene", 6)];
  const asked = askedFirst(groups, "Where does your founder start, and with which gene?");
  equal(
    asked.map(({ name, asked, aside }) => [name, asked ?? false, aside ?? false]),
    [
      ["Start", false, false],
      ["Gene", true, false],
      ["Creature 1: modes", false, true],
    ],
  );
  equal(
    askedFirst([group("F1, Female"), group("M3, Male")], "M3 may go on. Where to?").map(({ name }) => name),
    ["M3, Male", "F1, Female"],
  );
  const own = [group("Ann (A1): walk"), group("Ann (A1): look")];
  equal(askedFirst(own, "What does Ann (A1) do?"), own);
});

test("three short answers with a price stand beside each other, two do not, nor what says more", () => {
  const take = (/** @type {number} */ count) =>
    offer({ notation: `take ${count}`, label: `Take ${count}`, cost: `${count} AP` });
  const harvest = offer({
    notation: "harvest",
    label: "Harvest",
    words: "Takes radiation back.",
    cost: "1 AP",
  });
  equal(inRows([take(1), take(2), take(3), harvest, take(4), take(5)]), [[0, 1, 2], [3], [4], [5]]);
  equal(inRows([WALK, RIDE, STOP]), [[0], [1], [2]]);
});
