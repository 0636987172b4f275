// @ts-check

import { equal, one, page, test, texts } from "./check.js";

/** What the server answers about each seek.
 * @type {Record<string, { waits: boolean, table?: string }>} */
let known = {};
/** What was asked for.
 * @type {string[]} */
let asked = [];
window.fetch = async (address) => {
  asked.push(String(address));
  const answer = known[new URLSearchParams(String(address).split("?")[1]).get("id") ?? ""];
  return answer ? new Response(JSON.stringify(answer)) : new Response("", { status: 404 });
};
await import("../seeking.js");

/**
 * Looks as a page does that is seen again, and waits until it has.
 * @param {string} rows
 */
async function looked(rows) {
  page(`<ul>${rows}</ul><input id="written">`);
  one("#written").focus();
  asked = [];
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((done) => setTimeout(done, 30));
}

const row = (/** @type {string} */ id) => `<li data-own="${id}">Connect Four</li>`;

test("a wish that waits stays as it is", async () => {
  known = { a: { waits: true } };
  await looked(row("a"));
  equal(asked, ["/seek/found?id=a"]);
  equal(texts("li[data-own]"), ["Connect Four"]);
});

test("whoever writes something keeps it, and is led to the table by a link that is told", async () => {
  known = { a: { waits: true }, b: { waits: false, table: "t1" } };
  await looked(row("a") + row("b"));
  equal(asked, ["/seek/found?id=a", "/seek/found?id=b"]);
  equal(one("[role=status]").textContent, "Partners are found, and the game is on. To the table");
  equal(one("[role=status] a").getAttribute("href"), "/t/t1");
  equal(document.activeElement?.id, "written");
  equal(texts("li[data-own]"), ["Connect Four"]);
});

test("what was found is asked for no more", async () => {
  known = { b: { waits: false, table: "t1" } };
  await looked(row("b"));
  asked = [];
  document.dispatchEvent(new Event("visibilitychange"));
  equal(asked, []);
});

test("a wish that has ended otherwise is shown no more", async () => {
  known = { a: { waits: false }, b: { waits: true } };
  await looked(row("a") + row("b"));
  equal(document.querySelectorAll("li").length, 1);
  equal(one("li").dataset.own, "b");
});

test("what cannot be asked for now stays, and is asked for again", async () => {
  known = {};
  await looked(row("a"));
  equal(texts("li[data-own]"), ["Connect Four"]);
});

test("a page on which nobody waits asks nothing", async () => {
  await looked("<li>Somebody else's</li>");
  equal(asked, []);
});
