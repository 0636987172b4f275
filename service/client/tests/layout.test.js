// @ts-check

import { bringUp, closable, inShort, layOut, reachable } from "../layout.js";
import { equal, one, page, settled, test } from "./check.js";

test("text first puts the question before the board, and board first puts it back", () => {
  page(`<main><div class="stage"></div><div class="side"></div><p></p></main>`);
  const main = one("main");
  const order = () => [...main.children].map((child) => child.className);
  layOut(main, true);
  equal([order(), main.className], [["side", "stage", ""], "text-first"]);
  layOut(main, false);
  equal([order(), main.className], [["stage", "side", ""], ""]);
});

/** What is laid out is told a frame later; on a busy machine frames are few. */
async function laidOut() {
  for (let frame = 0; frame < 4; frame++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
  }
}

test("a text that is cut can be shown whole, and cut again", async () => {
  page(`<div><p id="text" style="margin: 0; width: 200px; line-height: 20px; overflow: hidden"></p></div>`);
  const text = one("#text");
  text.style.maxHeight = "20px";
  text.textContent = "word ".repeat(60);
  inShort(text);
  await laidOut();
  const button = one("#text + button");
  equal([button.hidden, button.textContent, button.getAttribute("aria-expanded")], [false, "more", "false"]);
  button.click();
  equal(
    [text.className, button.textContent, button.getAttribute("aria-expanded")],
    ["whole", "less", "true"],
  );
  button.click();
  equal([text.className, button.hidden], ["", false]);
  // A thumb need not find the button.
  text.click();
  equal(text.className, "whole");
});

test("what stands near another such text names what it shows", async () => {
  page(`<div><p id="text" style="margin: 0; width: 200px; line-height: 20px; overflow: hidden"></p></div>`);
  one("#text").style.maxHeight = "20px";
  one("#text").textContent = "word ".repeat(60);
  inShort(one("#text"), "aim");
  await laidOut();
  const button = one("#text + button");
  equal([button.textContent, button.getAttribute("aria-label")], ["aim ▾", "The whole aim"]);
  button.click();
  equal([button.textContent, button.getAttribute("aria-expanded")], ["aim ▴", "true"]);
});

test("a text that is not cut has no button", async () => {
  page(`<div><p id="text">Short.</p></div>`);
  inShort(one("#text"));
  await laidOut();
  equal(one("#text + button").hidden, true);
});

test("a row is reached by keys only while something of it is out of sight", async () => {
  page(`<div id="row" style="width: 90px; overflow: auto; white-space: nowrap"></div>`);
  const row = one("#row");
  reachable(row);
  row.textContent = "word ".repeat(60);
  await laidOut();
  equal(row.tabIndex, 0);
  row.textContent = "word";
  await laidOut();
  equal(row.hasAttribute("tabindex"), false);
});

test("a sheet that lies below what is seen comes up under its tabs, and one that is seen stays", () => {
  page(`<div id="column" style="height: 200px; overflow: auto; position: relative">
    <div style="height: 500px"></div><div id="tabs" style="height: 30px"></div>
    <div id="sheet" style="height: 900px"></div></div>`);
  const [column, tabs, sheet] = [one("#column"), one("#tabs"), one("#sheet")];
  bringUp(column, tabs, sheet);
  equal(column.scrollTop, 500);
  bringUp(column, tabs, sheet);
  equal(column.scrollTop, 500);
});

test("what is said of a place can be closed, and knows how much room there is before the choices", async () => {
  page(`<div style="height: 100px"><p id="words"></p></div><div style="height: 150px"></div>
    <div id="choices"><button>Walk</button><div class="ends"></div></div>`);
  const words = one("#words");
  closable(words);
  equal(one("button.close-words").hidden, true);
  words.textContent = "A river.";
  await settled();
  equal([one("button.close-words").hidden, words.style.getPropertyValue("--room")], [false, "150px"]);
  one("button.close-words").click();
  await settled();
  equal([words.textContent, one("button.close-words").hidden], ["", true]);
});
