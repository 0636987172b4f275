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

test("a page gives its stream up while four others were looked at later, and has it back when one is gone", async () => {
  const { did, does } = noted();
  window.fetch = () => Promise.reject(new Error("away"));
  hidden = false;
  const unseen = new Unseen(() => "/t/x/turn", does);
  const others = new BroadcastChannel("lines");
  /** @param {number} id @param {number} at */
  const tell = (id, at) => others.postMessage({ id: `other ${id}`, at, asks: false });
  for (const id of [1, 2, 3]) tell(id, Date.now() + 60_000);
  tell(4, 1);
  await settled();
  equal(did, []);
  tell(4, Date.now() + 60_000);
  await until(did, "leave");
  equal(unseen.gone, true);
  tell(2, 0);
  await until(did, "back");
  equal([did, unseen.gone], [["leave", "back"], false]);
  for (const id of [1, 3, 4]) tell(id, 0);
  others.close();
  window.fetch = fetch;
});

test("a page that is seen without a line has a glance until news have come", () => {
  const { did, does } = noted();
  hidden = false;
  const unseen = new Unseen(() => "/t/x/turn", does);
  unseen.heard();
  equal(did, []);
  unseen.gone = true;
  unseen.glance();
  unseen.heard();
  equal(did, ["back", "leave"]);
  unseen.gone = false;
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
