// @ts-check

import { Unseen } from "../unseen.js";
import { equal, settled, test } from "./check.js";

/** Whether the page is seen, as far as it is told here. */
let hidden = false;
Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });

/** @param {boolean} now */
function see(now) {
  hidden = !now;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Everything that a page does, in its order, and how it does it. */
function noted() {
  /** @type {string[]} */
  const did = [];
  const does = {
    leave: () => void did.push("leave"),
    back: () => void did.push("back"),
    /** @param {{ begun: boolean, yours: boolean }} news */
    news: ({ yours }) => void did.push(`yours ${yours}`),
  };
  return { did, does };
}

/**
 * @param {string[]} did
 * @param {string} what
 * @param {number} [times]
 */
async function until(did, what, times = 1) {
  for (let tries = 0; did.filter((each) => each === what).length < times; tries += 1) {
    if (tries > 400) throw new Error(`never: ${what}, but ${did}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const { fetch } = window;

test("a page that is opened unseen has no stream and asks at once; seen it follows", async () => {
  const { did, does } = noted();
  window.fetch = () => Promise.resolve(Response.json({ begun: true, yours: true }));
  hidden = true;
  const unseen = new Unseen(() => "/t/x/turn", does);
  equal(unseen.gone, true);
  await until(did, "yours true");
  equal(did, ["leave", "yours true"]);
  see(true);
  equal([did.at(-1), unseen.gone], ["back", false]);
  window.fetch = fetch;
});

test("a page that is out of sight for a moment keeps its stream; for longer it gives it up", async () => {
  const { did, does } = noted();
  window.fetch = () => Promise.reject(new Error("away"));
  hidden = false;
  const unseen = new Unseen(() => "/t/x/turn", does);
  see(false);
  see(true);
  await settled();
  equal(did, []);
  see(false);
  await until(did, "leave");
  equal([did, unseen.gone], [["leave"], true]);
  see(true);
  equal(did, ["leave", "back"]);
  window.fetch = fetch;
});

test("a glance follows for a moment, and the stream is given up again", async () => {
  const { did, does } = noted();
  window.fetch = () => Promise.resolve(new Response("", { status: 404 }));
  hidden = true;
  const unseen = new Unseen(() => "/t/x/turn", does);
  unseen.glance();
  equal(did, ["leave", "back"]);
  await until(did, "leave", 2);
  see(true);
  window.fetch = fetch;
});
