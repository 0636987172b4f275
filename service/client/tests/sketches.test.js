// @ts-check

import { Sketches } from "../sketches.js";
import { equal, settled, test } from "./check.js";

/** Sketches of a server that answers when it is told to, and what was drawn and said. */
function slow() {
  /** @type {{ path: string, answer: (body: object) => void }[]} */
  const asked = [];
  Object.assign(window, {
    fetch: (/** @type {string} */ path) =>
      new Promise((answer) => asked.push({ path, answer: (body) => answer({ json: async () => body }) })),
  });
  /** @type {string[]} */
  const drawn = [];
  /** @type {unknown[]} */
  const said = [];
  const board = { sketch: (drawing = "") => drawn.push(drawing) };
  return { sketches: new Sketches(board, (...words) => said.push(words), "/t/1/"), asked, drawn, said };
}

test("what comes back is drawn and said", async () => {
  const { sketches, asked, drawn, said } = slow();
  sketches.ask("preview?line=walk", true);
  asked[0].answer({ drawing: "<path/>", words: "two left" });
  await settled();
  equal([asked[0].path, drawn, said], ["/t/1/preview?line=walk", ["<path/>"], [["two left", true]]]);
});

test("of several questions the last one counts, and those between are not asked", async () => {
  const { sketches, asked, drawn } = slow();
  for (const path of ["a", "b", "c"]) sketches.ask(path);
  asked[0].answer({ drawing: "a" });
  await settled();
  equal(
    asked.map(({ path }) => path),
    ["/t/1/a", "/t/1/c"],
  );
  asked[1].answer({ drawing: "c" });
  await settled();
  equal(drawn, ["c"]);
});

test("what nobody wants any more is not drawn", async () => {
  const { sketches, asked, drawn } = slow();
  sketches.ask("a");
  sketches.clear();
  asked[0].answer({ drawing: "a" });
  await settled();
  equal(drawn, [""]);
});

test("a question that nobody wants any more is taken back", () => {
  /** @type {AbortSignal[]} */
  const signals = [];
  Object.assign(window, {
    fetch: (/** @type {string} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const sketches = new Sketches({ sketch: () => {} }, () => {}, "/t/1/");
  sketches.ask("a");
  equal(signals[0].aborted, false);
  sketches.clear();
  equal(signals[0].aborted, true);
});

test("an answer that has begun to arrive is let in", async () => {
  /** @type {AbortSignal[]} */
  const signals = [];
  Object.assign(window, {
    fetch: async (/** @type {string} */ _, /** @type {{ signal: AbortSignal }} */ { signal }) => {
      signals.push(signal);
      return { json: () => new Promise(() => {}) };
    },
  });
  const sketches = new Sketches({ sketch: () => {} }, () => {}, "/t/1/");
  sketches.ask("a");
  await settled();
  sketches.clear();
  equal(signals[0].aborted, false);
});

test("a refusal is said, and nothing is drawn", async () => {
  const { sketches, asked, drawn, said } = slow();
  sketches.ask("a");
  asked[0].answer({ error: "refused", message: "Too far.", rule: "X-1" });
  await settled();
  equal([drawn, said], [[""], [["Too far.", false]]]);
});
